// Macros with the names of words that the transformed text uses. Where such a word is a macro the region stays as
// it is; where it is none, the region is split.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Werror %host_offload %s -o %t.split
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-environments=off | FileCheck %s --implicit-check-not=CLV001
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <stdio.h>

enum { n = 1000 };
static double a[n], b[n];
static int calls;

#define BODY(FIRST)                                                                                \
  {                                                                                                \
    _Pragma("omp parallel for") for (int i = 0; i < n; i++) a[i] = i + FIRST;                      \
    _Pragma("omp parallel for") for (int i = 0; i < n; i++) b[i] += a[i] * 2;                      \
  }

// Words of directives.
#define teams parallel
// CHECK: :[[#@LINE+3]]: target region in directive_word
// CHECK-NEXT: CLV211: {{.*}} 'teams'
static void directive_word(void) {
#pragma omp target
  BODY(1)
}
#undef teams

// Words of clauses: with another one, a region would compute something else.
#define to from
// CHECK: :[[#@LINE+3]]: target region in clause_word
// CHECK-NEXT: CLV211: {{.*}} 'to'
static void clause_word(int s) {
#pragma omp target map(tofrom : a, b)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += b[i] + s;
    s = (int)a[5];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = b[i] + s;
  }
}

// The same macro, undefined before the region.
#undef to
// CHECK: :[[#@LINE+3]]: target region in undefined_before
// CHECK-NEXT: CLV001:
static void undefined_before(void) {
#pragma omp target
  BODY(2)
}

// The user's own use of such a macro does not make it one that cleave may use.
#define map other
// CHECK: :[[#@LINE+3]]: target region in used_by_user
// CHECK-NEXT: CLV211: {{.*}} 'map'
static void used_by_user(double *map) {
#pragma omp target is_device_ptr(map)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i] + (map ? 1 : 0);
  }
}
#undef map

// With parameters, a macro counts where `(` follows.
#define map(x) firstprivate(x)
#define distribute(x) x
// CHECK: :[[#@LINE+3]]: target region in with_parameters
// CHECK-NEXT: CLV211: {{.*}} 'map'
static void with_parameters(void) {
#pragma omp target
  BODY(3)
}
#undef map
// CHECK: :[[#@LINE+3]]: target region in not_called
// CHECK-NEXT: CLV001:
static void not_called(void) {
#pragma omp target
  BODY(4)
}
#undef distribute

// Words of C, and of the attributes.
#define const
// CHECK: :[[#@LINE+3]]: target region in word_of_c
// CHECK-NEXT: CLV211: {{.*}} 'const'
static void word_of_c(void) {
#pragma omp target
  BODY(5)
}
#undef const
#define nodebug +
// CHECK: :[[#@LINE+3]]: target region in word_of_attribute
// CHECK-NEXT: CLV211: {{.*}} 'nodebug'
static void word_of_attribute(void) {
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i] * 2;
  }
}
#undef nodebug

// A variable's name that is a macro as well, and one that expands to itself.
static int count(int step) {
#define step (step + 1)
#define calls calls
// CHECK: :[[#@LINE+2]]: target region in count
// CHECK-NEXT: CLV211: {{.*}} 'step'
#pragma omp target map(tofrom : calls)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
    calls += step;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
#undef step
  return calls;
}

// The name of a type, which the copy of a variable is declared with.
typedef double real;
static void type_name(void) {
  real scale = 2;
#define real float
// CHECK: :[[#@LINE+2]]: target region in type_name
// CHECK-NEXT: CLV211: {{.*}} 'real'
#pragma omp target
  {
    scale = scale + 1e-12;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i * scale;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i] * scale;
  }
#undef real
}

// A region that contains a directive: `from` is a macro in a part of it.
// CHECK: :[[#@LINE+3]]: target region in defined_inside
// CHECK-NEXT: CLV211: {{.*}} 'from'
static void defined_inside(void) {
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#define from 1
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
#undef from
}

// Macros of the user's in clauses, bounds and comments; and words in literals and comments.
#define COUNT n
#define ARRAYS a, b
#define d 5
#define text 6
// CHECK: :[[#@LINE+3]]: target region in in_use
// CHECK-NEXT: CLV001:
static void in_use(void) {
#pragma omp target map(tofrom : ARRAYS)
  {
#pragma omp parallel for /* text */
    for (int i = 0; i < COUNT; i++)
      a[i] = i;
    printf("%d\n", 'd'); // text
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
      b[i] = a[i];
  }
}
#define transfers 7

int main(void) {
  directive_word();
  clause_word(3);
  undefined_before();
  used_by_user(NULL);
  with_parameters();
  not_called();
  word_of_c();
  word_of_attribute();
  type_name();
  printf("%d\n", count(2));
  defined_inside();
  in_use();
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + a[i] + 3 * b[i];
  printf("%.17g\n", sum);
}
#define teams parallel
#define from to
