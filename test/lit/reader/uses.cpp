// FILE: test/lit/reader/uses.cpp
// WHAT: what C++ adds to the uses of variables and to the facts.
// RUN: %cleave_dump %s 2>/dev/null | FileCheck %s

struct Heavy {
  double x;
  Heavy();
  Heavy(const Heavy &);
  ~Heavy();
  double get() const;
  void set(double);
  virtual int dispatched();
};
struct Light {
  int a;
  double *q;
  double operator()(int i) const { return q[i]; }
  void change() { a++; }
};
void by_reference(int &, const double &);
const int constant = 7;

void f(int n, double *p, int x, double d, Heavy heavy, Light light) {
  const int local_constant = 3;
  int &r = n;
  double *&rp = p;
  double array[4];
  double(&ra)[4] = array;
#pragma omp target
  // CHECK-DAG: variable constant: firstprivate integer 'int' global const
  // CHECK-DAG: variable local_constant: firstprivate integer 'int' const
  // CHECK-DAG: variable r: firstprivate integer 'int' address-taken reference
  // CHECK-DAG: variable rp: pointer reference holds-pointers declared
  // CHECK-DAG: variable ra: implicit-map array address-taken reference
  // CHECK-DAG: variable heavy: implicit-map record 'Heavy'{{.*}} not-trivial
  // CHECK-DAG: variable light: implicit-map record 'Light'
  // CHECK-DAG: variable name: inside reference
  {
    // CHECK: `x = constant + local_constant;`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: use constant: read at
    // CHECK-NEXT: use local_constant: read at
    x = constant + local_constant;
    // CHECK: `r = 2;`
    // CHECK-NEXT: use r: write at
    r = 2;
    // CHECK: `rp[1] = ra[2];`
    // CHECK-NEXT: use rp: read element-write at
    // CHECK-NEXT: use ra: element-read at
    rp[1] = ra[2];
    // CHECK: `(x = 3) = 4;`
    // CHECK-NEXT: use x: write at
    (x = 3) = 4;
    // CHECK: `int &name = x;`
    // CHECK: use x: read write address at
    int &name = x;
    // CHECK: `const int &read_only = n;`
    // CHECK: use n: read address at
    const int &read_only = n;
    // CHECK: `int braces{3}, brackets(4);`
    // CHECK-NEXT: declares braces list {{.*}} `{3}`
    // CHECK-NEXT: declares brackets list {{.*}} `4`
    int braces{3}, brackets(4);
    // CHECK: `Heavy made;`
    // CHECK-NEXT: declares made{{$}}
    // CHECK: fact call 'Heavy::Heavy' at
    Heavy made;
    // CHECK: `d = heavy.get();`
    // CHECK: use heavy: read address at
    d = heavy.get();
    // CHECK: `made.set(d);`
    // CHECK-NEXT: use made: read write address at
    made.set(d);
    // CHECK: `heavy.dispatched();`
    // CHECK: fact call at
    heavy.dispatched();
    // CHECK: `d = light(2);`
    // CHECK: use light: read address at
    // CHECK-NEXT: fact call-visible 'operator()' at
    d = light(2);
    // CHECK: `Light copy = light;`
    // CHECK: use light: read
    Light copy = light;
    // CHECK: `copy = light;`
    // CHECK-NEXT: use copy: write at
    // CHECK-NEXT: use light: read
    copy = light;
    // CHECK: `by_reference(x, d);`
    // CHECK-NEXT: use x: read write address at
    // CHECK-NEXT: use d: read address at
    by_reference(x, d);
    // CHECK: `auto lambda = [&](int z) { x = z; return z + n; };`
    // CHECK: use x: read write address at
    // CHECK-NEXT: use n: read write address at
    // CHECK-NEXT: fact lambda at
    // CHECK-NOT: fact return
    auto lambda = [&](int z) { x = z; return z + n; };
    // CHECK: OPAQUE {{.*}} `if (int q = x) x = q;`
    // CHECK-NEXT: use x: read write at
    if (int q = x) x = q;
    // CHECK: OPAQUE {{.*}} `for (double e : ra) d += e;`
    for (double e : ra) d += e;
    // CHECK: OPAQUE {{.*}} `try { throw 1; } catch (int e) { x = e; }`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact try-throw at
    try { throw 1; } catch (int e) { x = e; }
    // CHECK: `delete new int(3);`
    // CHECK-NEXT: fact new-delete at
    delete new int(3);
  }
}
