// difference with nsimd-avx2 (also asked: nsimd-avx2); expected is what C++ gives for each element by itself.
//   g++ -std=c++17 -O1 -ffp-contract=off -DAVX2 -mavx2 -I$NSIMD_ROOT/include FILE.cpp \
//       -L$NSIMD_ROOT/lib -Wl,-rpath,$NSIMD_ROOT/lib -lnsimd_avx2

#include <nsimd/modules/spmd.hpp>

#include <unistd.h>

#include <csignal>
#include <cstring>
#include <iostream>

spmd_kernel_1d(kernel, i32 *out)
  k_int v0 = k_int((i32)(-2147483647 - 1));
  k_set(v0, k_subs((i32)0, v0));
  k_store(out, v0);
spmd_kernel_end

static unsigned int out[] = {
    0x0,
};
static unsigned int out_expected[] = {
    0x7fffffff,
};

static void hangs(int) {
    const char text[] = "HANGS\n";
    (void)!write(1, text, sizeof text - 1);
    _exit(1);
}

int main() {
    std::signal(SIGALRM, hangs);
    alarm(5);
    spmd_launch_kernel_1d(kernel, 32, 1, 1, (i32*)out + 0);
    int different = 0;
    for (long i = 0; i < 1; ++i) {
        i32 seen, wanted;
        std::memcpy(&seen, &out[i], sizeof seen);
        std::memcpy(&wanted, &out_expected[i], sizeof wanted);
        if (std::memcmp(&seen, &wanted, sizeof seen) == 0) continue;
        std::cout << "out[" << i + (0) << "] is " << +seen << ", expected " << +wanted << '\n';
        different = 1;
    }
    std::cout << (different ? "DIFFERENT\n" : "OK\n");
    return different;
}

// Found by: musimd fuzz --dsl --backends nsimd-avx2 --seed 8709371129873690785 --count 1 --bits 32
