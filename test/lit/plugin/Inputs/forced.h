// A header for -include, and to make a precompiled header of.
#define FORCED 16
static inline int forced_function(int i) { return i; }
