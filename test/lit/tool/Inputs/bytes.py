# bytes.py: writes a C file whose name and text have bytes that are no UTF-8, control characters and UTF-8.
import os

with open(b"caf\xe9 \x01 \xe2\x82\xac \xed\xa0\x80.c", "wb") as file:
    file.write(b"""int f(const char *);
void region(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for num_threads(f("\xe9\x7f \xe2\x82\xac \xff"))
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp parallel for schedule(static, f("\xc3("))
    for (int i = 0; i < n; i++) a[i] += f("\xf0\x28");
  }
}
""")
