// Rewriting changes nothing about literals, nor any byte outside of regions; lines of ours end as the others do.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %plain_rewrite %s >%t.rewritten.cpp
// RUN: %clangxx -O1 %host_offload %t.rewritten.cpp -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// What stands before the region and after it, byte for byte.
// RUN: sed '/^  int sum/q' %s >%t.front && sed '/^  int sum/q' %t.rewritten.cpp | cmp %t.front -
// RUN: sed -n '/^  printf/,$p' %s >%t.back && sed -n '/^  printf/,$p' %t.rewritten.cpp | cmp %t.back -
//
// With CR LF at the end of each line.
// RUN: sed 's/$/\r/' %s >%t.crlf.cpp
// RUN: %clangxx -O1 %host_offload %t.crlf.cpp -o %t.crlf && %run %t.crlf >%t.crlf.expected
// RUN: %plain_rewrite %t.crlf.cpp >%t.crlf.rewritten.cpp
// RUN: sed -e 's/\r$//' -e 's/$/\r/' %t.crlf.rewritten.cpp | cmp %t.crlf.rewritten.cpp -
// RUN: %clangxx -O1 %host_offload %t.crlf.rewritten.cpp -o %t.crlf.rewritten
// RUN: %run4 %t.crlf.rewritten | diff %t.crlf.expected -
#include <stdio.h>
static int a[100], b[100];   
static const char text[] = R"(trailing blanks   
  and an indent, a quote " and a backslash \
	a tab)"; /* don't   
  */

#pragma omp declare target
static int length(const char *text) {
  int n = 0;
  while (text[n])
    n += 1;
  return n;
}
#pragma omp end declare target

int main() {
  int sum = 0;
#pragma omp target map(tofrom : a, b, sum)
  {
    int step = 1'000 + 'x' + length("con\
tinued   \
 string");
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = step + length(R"x(a raw
string   
 )" ')x") + length("a /* no comment */ \" ");
    int last = length(u8R"(two
   lines)");   // it's a comment
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] = a[i] + las\
t;
    sum = a[3] + b[99];
  }
  printf("%d %s %s\n", sum, text, R"(
   last   
)");   
  return 0;
}
