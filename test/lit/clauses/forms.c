// 20 loops in all equivalent OpenMP forms: combined, on two and three directives, with simd, loop, if, num_teams, thread_limit, num_threads,
// schedule, dist_schedule, counters from outside of the region, macros and operators. cleave chooses the same forms of kernels for all.
// LABEL: fast
// RUN: python3 %S/Inputs/forms.py compare %cleave explain --all | FileCheck %s
// CHECK: add: none
// CHECK: copy_row: 43
// CHECK: stencil: 43
// CHECK: transpose: 43
// CHECK: collapsed: 43
// CHECK: cube: 43
// CHECK: product: 43
// CHECK: row_sum: 46
// CHECK: column_sum: 46
// CHECK: element_sum: 30 46
// CHECK: sum: 50
// CHECK: dot: 50
// CHECK: maximum: 50
// CHECK: sum_of_nest: 50
// CHECK: collapsed_sum: 50
// CHECK: histogram: 56
// CHECK: sparse: 53
// CHECK: ragged: 53
// CHECK: smooth: 43
// CHECK: triangle: 43
// CHECK: 41 forms of 20 loops: 0 differences
