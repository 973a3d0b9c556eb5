#include "engines/engines.hpp"

#include <algorithm>
#include <vector>

#include "gpu_backend/compiled/engine.hpp"
#include "gpu_backend/device/device.hpp"
#include "gpu_backend/interpreted/interpreter.hpp"
#include "gpu_backend/portable/backend.hpp"
#include "gpu_backend/portable/engine.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd {
namespace {

// The names of backends are template arguments.
struct BackendName {
    char text[16] = {};
    template <std::size_t N>
    constexpr BackendName(const char (&name)[N]) {
        std::copy_n(name, N, text);
    }
};

template <BackendName kBackend, languages::Form kForm>
Result run_on_backend(const Program& program, const MachineOptions& options, Observer* observer) {
    return portable::run_portable(kBackend.text, kForm, program, options, observer);
}

template <BackendName kBackend>
std::optional<std::string> why_no_backend() {
    return portable::why_no_backend(kBackend.text);
}

template <BackendName kBackend, languages::Form kForm>
constexpr Engine backend_engine(std::string_view name, std::string_view meaning) {
    return {.name = name,
            .meaning = meaning,
            .run = run_on_backend<kBackend, kForm>,
            .estimated_bytes = fast::estimated_bytes,
            .why_not = why_no_backend<kBackend>,
            .shows_steps = false,
            .is_interruptible = false};
}

constexpr Engine kBackendEngines[] = {
    backend_engine<"pocl", languages::Form::explicit_>("pocl", "OpenCL C on PoCL, with a pc and masks"),
    backend_engine<"pocl", languages::Form::natural>("pocl-natural", "the same in its own control flow"),
    backend_engine<"oclgrind", languages::Form::explicit_>("oclgrind",
                                                           "OpenCL C on Oclgrind, with a pc and masks"),
    backend_engine<"oclgrind", languages::Form::natural>("oclgrind-natural",
                                                         "the same in its own control flow"),
    backend_engine<"vulkan", languages::Form::explicit_>("vulkan", "a shader of Vulkan, with a pc and masks"),
    backend_engine<"vulkan", languages::Form::natural>("vulkan-natural",
                                                       "the same in its own control flow, with sub-groups"),
    backend_engine<"ispc", languages::Form::explicit_>("ispc", "ISPC, with a pc and masks"),
    backend_engine<"ispc", languages::Form::natural>("ispc-natural", "the same in its own control flow"),
};

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
        engines.insert(engines.end(), std::begin(kBackendEngines), std::end(kBackendEngines));
        return engines;
    }();
    return all;
}

const Engine* find_engine(std::string_view name) {
    return find_engine(all_engines(), name);
}

}  // namespace musimd
