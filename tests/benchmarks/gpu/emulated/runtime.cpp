// What emulated/cuda_runtime.h asks of a hardware warp, which gpu_backend/emulator.cpp emulates. A file of
// its own: the functions have the names of those on a device.

#include <cstdlib>
#include <iostream>

#include "gpu_backend/emulator.hpp"

namespace emulated {

namespace hardware = musimd::hardware;

bool running = false;

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

void run_warp(void (*work)(void*), void* context) {
    struct Call {
        void (*work)(void*);
        void* context;
    } call{work, context};
    running = true;
    const auto done = musimd::gpu::run_emulated_warp(
        [](void* it, unsigned) { static_cast<Call*>(it)->work(static_cast<Call*>(it)->context); }, &call, 0,
        &hardware::musimd_emulator);
    running = false;
    if (done) return;
    std::cerr << done.error() << "\n";
    std::exit(1);
}

}  // namespace emulated
