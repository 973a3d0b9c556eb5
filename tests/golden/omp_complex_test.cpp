// `musimd omp`: complex numbers of C, beside gcc.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kernels/compiled/compilers.hpp"
#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_complex_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;
using testing::StartsWith;

class OmpComplex : public OmpFolder {
  protected:
    /// From line 6 on; it prints this, and what the program that gcc compiles prints.
    void expect_output(const std::string& text, const std::string& output) const {
        folder_.write(
            "x.c",
            "#include <complex.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
            "static void show(double complex z) { printf(\"%.15g %.15g\\n\", creal(z), cimag(z)); }\n" +
                text);
        const bool has_gcc = !kernels::openmp::command_of_compiler("gcc").empty();
        const Finished finished = omp({"x.c", "--function", "main", "--compilers", has_gcc ? "gcc" : "none"});
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
        EXPECT_THAT(finished.output, StartsWith(output)) << finished.errors;
        EXPECT_THAT(finished.output, Not(HasSubstr("differs")));
    }

    Finished refused(const std::string& body) const {
        folder_.write("x.c", "#include <complex.h>\nint main(void) {\n" + body + "\n}\n");
        return omp({"x.c", "--function", "main", "--compilers", "none"});
    }
};

TEST_F(OmpComplex, ArithmeticAndComparisons) {
    expect_output(
        R"(
int main(void) {
    double complex a = 1 + 2 * I, b = CMPLX(3, -1), c = a;
    show(a + b), show(a - b), show(a * b), show(a / b), show(-a), show(~a);
    show(2 * a - b / 4 + 1), show(3 / a), show(5 - a), show(a * (I - 1));
    c += 2, c *= I, c /= 3, c -= a;
    show(c);
    double d = b;
    d += a;
    printf("%g %d %d %d %d %d\n", d, a == b, a != b, a == 1 + 2 * I, !c, a ? 1 : 0);
    volatile float q = 1.5f;  // a compiler rounds constants otherwise
    float complex f = q - 0.25f * I, g = f / (0.1f + 0.3f * I);
    show(f * g), show(g), show(f + a);
    __real__ c = 7;
    __imag__ c = d;
    show(c), show(d > 3 ? a : b);
    return 0;
}
)",
        "4 1\n-2 3\n5 5\n0.1 0.7\n-1 -2\n1 -2\n2.25 4.25\n0.6 -1.2\n4 -2\n-3 -1\n");
}

TEST_F(OmpComplex, ProductsAndQuotientsOfExtremeNumbers) {
    expect_output(
        R"(
static double part(double x) { return isnan(x) ? 12345 : x; }  // without its sign
static void parts(double complex z) { printf("%.17g %.17g\n", part(creal(z)), part(cimag(z))); }
int main(void) {
    volatile double x[] = {0, -0.0, 1, 3, INFINITY, -INFINITY, 1e308, 1e-308, 4e-320};
    for (int k = 0; k < 729; k++) {
        double complex a = CMPLX(x[k / 81], x[(k / 9 + k) % 9]), b = CMPLX(x[k / 9 % 9], x[k % 9]);
        float complex f = a, g = b;
        parts(a * b), parts(a / b), parts(f * g), parts(f / g);
    }
    return 0;
}
)",
        "");
}

TEST_F(OmpComplex, FunctionsOfTheLibrary) {
    expect_output(
        R"(
int main(void) {
    double complex a = 1 + 2 * I, b = 3 - I;
    printf("%g %g %g %g\n", cabs(b), carg(b), creal(conj(b) * b), cabsf(1.5f + 2 * I));
    show(csqrt(-4)), show(csqrt(-3 - 4 * I)), show(csqrt(2 * I)), show(cexp(a)), show(clog(a)), show(clog(1 + 1e-9 * I));
    show(cpow(a, b)), show(csin(a) + ccos(b) * ctan(a)), show(csinh(a) + ccosh(b) * ctanh(a)), show(cproj(a));
    return 0;
}
)",
        "3.16228 -0.321751 10 2.5\n0 2\n1 -2\n1 1\n");
}

TEST_F(OmpComplex, InObjectsAndFunctions) {
    expect_output(
        R"(
typedef struct { double complex z; float complex w[2]; int n; } Item;
static double complex table[4] = {1, 2 * I, 3 + 4 * I};
static double complex square(double complex z) { return z * z; }
static float complex half(float complex z) { z /= 2; return z; }
static double complex power(double complex z, int n) { return n == 0 ? 1 : z * power(z, n - 1); }
static void rotate(double complex *z, int n, double complex by) {
    for (int i = 0; i < n; i++) z[i] *= by;
}
int main(void) {
    for (int i = 0; i < 4; i++) show(table[i]);
    Item item = {1 + I, {2, 3 * I}, 3}, other = item;
    other.z = square(other.z) + item.w[1];
    other.w[0] *= 2;
    show(other.z), show(half(other.w[0])), show(power(1 + I, 9));
    double complex (*f)(double complex) = square, *z = calloc(4, sizeof *z);
    for (int i = 0; i < 4; i++) z[i] = f(table[i]);
    rotate(z + 1, 3, I);
    double *raw = (double *)z;
    for (int i = 0; i < 8; i++) printf("%g ", raw[i]);
    int k = 0;
    z[k++] += z[3];
    show(z[0]);
    return k - 1;
}
)",
        "1 0\n0 2\n3 4\n0 0\n0 5\n2 0\n16 16\n");
}

TEST_F(OmpComplex, InLoopsAndRegions) {
    expect_output(
        R"(
int main(void) {
    enum { n = 100 };
    double complex z[n], last = 0, first = 2 + I, total = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) z[i] = (i - 40) * (1 + 0.5 * I) / (2 - I);
#pragma omp parallel for lastprivate(last) firstprivate(first)
    for (int i = 0; i < n; i++) { last = z[i] * first; z[i] = last; }
    show(last), show(z[3]);
#pragma omp parallel
    {
        double complex own = 0;
#pragma omp for
        for (int i = 0; i < n; i++) own += z[i];
#pragma omp critical
        total += own;
    }
    show(total);
    int steps[8];
#pragma omp parallel for simd
    for (int i = 0; i < 8; i++) {
        double complex c = -1 + 0.25 * i + 0.5 * I, w = 0;
        int k = 0;
        while (k < 20 && cabs(w) < 2) { w = w * w + c; k++; }
        steps[i] = k;
    }
    for (int i = 0; i < 8; i++) printf("%d ", steps[i]);
    return 0;
}
)",
        "11.8 64.9\n-7.4 -40.7\n190 1045\n5 6 20 20 20 20 5 3 ");
}

TEST_F(OmpComplex, Reductions) {
    expect_output(
        R"(
int main(void) {
    enum { n = 64 };
    double complex sum = 1, product = 1, lanes = 0, z[n], parts[2] = {0};
    for (int i = 0; i < n; i++) z[i] = i - 2 * i * I;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) sum += z[i];
#pragma omp parallel for reduction(* : product)
    for (int i = 0; i < 5; i++) product *= 1 + i * I;
#pragma omp simd reduction(- : lanes)
    for (int i = 0; i < n; i++) lanes -= z[i] * z[n - 1 - i];
#pragma omp parallel for reduction(+ : parts)
    for (int i = 0; i < n; i++) parts[i % 2] += z[i];
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp for
        for (int i = 0; i < n; i++) sum += z[i];
#pragma omp barrier
    }
    show(sum), show(product), show(lanes), show(parts[1]);
    return 0;
}
)",
        "4033 -8064\n-10 -40\n");
}

TEST_F(OmpComplex, Races) {
    folder_.write(
        "x.c",
        "#include <complex.h>\nint main(void) {\n    double complex z = 0;\n#pragma omp parallel for\n"
        "    for (int i = 0; i < 8; i++) z += i;\n    return creal(z) > 0;\n}\n");
    const Finished finished = omp({"x.c", "--function", "main", "--compilers", "none"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.errors, HasSubstr("x.c:5:"));
    EXPECT_THAT(finished.errors, HasSubstr("race"));
}

TEST_F(OmpComplex, WhatIsNotSupported) {
    EXPECT_THAT(refused("    double complex z = 1;\n    z++;\n    return creal(z) > 3;").errors,
                HasSubstr("x.c:4:6: error: `++` and `--` of a complex number are not supported; add 1\n"));
    EXPECT_THAT(refused("    double complex z = 1;\n    return creal(casin(z)) > 3;").errors,
                HasSubstr("x.c:4:18: error: the function 'casin' is not supported"));
}

}  // namespace
}  // namespace musimd::omp_complex_test
