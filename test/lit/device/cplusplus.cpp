// Accesses behind operators, templates and member functions of C++ are seen; so are those of a target region that
// is left to clang.
//
// RUN: %cleave_cxx %sm90 -std=c++17 -O2 -g -S -emit-llvm %s -o %t.ll
// RUN: %print_information %t.ll | FileCheck %s
// RUN: %cleave_cxx %sm90 -std=c++17 -O0 -g -S -emit-llvm %s -o %t.O0.ll
// RUN: %print_information %t.O0.ll | FileCheck %s

template <typename T> struct View {
  T *data;
  int columns;
  T &operator()(int i, int j) const { return data[i * columns + j]; }
  T &operator[](int i) const { return data[i]; }
};

template <typename T> void sum_of_rows(int n, View<T> a, View<T> y) {
  T *pa = a.data, *py = y.data;
  int columns = a.columns;
#pragma omp target teams distribute parallel for map(to : pa[0 : n * columns]) map(from : py[0 : n])
  for (int i = 0; i < n; i++) {
    const View<T> rows{pa, columns}, sums{py, 0};
    T sum = 0;
    for (int j = 0; j < columns; j++)
      sum += rows(i, j);
    sums[i] = sum;
  }
}
template void sum_of_rows(int, View<float>, View<float>);
// CHECK: _Z11sum_of_rowsIfEvi4ViewIT_ES2__l[[#@LINE-10]]: arguments
// CHECK-NEXT: loop 0 in -1 depth 1 flops 1 trips(-1 a{{[0-9]}} zext32 + 1 + 0 maxs)
// CHECK-NEXT: loop -1 S 4 coalesced
// CHECK-NEXT: loop 0 L 4 symbolic stride stride(4 a{{[0-9]}} {{.*}}) sites 1
