// Macros, comments, continuations, #if and #line in and around directives.
// RUN: %clang -O1 -DWIDE=2 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -DWIDE=2 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s -- -DWIDE=2 | FileCheck %s
// RUN: %cleave rewrite %s -- -DWIDE=2 >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -DWIDE=2 -I%S %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c -- -DWIDE=2 -I%S | diff --strip-trailing-cr %t.rewritten.c -
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
#define LEN N
#define EACH(i) for(int i=0;i<LEN;i++)
#define SET(a,v) a = v
#define BUMP(x) do { (x) += 1; } while (0)
#define SEC(p) p[0:LEN]
int main(void){ init(); double *p=A; int naïve=4;
	#  pragma  omp   target  map(tofrom: SEC(p)) \
	   map(tofrom: B)   // a comment
	/* between */
	// another
	{
#pragma omp parallel for /* what */ schedule(static) // more
	EACH(i) p[i] += naïve;
#if WIDE > 1
	SET(B[1], p[0]);
#else
	BUMP(p[1]);
#endif
#line 500 "other.c"
  /* first */ naïve++ /* in */ ; /* behind */
		# pragma omp parallel \
		for schedule(static)
	for(int i=0;i<LEN;i++) /* body */
#ifdef WIDE
	  B[i] += p[LEN-1-i] + naïve;
#endif
	}
 printf("%d\n",naïve); show(); return 0;}
