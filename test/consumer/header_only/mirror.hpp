// mirror(a, b, n, c): b becomes a in reverse order, plus c. The template is for containers; its region is in an inline function,
// because cleave leaves regions in templates of headers as they are (CLV202).
#pragma once

inline void mirror(const double *a, double *b, int n, double c) {
#pragma omp target map(to : a[0 : n]) map(from : b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = c;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[n - 1 - i];
  }
}

template <typename Container> void mirror(const Container &a, Container &b, double c) {
  mirror(a.data(), b.data(), static_cast<int>(a.size()), c);
}
