// The hardware warp of kernels.hpp, emulated by gpu_backend/device/emulator.cpp. A separate file, since the
// functions have the same names as those on a device.

#include <cstdlib>
#include <iostream>

#include "gpu_backend/device/emulator.hpp"
#include "tests/software_cuda/kernels.hpp"

namespace software_cuda {

namespace hardware = musimd::hardware;

Index thread, block, block_size, grid_size;

namespace {

bool running = false;

struct Call {
    WarpKernel kernel;
    void* argument;
    unsigned warps;
};

// Once in each of 32 threads.
void run_warp(Call& call) {
    running = true;
    const auto done = musimd::gpu::run_emulated_warp(
        [](void* it, unsigned) {
            const Call& of = *static_cast<Call*>(it);
            of.kernel(of.argument, of.warps);
        },
        &call, 0, &hardware::musimd_emulator);
    running = false;
    if (done) return;
    std::cerr << done.error() << "\n";
    std::exit(1);
}

}  // namespace

unsigned lane() {
    return hardware::lane();
}
std::uint32_t ballot(bool vote) {
    return hardware::ballot(vote);
}
std::int64_t shuffle(std::int64_t value, unsigned from) {
    return hardware::shuffle(value, from);
}
std::uint32_t match(std::uint64_t value) {
    return hardware::match(value);
}
void sync() {
    hardware::sync();
}
bool in_warp() {
    return running;
}

void launch_warps(WarpKernel kernel, unsigned blocks, unsigned threads, void* argument, unsigned warps) {
    Call call{kernel, argument, warps};
    block_size.x = threads;
    grid_size.x = blocks;
    for (block.x = 0; block.x < blocks; ++block.x) {
        for (thread.x = 0; thread.x < threads; thread.x += 32) run_warp(call);
    }
}

}  // namespace software_cuda
