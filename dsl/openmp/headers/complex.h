// <complex.h> of the system; with Clang it has no CMPLX.
#include_next <complex.h>

#if !defined(__cplusplus) && !defined(CMPLX)
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#define CMPLXF(re, im) __builtin_complex((float)(re), (float)(im))
#define CMPLXL(re, im) __builtin_complex((long double)(re), (long double)(im))
#endif
