// FILE: test/lit/transfers/other_names.cpp
// WHAT: more ways by which a loop writes to a mapped array other than by its name: see expressions.cpp.
// RUN: %clangxx -O1 -std=c++20 -Wno-everything %host_offload -I%S/Inputs %s -o %t.plain
// RUN: %cleave_cxx -O1 -std=c++20 -Wno-everything %host_offload -I%S/Inputs %s -o %t.split
// RUN: env MALLOC_PERTURB_=165 %run %t.plain >%t.expected
// RUN: env MALLOC_PERTURB_=165 %run %t.split | diff %t.expected -
// RUN: env MALLOC_PERTURB_=165 %run4 %t.split | diff %t.expected -
// RUN: %cleave explain --all %s -- -I%S/Inputs -std=c++20 -Wno-everything >%t.report 2>&1
// RUN: grep -c CLV001 %t.report | FileCheck --check-prefix=COUNT %s
// LABEL: fast
// COUNT: {{^}}61{{$}}
#include <cstdint>
#include <initializer_list>

#include "two_loops.h"
struct P { double *p; int k; };
TEST(copy_assign, P p; P q{a, 1}; p = q; p.p[i] = 1)
TEST(ref_to_pointer, double *q = a; double *&r = q; r[i] = 2)
TEST(ref_param_lambda, auto f = [](double &r) { r = 3; }; f(a[i]))
TEST(generic_lambda, auto f = [](auto *r) { *r = 4; }; f(a + i))
template <class... T> static void all(T... t) { ((*t = 5), ...); }
TEST(fold, all(a + i))
template <auto F> static void viaf(double *p) { F(p); }
static void set6(double *p) { *p = 6; }
TEST(function_argument, viaf<set6>(a + i))
TEST(function_pointer, void (*f)(double *) = set6; f(a + i))
struct Node { double *v; Node *next; };
TEST(list, Node x{a + i, nullptr}; Node y{b, &x}; *y.next->v = 7)
TEST(array_2d, auto &m = *(double(*)[8][8])a; m[i / 8][i % 8] = 8)
TEST(swap, double *x = b; double *y = a; double *t = x; x = y; y = t; x[i] = 9)
TEST(switch_init, switch (double *p = a + i; i & 1) { case 0: *p = 10; break; default: *p = 11; })
TEST(if_init, if (double *p = a + i; p) *p = 12)
TEST(while_var, int k = 1; while (double *p = k-- ? a + i : nullptr) *p = 13)
TEST(for_var, for (double *p = a + i, *e = p + 1; p != e; ++p) *p = 14)
TEST(ternary_ptr, *(i & 1 ? a + i : &a[i]) = 15)
TEST(elvis, *((a + i) ?: b) = 16)
TEST(goto_, double *p = a + i; goto l; l: *p = 17)
TEST(ptrptr, double *p = a; double **pp = &p; (*pp)[i] = 18)
TEST(ptr_array, double *p[2]; p[0] = a; p[1] = b; p[i & 0][i] = 19)
TEST(void_ptr, void *v = a + i; *(double *)v = 20)
TEST(char_ptr, *(double *)((char *)a + i * sizeof(double)) = 21)
struct B { double *p; void set() { *p = 22; } };
struct Dd : B { using B::set; };
TEST(base_method, Dd d; d.p = a + i; d.set())
struct Vi { virtual void set(double *p) const { *p = 23; } };
struct Bits { unsigned x : 3; unsigned y : 29; };
TEST(bitfield, Bits *z = (Bits *)a; z[2 * i].x = 5)
TEST(volatile_write, *(volatile double *)(a + i) = 24)
struct It { double *p; double &operator*() const { return *p; } It &operator++() { ++p; return *this; } bool operator!=(It o) const { return p != o.p; } };
struct Range { double *b, *e; It begin() const { return {b}; } It end() const { return {e}; } };
TEST(range, for (double &x : Range{a + i, a + i + 1}) x = 25)
TEST(range_ref, Range r{a + i, a + i + 1}; for (auto &&x : r) x = 26)
struct Prox { double *p; const Prox &operator=(double x) const { *p = x; return *this; } };
struct Vec { double *p; Prox operator[](int i) const { return {p + i}; } };
TEST(proxy, Vec v{a}; v[i] = 27)
TEST(compound_const, const Vec v{a}; v.p[i] += 28)
static double *idf(double *p) { return p; }
TEST(identity, idf(a)[i] = 29)
static const double *cidf(const double *p) { return p; }
TEST(const_identity, const_cast<double *>(cidf(a))[i] = 30)
TEST(reinterpret_int, reinterpret_cast<long &>(a[i]) = 31)
TEST(union_pun, union { double *p; uintptr_t u; } u; u.u = (uintptr_t)a; u.p[i] = 32)
TEST(xor_link, uintptr_t x = (uintptr_t)a ^ (uintptr_t)b; ((double *)(x ^ (uintptr_t)b))[i] = 33)
TEST(difference_bytes, auto d = (char *)a - (char *)b; *(double *)((char *)b + d + 8 * i) = 34)
TEST(nested_lambda, auto f = [&] { auto g = [&] { a[i] = 35; }; g(); }; f())
TEST(mutable_lambda, auto f = [p = a + i]() mutable { *p++ = 36; }; f())
TEST(init_list_ctor, struct L { double *q; L(std::initializer_list<double *> l) : q(*l.begin()) {} } l{a, b}; l.q[i] = 37)
TEST(member_fn_ptr, B x{a + i}; void (B::*f)() = &B::set; (x.*f)())
TEST(array_ref_param, auto f = [](double (&r)[N]) { r[3] = 38; }; if (i == 0) f(*(double(*)[N])a))
TEST(real_imag, __imag__ ((_Complex double *)a)[i / 2] = 39)
TEST(comma_ptr, (b[i] = b[i], a + i)[0] = 40)
TEST(const_member_ptr, const P p{a, 2}; p.p[i] = 41)
TEST(static_cast_ref, static_cast<double &>(a[i]) = 42)
TEST(rvalue_ref, double &&r = static_cast<double &&>(a[i]); r = 43)
TEST(array_new, double **pp = new double *[1]{a}; pp[0][i] = 44; delete[] pp)
TEST(throwing, try { throw a + i; } catch (double *p) { *p = 45; })
typedef double v2 __attribute__((vector_size(16)));
TEST(gcc_vector, ((v2 *)a)[i / 2][i & 1] = 46)
TEST(gcc_vector_ref, v2 &v = ((v2 *)a)[i / 2]; if (i % 2 == 0) v += 1)
TEST(postfix_pp, double *p = a + i; *p++ = 48)
TEST(pre_mm, double *p = a + i + 1; *--p = 49)
TEST(addr_deref, *&*(a + i) = 50)
TEST(idx_swapped, i[a] = 51)
TEST(assign_chain, double *p, *q; p = q = a; p[i] = 52)
TEST(compound_ptr, double *p = a; (p += i)[0] = 53)
TEST(const_ref_bound, const double &c = a[i]; a[i] = 54; b[i] += c)
struct Ref { double &r; Ref(double &x) : r(x) {} void set(double v) const { r = v; } };
TEST(ref_class, Ref r(a[i]); r.set(55))
TEST(ref_class_const, const Ref r(a[i]); r.set(56))
struct Outer { Ref r; };
TEST(ref_nested, Outer o{a[i]}; o.r.set(57))
TEST(array_of_struct_ptr, P ps[2] = {{a, 1}, {b, 2}}; ps[0].p[i] = 58)
TEST(struct_return, auto mk = [](double *p) { return P{p, 1}; }; mk(a).p[i] = 59)
TEST(const_union, const union { const double *c; double *d; } u = {a}; u.d[i] = 60)
int main() {
  static const two_loops tests[] = {
{"copy_assign", copy_assign},
{"ref_to_pointer", ref_to_pointer},
{"ref_param_lambda", ref_param_lambda},
{"generic_lambda", generic_lambda},
{"fold", fold},
{"function_argument", function_argument},
{"function_pointer", function_pointer},
{"list", list},
{"array_2d", array_2d},
{"swap", swap},
{"switch_init", switch_init},
{"if_init", if_init},
{"while_var", while_var},
{"for_var", for_var},
{"ternary_ptr", ternary_ptr},
{"elvis", elvis},
{"goto_", goto_},
{"ptrptr", ptrptr},
{"ptr_array", ptr_array},
{"void_ptr", void_ptr},
{"char_ptr", char_ptr},
{"base_method", base_method},
{"bitfield", bitfield},
{"volatile_write", volatile_write},
{"range", range},
{"range_ref", range_ref},
{"proxy", proxy},
{"compound_const", compound_const},
{"identity", identity},
{"const_identity", const_identity},
{"reinterpret_int", reinterpret_int},
{"union_pun", union_pun},
{"xor_link", xor_link},
{"difference_bytes", difference_bytes},
{"nested_lambda", nested_lambda},
{"mutable_lambda", mutable_lambda},
{"init_list_ctor", init_list_ctor},
{"member_fn_ptr", member_fn_ptr},
{"array_ref_param", array_ref_param},
{"real_imag", real_imag},
{"comma_ptr", comma_ptr},
{"const_member_ptr", const_member_ptr},
{"static_cast_ref", static_cast_ref},
{"rvalue_ref", rvalue_ref},
{"array_new", array_new},
{"throwing", throwing},
{"gcc_vector", gcc_vector},
{"gcc_vector_ref", gcc_vector_ref},
{"postfix_pp", postfix_pp},
{"pre_mm", pre_mm},
{"addr_deref", addr_deref},
{"idx_swapped", idx_swapped},
{"assign_chain", assign_chain},
{"compound_ptr", compound_ptr},
{"const_ref_bound", const_ref_bound},
{"ref_class", ref_class},
{"ref_class_const", ref_class_const},
{"ref_nested", ref_nested},
{"array_of_struct_ptr", array_of_struct_ptr},
{"struct_return", struct_return},
{"const_union", const_union},
  };
  run_all(tests);
}
