// The loops of the kernels beside, as C++ without threads: scalar KERNEL REPEAT prints nanoseconds of
// processor time for one repetition.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int kSide = 256;
constexpr int kElements = kSide * kSide;
constexpr int kTile = 16;
float a[kElements], b[kElements], c[kElements];

void product() {
    static float as[kTile][kTile], bs[kTile][kTile], sums[kTile][kTile];
    for (int block = 0; block < kElements / kTile / kTile; ++block) {
        const int top = block / (kSide / kTile) * kTile;
        const int left = block % (kSide / kTile) * kTile;
        std::memset(sums, 0, sizeof sums);
        for (int t = 0; t < kSide; t += kTile) {
            for (int y = 0; y < kTile; ++y) {
                for (int x = 0; x < kTile; ++x) {
                    as[y][x] = a[(top + y) * kSide + t + x];
                    bs[y][x] = b[(t + y) * kSide + left + x];
                }
            }
            for (int y = 0; y < kTile; ++y) {
                for (int x = 0; x < kTile; ++x) {
                    float sum = sums[y][x];
                    for (int k = 0; k < kTile; ++k) sum += as[y][k] * bs[k][x];
                    sums[y][x] = sum;
                }
            }
        }
        for (int y = 0; y < kTile; ++y) {
            for (int x = 0; x < kTile; ++x) c[(top + y) * kSide + left + x] = sums[y][x];
        }
    }
}

void saxpy() {
    for (int i = 0; i < kElements; ++i) b[i] = 0.5f * a[i] + b[i];
}

void stencil() {
    for (int y = 1; y < kSide - 1; ++y) {
        for (int x = 1; x < kSide - 1; ++x) {
            const int i = y * kSide + x;
            c[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - kSide] + a[i + kSide]);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    void (*const run)() = std::strcmp(argv[1], "product") == 0 ? product
                          : std::strcmp(argv[1], "saxpy") == 0 ? saxpy
                                                               : stencil;
    const int repeat = std::atoi(argv[2]);
    for (int i = 0; i < kElements; ++i) {
        a[i] = static_cast<float>(i % 7) * 0.001f;
        b[i] = static_cast<float>(i % 5) * 0.001f;
    }
    const std::clock_t start = std::clock();
    for (int r = 0; r < repeat; ++r) {
        run();
        asm volatile("" ::: "memory");
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%.0f\n", seconds / repeat * 1e9);
    return c[0] + b[1] < 1e30f ? 0 : 1;
}
