/* FILE: tools/toolkit/libdevice.c
 * WHAT: libdevice.10.bc of the stand-in toolkit. A function that is an instruction in NVIDIA's libdevice is one here.
 *       The others call __nv_pure_*, which the simulator executes: the attribute keeps the compiler from assuming that
 *       a mathematical function changes memory. A function that is absent here stays a call of __nv_*.
 */
#define INLINE __attribute__((always_inline))
#define PURE __attribute__((const))

#define CALL_1(type, name)                                                                                   \
  PURE type __nv_pure_##name(type x);                                                                        \
  INLINE type __nv_##name(type x) { return __nv_pure_##name(x); }
#define CALL_2(result, name, first, second)                                                                  \
  PURE result __nv_pure_##name(first x, second y);                                                           \
  INLINE result __nv_##name(first x, second y) { return __nv_pure_##name(x, y); }
#define CALL_FROM(result, name, type)                                                                        \
  PURE result __nv_pure_##name(type x);                                                                      \
  INLINE result __nv_##name(type x) { return __nv_pure_##name(x); }
#define VALUE_1(result, name, type, expression)                                                              \
  INLINE result __nv_##name(type x) { return expression; }
#define VALUE_2(type, name, expression)                                                                      \
  INLINE type __nv_##name(type x, type y) { return expression; }

/* For double, and with f at the end of the name for float. */
#define BOTH_1(name) CALL_1(double, name) CALL_1(float, name##f)
#define BOTH_2(name) CALL_2(double, name, double, double) CALL_2(float, name##f, float, float)
#define INSTRUCTION_1(name, builtin)                                                                         \
  VALUE_1(double, name, double, builtin(x)) VALUE_1(float, name##f, float, builtin(x))
#define INSTRUCTION_2(name, builtin)                                                                         \
  VALUE_2(double, name, builtin(x, y)) VALUE_2(float, name##f, builtin(x, y))

INSTRUCTION_1(sqrt, __builtin_elementwise_sqrt)
INSTRUCTION_1(fabs, __builtin_elementwise_abs)
INSTRUCTION_1(ceil, __builtin_elementwise_ceil)
INSTRUCTION_1(floor, __builtin_elementwise_floor)
INSTRUCTION_1(trunc, __builtin_elementwise_trunc)
INSTRUCTION_1(rint, __builtin_elementwise_rint)
INSTRUCTION_1(nearbyint, __builtin_elementwise_nearbyint)
INSTRUCTION_2(copysign, __builtin_elementwise_copysign)
VALUE_2(double, fmin, __builtin_fmin(x, y))
VALUE_2(float, fminf, __builtin_fminf(x, y))
VALUE_2(double, fmax, __builtin_fmax(x, y))
VALUE_2(float, fmaxf, __builtin_fmaxf(x, y))
VALUE_2(int, min, x < y ? x : y)
VALUE_2(int, max, x > y ? x : y)
INLINE double __nv_fma(double x, double y, double z) { return __builtin_elementwise_fma(x, y, z); }
INLINE float __nv_fmaf(float x, float y, float z) { return __builtin_elementwise_fma(x, y, z); }
VALUE_1(int, isnand, double, __builtin_isnan(x))
VALUE_1(int, isnanf, float, __builtin_isnan(x))
VALUE_1(int, isinfd, double, __builtin_elementwise_abs(x) == __builtin_inf())
VALUE_1(int, isinff, float, __builtin_elementwise_abs(x) == __builtin_inff())
VALUE_1(int, isfinited, double, __builtin_elementwise_abs(x) < __builtin_inf())
VALUE_1(int, finitef, float, __builtin_elementwise_abs(x) < __builtin_inff())

BOTH_1(sin);
BOTH_1(cos);
BOTH_1(tan);
BOTH_1(asin);
BOTH_1(acos);
BOTH_1(atan);
BOTH_1(sinh);
BOTH_1(cosh);
BOTH_1(tanh);
BOTH_1(asinh);
BOTH_1(acosh);
BOTH_1(atanh);
BOTH_1(exp);
BOTH_1(exp2);
BOTH_1(exp10);
BOTH_1(expm1);
BOTH_1(log);
BOTH_1(log2);
BOTH_1(log10);
BOTH_1(log1p);
BOTH_1(logb);
BOTH_1(rsqrt);
BOTH_1(cbrt);
BOTH_1(rcbrt);
BOTH_1(round);
BOTH_1(erf);
BOTH_1(erfc);
BOTH_1(erfcx);
BOTH_1(normcdf);
BOTH_1(tgamma);
BOTH_1(lgamma);
BOTH_1(sinpi);
BOTH_1(cospi);
BOTH_1(j0);
BOTH_1(j1);
BOTH_1(y0);
BOTH_1(y1);
BOTH_2(pow);
BOTH_2(atan2);
BOTH_2(fmod);
BOTH_2(remainder);
BOTH_2(hypot);
BOTH_2(rhypot);
BOTH_2(fdim);
BOTH_2(nextafter);
CALL_2(double, powi, double, int);
CALL_2(float, powif, float, int);
CALL_2(double, ldexp, double, int);
CALL_2(float, ldexpf, float, int);
CALL_2(double, scalbn, double, int);
CALL_2(float, scalbnf, float, int);
CALL_2(double, jn, int, double);
CALL_2(float, jnf, int, float);
CALL_2(double, yn, int, double);
CALL_2(float, ynf, int, float);
CALL_FROM(int, ilogb, double);
CALL_FROM(int, ilogbf, float);
CALL_FROM(long long, llrint, double);
CALL_FROM(long long, llrintf, float);
CALL_FROM(long long, llround, double);
CALL_FROM(long long, llroundf, float);
CALL_1(float, fast_sinf);
CALL_1(float, fast_cosf);
CALL_1(float, fast_tanf);
CALL_1(float, fast_expf);
CALL_1(float, fast_exp10f);
CALL_1(float, fast_logf);
CALL_1(float, fast_log2f);
CALL_1(float, fast_log10f);
CALL_2(float, fast_powf, float, float);
INLINE
void __nv_sincos(double x, double *sine, double *cosine) {
  *sine = __nv_sin(x);
  *cosine = __nv_cos(x);
}
INLINE void __nv_sincosf(float x, float *sine, float *cosine) {
  *sine = __nv_sinf(x);
  *cosine = __nv_cosf(x);
}
