// A file without a region; its last line has no end of line.
int plain(void) { return 0; }