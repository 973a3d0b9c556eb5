// The tasks of the benchmark, as kernels of lockstep (lockstep.cpp) and as plain loops (plain.cpp).
#pragma once

#include <cstdint>

constexpr std::uint32_t kBlocks = 256;
constexpr std::uint32_t kFrame = 256;                      // particles or elements per block
constexpr std::uint32_t kSide = 16, kGuarded = kSide + 2;  // side of a supercell, and with its guard
constexpr std::uint32_t kBins = 64;

struct Data {
    float x[kBlocks * kFrame], y[kBlocks * kFrame], field[kFrame];
    float guarded[kBlocks * kGuarded * kGuarded], out[kBlocks * kSide * kSide];
    std::uint32_t keys[kBlocks * kFrame], bins[kBins];
};

using Task = void (*)(Data&);
struct Tasks {
    Task saxpy, push, histogram, stencil;
};
extern const Tasks kPlain, kLockstep;
