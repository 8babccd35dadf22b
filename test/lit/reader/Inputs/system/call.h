// A system header whose template makes an instance of a template of the user's, and a function whose body is not read.
#ifndef CLEAVE_TEST_CALL_H
#define CLEAVE_TEST_CALL_H

template <class Function, class Type> void call(Function function, double *a, Type value, int n) {
  function(a, value, n);
}

inline int twice(int n) { return n + n; }
inline auto half(int n) { return n / 2; }
constexpr int third(int n) { return n / 3; }

#endif
