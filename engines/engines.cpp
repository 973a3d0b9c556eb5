#include "engines/engines.hpp"

#include <vector>

#include "gpu_backend/compiled/engine.hpp"
#include "gpu_backend/device/device.hpp"
#include "gpu_backend/interpreted/interpreter.hpp"

namespace musimd {
namespace {

constexpr Engine kDeviceEngines[] = {
    {.name = "cuda",
     .meaning = "on a GPU, compiled by NVRTC; one hardware warp per simulated warp",
     .run = gpu::run_cuda,
     .estimated_bytes = gpu::estimated_bytes,
     .prepare = gpu::prepare_cuda,
     .preferred_batch = 100,
     .caches_prepared = true,
     .why_not = gpu::why_no_cuda_device,
     .shows_steps = false,
     .is_interruptible = false},
    {.name = "cuda-emulated",
     .meaning = "the code of cuda, on a GPU emulated by the processor",
     .run = gpu::run_cuda_emulated,
     .estimated_bytes = gpu::estimated_bytes,
     .prepare = gpu::prepare_cuda_emulated,
     .shows_steps = false,
     .is_interruptible = false},
    {.name = "cuda-interp",
     .meaning = "on a GPU, interpreted; one hardware warp per program, thousands per launch",
     .run = gpu::run_cuda_interp,
     .estimated_bytes = gpu::estimated_interpreter_bytes,
     .prepare = gpu::prepare_cuda_interp,
     .preferred_batch = 4096,
     .caches_prepared = true,
     .why_not = gpu::why_no_cuda_device,
     .shows_steps = false,
     .is_interruptible = false},
    {.name = "cuda-interp-emulated",
     .meaning = "the code of cuda-interp, on a GPU emulated by the processor",
     .run = gpu::run_cuda_interp_emulated,
     .estimated_bytes = gpu::estimated_interpreter_bytes,
     .prepare = gpu::prepare_cuda_interp_emulated,
     .preferred_batch = 64,
     .caches_prepared = true,
     .shows_steps = false,
     .is_interruptible = false},
};

}  // namespace

std::span<const Engine> all_engines() {
    static const std::vector<Engine> all = [] {
        std::vector<Engine> engines(simulator_engines().begin(), simulator_engines().end());
        engines.insert(engines.end(), std::begin(kDeviceEngines), std::end(kDeviceEngines));
        return engines;
    }();
    return all;
}

const Engine* find_engine(std::string_view name) {
    return find_engine(all_engines(), name);
}

}  // namespace musimd
