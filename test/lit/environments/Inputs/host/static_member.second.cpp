// The second file of static_member.cpp.
extern double vis[];
template <class T> struct St {
  static double *p;
};
template <class T> double *St<T>::p = nullptr;
static struct Z {
  Z() { St<int>::p = vis; }
} z;
