// FILE: test/lit/transfers/expressions.cpp
// WHAT: forms of expressions that write to a mapped array or a scalar under another name, or in parts. Each region
//       writes in its first loop or statement, and an array is read only in the others, so that a copy back that
//       is left out, or that begins too early, shows.
// RUN: %clangxx -O1 -std=c++20 -fenable-matrix %host_offload -I%S/Inputs %s -o %t.plain
// RUN: %cleave_cxx -O1 -std=c++20 -fenable-matrix %host_offload -I%S/Inputs %s -o %t.split
// RUN: env MALLOC_PERTURB_=165 %run %t.plain >%t.expected
// RUN: env MALLOC_PERTURB_=165 %run %t.split | diff %t.expected -
// RUN: env MALLOC_PERTURB_=165 %run4 %t.split | diff %t.expected -
// RUN: %cleave explain --all %s -- -I%S/Inputs -std=c++20 -fenable-matrix >%t.report 2>&1
// RUN: grep -c CLV001 %t.report | FileCheck --check-prefix=COUNT %s
// A parameter of std::bit_cast is a reference to the pointer, which may change it: that region stays as it is.
// COUNT: {{^}}63{{$}}
#include <bit>
#include <cstdint>
#include <initializer_list>

#include "two_loops.h"

TEST(braced_reference, auto &r{a[i]}; r = 3)

struct W { double &r; };
TEST(braced_reference_member, W w{a[i]}; w.r = 3)

struct WW { W w; int k; };
TEST(nested_reference_member, WW w{{a[i]}, 1}; w.w.r = 3)

TEST(parenthesized_aggregate, W w(a[i]); w.r = 4)

TEST(list_of_pointers, double *p[2] = {a, b}; p[0][i] = 5)

struct P { double *p; int k; };
TEST(record_of_pointers, P p = {a, 1}; p.p[i] = 6)

TEST(designated, P p = {.p = a + i, .k = 2}; *p.p = 7)

struct M { double m; };
TEST(pointer_to_member, double M::*pm = &M::m; ((M *)a)[i].*pm = 8)

TEST(pointer_to_member_arrow, double M::*pm = &M::m; ((M *)a + i)->*pm = 9)

TEST(through_integer, ((double *)(uintptr_t)a)[i] += 1)

TEST(through_integer_variable, uintptr_t u = (uintptr_t)a + 8 * i; *(double *)u += 2)

TEST(through_bits, auto u = std::bit_cast<uintptr_t>(a); std::bit_cast<double *>(u)[i] += 3)

TEST(through_builtin_bits, auto u = __builtin_bit_cast(uintptr_t, a); ((double *)u)[i] += 4)

TEST(pointer_in_bytes, alignas(8) char bytes[8]; *(double **)bytes = a; (*(double **)bytes)[i] = 5)

TEST(pointer_difference, double *none = b; none[a - b + i] = 6)

union U { const double *c; double *d; };
TEST(union_of_pointers, U u = {.c = a}; u.d[i] = 7)

TEST(union_assigned, U u; u.c = a; u.d[i] = 8)

TEST(const_cast_away, const double *c = a; const_cast<double *>(c)[i] = 9)

TEST(const_reference_cast, const double &c = a[i]; const_cast<double &>(c) = 10)

struct D { double x, y; };
TEST(structured_reference, auto &[x, y] = ((D *)a)[i / 2]; (i & 1 ? y : x) = i)

struct T { double *x, *y; };
TEST(structured_pointers, T t = {a, b}; auto [x, y] = t; x[i] = 12)

TEST(conditional_lvalue, (i & 1 ? a[i] : b[i]) = 13)

TEST(comma_lvalue, (b[i], a[i]) = 14)

TEST(assigned_lvalue, (a[i] = 1) += 14)

TEST(incremented_lvalue, ++a[i] = 16)

TEST(statement_expression, *({ double *p = a; p + i; }) = 17)

TEST(init_capture, auto f = [&r = a[i]] { r = 18; }; f())

TEST(captured_pointer, auto f = [p = a + i] { *p = 19; }; f())

TEST(called_at_once, [=] { return a + i; }()[0] = 20)

TEST(initializer_list, std::initializer_list<double *> l = {a, b}; (*l.begin())[i] = 21)

inline void *operator new(size_t, void *p, int) { return p; }
TEST(new_in_place, new (a + i, 0) double(22))

struct C { double *p; operator double *() const { return p; } };
TEST(conversion_operator, C c{a}; c[i] = 23)

struct R { double *p; operator double &() const { return *p; } };
TEST(conversion_to_reference, R r{a + i}; static_cast<double &>(r) = 24)

struct V { double *p; double &operator[](int i) const { return p[i]; } };
TEST(overloaded_subscript, V v{a}; v[i] = 25)

struct A { M *m; M *operator->() const { return m; } };
TEST(overloaded_arrow, A p{(M *)a + i}; p->m = 26)

struct S { double *p; S &operator=(double x) { *p = x; return *this; } };
TEST(overloaded_assignment, S s{a + i}; s = 27)

struct O { double *p; auto operator<=>(const O &o) const { *p += 1; return o.p - p; } };
TEST(spaceship, O o{a + i}, q{a + i}; bool less = o < q; b[i] += less)

struct G { double *p; ~G() { *p = 29; } };
TEST(destructor, G g{a + i})

TEST(destructor_of_temporary, (void)G{a + i})

struct H { G g; };
TEST(destructor_of_member, H h{{a + i}})

struct K { K(double *p) { *p = 32; } };
TEST(constructor, K k(a + i))

struct L : K { using K::K; };
TEST(inherited_constructor, L l(a + i))

struct Q { double *p; double &r = *p; };
TEST(default_member_value, Q q{a + i}; q.r = 34)

TEST(overflow_builtin, __builtin_add_overflow(i, 1, &((long *)a)[i]))

TEST(memcpy_builtin, double x = 36; __builtin_memcpy(a + i, &x, sizeof x))

TEST(sync_builtin, __sync_fetch_and_add(&((long *)a)[i], 1))

TEST(atomic_builtin, __atomic_store_n(&((long *)a)[i], 38, __ATOMIC_RELAXED))

TEST(atomic_pointer, double *p = a; __atomic_load_n(&p, __ATOMIC_RELAXED)[i] = 39)

TEST(assembler, __asm__ volatile("movq %1, (%0)" : : "r"(a + i), "r"(40L) : "memory"))

typedef double d2 __attribute__((ext_vector_type(2)));
TEST(vector_element, ((d2 *)a)[i / 2][i & 1] = 41)

TEST(vector_member, if (i % 2 == 0) { ((d2 *)a)[i / 2].x = 42; ((d2 *)a)[i / 2].yx.x = 43; })

TEST(vector_arrow, if (i % 2 == 0) ((d2 *)a + i / 2)->y = 44)

typedef double m2 __attribute__((matrix_type(2, 2)));
TEST(matrix_element, if (i % 4 == 0) ((m2 *)a)[i / 4][0][1] = 45)

TEST(generic, _Generic(i, int: a, default: b)[i] = 46)

TEST(chosen, __builtin_launder(a)[i] = 47)

TEST(range_for, for (double *p : {a, b}) p[i] = 48)

TEST(range_for_elements, if (i == 0) for (double &r : *(double(*)[4])a) r = 49)

TEST(real_part, __real__ ((_Complex double *)a)[i / 2] = 50)

TEST(array_of_references, double *const p[1] = {&a[i]}; double &r = *p[0]; r = 51)

struct Ar { double *p[2]; };
TEST(array_copied, Ar x = {{a, b}}; Ar y = x; auto [p] = y; p[0][i] = 52)

static double &at(double *p, int i) { return p[i]; }
TEST(returned_reference, at(a, i) = 54)

static void through(const double *p) { *(double *)p = 55; }
TEST(const_parameter, through(a + i))

struct Mu { double x; mutable double y; void set() const { y = 56; } };
TEST(mutable_member, ((const Mu *)a)[i / 2].set())

static void clean(double **p) { **p = 57; }
TEST(cleanup, double *p __attribute__((cleanup(clean))) = a + i; (void)p)

int main() {
  static const two_loops tests[] = {
      {"braced_reference", braced_reference},
      {"braced_reference_member", braced_reference_member},
      {"nested_reference_member", nested_reference_member},
      {"parenthesized_aggregate", parenthesized_aggregate},
      {"list_of_pointers", list_of_pointers},
      {"record_of_pointers", record_of_pointers},
      {"designated", designated},
      {"pointer_to_member", pointer_to_member},
      {"pointer_to_member_arrow", pointer_to_member_arrow},
      {"through_integer", through_integer},
      {"through_integer_variable", through_integer_variable},
      {"through_bits", through_bits},
      {"through_builtin_bits", through_builtin_bits},
      {"pointer_in_bytes", pointer_in_bytes},
      {"pointer_difference", pointer_difference},
      {"union_of_pointers", union_of_pointers},
      {"union_assigned", union_assigned},
      {"const_cast_away", const_cast_away},
      {"const_reference_cast", const_reference_cast},
      {"structured_reference", structured_reference},
      {"structured_pointers", structured_pointers},
      {"conditional_lvalue", conditional_lvalue},
      {"comma_lvalue", comma_lvalue},
      {"assigned_lvalue", assigned_lvalue},
      {"incremented_lvalue", incremented_lvalue},
      {"statement_expression", statement_expression},
      {"init_capture", init_capture},
      {"captured_pointer", captured_pointer},
      {"called_at_once", called_at_once},
      {"initializer_list", initializer_list},
      {"new_in_place", new_in_place},
      {"conversion_operator", conversion_operator},
      {"conversion_to_reference", conversion_to_reference},
      {"overloaded_subscript", overloaded_subscript},
      {"overloaded_arrow", overloaded_arrow},
      {"overloaded_assignment", overloaded_assignment},
      {"spaceship", spaceship},
      {"destructor", destructor},
      {"destructor_of_temporary", destructor_of_temporary},
      {"destructor_of_member", destructor_of_member},
      {"constructor", constructor},
      {"inherited_constructor", inherited_constructor},
      {"default_member_value", default_member_value},
      {"overflow_builtin", overflow_builtin},
      {"memcpy_builtin", memcpy_builtin},
      {"sync_builtin", sync_builtin},
      {"atomic_builtin", atomic_builtin},
      {"atomic_pointer", atomic_pointer},
      {"assembler", assembler},
      {"vector_element", vector_element},
      {"vector_member", vector_member},
      {"vector_arrow", vector_arrow},
      {"matrix_element", matrix_element},
      {"generic", generic},
      {"chosen", chosen},
      {"range_for", range_for},
      {"range_for_elements", range_for_elements},
      {"real_part", real_part},
      {"array_of_references", array_of_references},
      {"array_copied", array_copied},
      {"returned_reference", returned_reference},
      {"const_parameter", const_parameter},
      {"mutable_member", mutable_member},
      {"cleanup", cleanup},
  };
  run_all(tests);
}
