// The names of C++ functions as their user writes them; as the compiler does in JSON.
//
// RUN: %cleave c++ %s -O1 -fopenmp --offload-arch=sm_90 -shared -fPIC -o %t.so
// RUN: %cleave inspect %t.so | FileCheck %s
// CHECK: {{ 10 .* }}ns::scale(double*, int){{$}}
// RUN: %cleave inspect --json %t.so | jq -r '.[].images[].kernels[].function' | FileCheck %s --check-prefix=JSON
// JSON: {{^}}_ZN2ns5scaleEPdi{{$}}
namespace ns {
void scale(double *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
}
