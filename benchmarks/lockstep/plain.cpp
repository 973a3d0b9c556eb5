#include "kernels.hpp"

namespace {

void saxpy(float* y, const float* x, float a) {
    for (std::uint32_t block = 0; block < kBlocks; ++block)
        for (std::uint32_t i = 0; i < kFrame; ++i) y[block * kFrame + i] += a * x[block * kFrame + i];
}

void push(float* position, float* momentum, const float* field) {
    for (std::uint32_t block = 0; block < kBlocks; ++block)
        for (std::uint32_t i = 0; i < kFrame; ++i) {
            float& x = position[block * kFrame + i];
            float& p = momentum[block * kFrame + i];
            p += field[static_cast<std::uint32_t>(x) % kFrame] * 0.125F;
            x += p * 0.125F;
            x = x < 0 ? x + kFrame : x >= kFrame ? x - kFrame : x;
        }
}

void histogram(std::uint32_t* total, const std::uint32_t* keys) {
    for (std::uint32_t block = 0; block < kBlocks; ++block) {
        std::uint32_t bins[kBins];
        for (std::uint32_t& bin : bins) bin = 0;
        for (std::uint32_t i = 0; i < kFrame; ++i) ++bins[keys[block * kFrame + i] % kBins];
        for (std::uint32_t i = 0; i < kBins; ++i) total[i] += bins[i];
    }
}

void stencil(float* out, const float* guarded) {
    for (std::uint32_t block = 0; block < kBlocks; ++block) {
        float cell[kGuarded * kGuarded];
        for (std::uint32_t i = 0; i < kGuarded * kGuarded; ++i)
            cell[i] = guarded[block * kGuarded * kGuarded + i];
        for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
            const std::uint32_t at = (i / kSide + 1) * kGuarded + i % kSide + 1;
            out[block * kSide * kSide + i] =
                cell[at - kGuarded] + cell[at - 1] - 4 * cell[at] + cell[at + 1] + cell[at + kGuarded];
        }
    }
}

}  // namespace

const Tasks kPlain = {
    [](Data& d) { saxpy(d.y, d.x, 0.5F); },
    [](Data& d) { push(d.x, d.y, d.field); },
    [](Data& d) { histogram(d.bins, d.keys); },
    [](Data& d) { stencil(d.out, d.guarded); },
};
