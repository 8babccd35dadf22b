// A header beside the source: a rewritten file must still find it.
#define NEIGHBOUR 16
