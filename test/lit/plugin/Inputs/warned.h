static int header_unused(int a, int b) { return a == b; }
static inline unsigned narrow(long value) { return value; }
#define HALF(x) x / 2.0
