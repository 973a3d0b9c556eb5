#include "engines/engines.hpp"

#include <algorithm>
#include <vector>

#include "gpu_backend/compiled/engine.hpp"
#include "gpu_backend/device/device.hpp"
#include "gpu_backend/interpreted/interpreter.hpp"

namespace musimd::differential {
namespace {

constexpr Engine kDeviceEngines[] = {
    {"cuda", "on a GPU, compiled by NVRTC: a hardware warp a warp", gpu::run_cuda, gpu::estimated_bytes,
     gpu::prepare_cuda, 100, true, gpu::why_no_cuda_device, false, false},
    {"cuda-emulated", "the text of cuda, with a GPU emulated by the processor", gpu::run_cuda_emulated,
     gpu::estimated_bytes, gpu::prepare_cuda_emulated, 16, false, nullptr, false, false},
    {"cuda-interp", "on a GPU, interpreted: a hardware warp a machine, thousands in one launch",
     gpu::run_cuda_interp, gpu::estimated_interpreter_bytes, gpu::prepare_cuda_interp, 4096, true,
     gpu::why_no_cuda_device, false, false},
    {"cuda-interp-emulated", "the text of cuda-interp, with a GPU emulated by the processor",
     gpu::run_cuda_interp_emulated, gpu::estimated_interpreter_bytes, gpu::prepare_cuda_interp_emulated, 64,
     true, nullptr, false, false},
};

}  // namespace

std::span<const Engine> all_engines() {
    static const std::vector<Engine> all = [] {
        std::vector<Engine> made(named_engines().begin(), named_engines().end());
        made.insert(made.end(), std::begin(kDeviceEngines), std::end(kDeviceEngines));
        return made;
    }();
    return all;
}

const Engine* engine_named(std::string_view name) {
    const auto found = std::ranges::find(all_engines(), name, &Engine::name);
    return found == all_engines().end() ? nullptr : &*found;
}

}  // namespace musimd::differential
