/* FILE: test/fuzz/programs/accesses_prelude.c
 * WHAT: types of programs over all expression forms, with what makes, changes and sums them up. No header is
 *       included: parsing would take longer than all the rest. So of the library's functions only those are called that
 *       clang knows by name: any other one may map a part of an object whose address is taken (CLV265).
 */
#include "accesses.h"

const char *const access_types[ACCESS_TYPES] = {"u32", "i32", "u64", "u16", "u8", "f64", "P", "Q",
                                                "V4",  "S4",  "M2",  "CD",  "UN", "A2",  "DB"};

/* MAKE an object of v, change x BY v, and HASH x. */
#define TYPE(name, make, by, hash)                                                                           \
  "static __attribute__((unused)) " name " make_" name "(u32 v) {\n" name " x;\n" make "\nreturn x;\n}\n"    \
  "static __attribute__((unused)) void bump_" name "(" name " *p, u32 v) {\n" by "\n}\n"                     \
  "static __attribute__((unused)) u32 sum_" name "(const " name " *p) {\nu32 h = 7;\n" hash                  \
  "\nreturn h;\n}\n"

#define HASH(part) "h = h * 31 + (u32)(" part ");\n"

const char accesses_prelude[] =
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
    "int printf(const char *, ...);\nvoid *malloc(__SIZE_TYPE__);\nvoid free(void *);\nint atoi(const char *);\n"
    "void *memcpy(void *, const void *, __SIZE_TYPE__);\n"
    "#ifdef __cplusplus\n}\n#endif\n"
    "typedef __UINTPTR_TYPE__ uptr;\ntypedef unsigned u32;\ntypedef int i32;\ntypedef unsigned long u64;\n"
    "typedef unsigned short u16;\ntypedef unsigned char u8;\ntypedef double f64;\n"
    "struct Z {\ni32 w;\nf64 d;\n};\n"
    "typedef struct P {\nu32 x, y[4];\nstruct Z z;\nu32 b : 7;\nunion {\nu32 o;\nu8 c[4];\n};\n} P;\n"
    "typedef struct Q {\nu32 m;\nf64 n;\n} Q;\n"
    "typedef u32 V4 __attribute__((ext_vector_type(4)));\ntypedef i32 S4 __attribute__((vector_size(16)));\n"
    "typedef u32 M2 __attribute__((matrix_type(2, 2)));\ntypedef double _Complex CD;\n"
    "typedef union UN {\nu32 u;\nu8 c[4];\n} UN;\n"
    "static u64 digest = 1;\n"
    "static void digest_long(u64 value) {\ndigest = (digest ^ value) * 0x100000001b3ul;\n}\n"
    "static void report(const char *name) {\nprintf(\"%s %016lx\\n\", name, digest);\ndigest = 1;\n}\n" TYPE(
        "u32", "x = v;", "*p += v;",
        HASH("*p")) TYPE("i32", "x = (i32)(v % 1000u);", "*p += (i32)(v % 100u);",
                         HASH("*p")) TYPE("u64", "x = v * 5ul;", "*p += v;",
                                          HASH("*p")
                                              HASH("*p >> 32")) TYPE("u16", "x = (u16)v;",
                                                                     "*p = (u16)(*p + v);",
                                                                     HASH("*p")) TYPE("u8", "x = (u8)v;",
                                                                                      "*p = (u8)(*p + v);",
                                                                                      HASH("*p"))
        TYPE("f64", "x = v % 1000u;", "*p += v % 100u;", HASH("*p * 4")) TYPE(
            "P",
            "for (int k = 0; k < 4; k++)\nx.y[k] = v + (u32)k;\nx.x = v;\nx.z.w = (i32)(v % 500u);\nx.z.d = v % 300u;\n"
            "x.b = v % 100u;\nx.o = v * 3;",
            "p->x += v;\np->y[1] ^= v;\np->z.d += v % 50u;\np->b ^= 1;",
            HASH("p->x") HASH("p->y[0]") HASH("p->y[1]") HASH("p->y[2]") HASH("p->y[3]") HASH("p->z.w")
                HASH("p->z.d * 4") HASH("p->b") HASH("p->o"))
            TYPE("Q", "x.m = v;\nx.n = v % 700u;", "p->m += v;\np->n += v % 20u;",
                 HASH("p->m") HASH("p->n * 4")) TYPE("V4", "x = (V4){v, v + 1, v + 2, v + 3};", "*p += v;",
                                                     HASH("p->x") HASH("p->y") HASH("p->z") HASH("p->w"))
                TYPE("S4", "x = (S4){(i32)(v % 99u), 1, 2, (i32)(v % 77u)};", "(*p)[1] += (i32)(v % 64u);",
                     HASH("(*p)[0]") HASH("(*p)[1]") HASH("(*p)[2]") HASH("(*p)[3]"))
                    TYPE("M2", "x[0][0] = v;\nx[0][1] = v + 1;\nx[1][0] = v + 2;\nx[1][1] = v + 3;",
                         "(*p)[1][0] += v;",
                         HASH("(*p)[0][0]") HASH("(*p)[0][1]") HASH("(*p)[1][0]") HASH("(*p)[1][1]"))
                        TYPE("CD", "__real__ x = v % 100u;\n__imag__ x = v % 31u;", "__imag__ *p += v % 16u;",
                             HASH("__real__ *p * 4") HASH("__imag__ *p * 4"))
                            TYPE("UN", "x.u = v;", "p->c[2] ^= (u8)v;", HASH("p->u"));

const char accesses_prelude_cxx[] =
    "namespace std {\ntemplate <class T> struct tuple_size;\ntemplate <__SIZE_TYPE__ I, class T> struct tuple_element;\n}\n"
    "struct A2 {\nu32 e[2];\nu32 &operator[](int i) {\nreturn e[i];\n}\n"
    "const u32 &operator[](int i) const {\nreturn e[i];\n}\nu32 *begin() {\nreturn e;\n}\nu32 *end() {\nreturn e + 2;\n}\n"
    "template <__SIZE_TYPE__ I> u32 &get() {\nreturn e[I];\n}\n};\n"
    "template <> struct std::tuple_size<A2> {\nstatic constexpr int value = 2;\n};\n"
    "template <__SIZE_TYPE__ I> struct std::tuple_element<I, A2> {\nusing type = u32;\n};\n"
    "struct BB {\nu32 base;\nu32 &ref() {\nreturn base;\n}\n};\nstruct DB : BB {\nu32 own;\n};\n"
    "template <class T> struct pair_of {\nT &first;\nint second = 3;\n"
    "template <__SIZE_TYPE__ I> auto &get() {\nif constexpr (I == 0)\nreturn first;\nelse\nreturn second;\n}\n};\n"
    "template <class T> struct std::tuple_size<pair_of<T>> {\nstatic constexpr int value = 2;\n};\n"
    "template <class T> struct std::tuple_element<0, pair_of<T>> {\nusing type = T;\n};\n"
    "template <class T> struct std::tuple_element<1, pair_of<T>> {\nusing type = int;\n};\n" TYPE(
        "A2", "x.e[0] = v;\nx.e[1] = v + 9;", "p->e[1] += v;", HASH("p->e[0]") HASH("p->e[1]"))
        TYPE("DB", "x.base = v;\nx.own = v + 5;", "p->base += v;\np->own ^= v;",
             HASH("p->base") HASH("p->own"));
