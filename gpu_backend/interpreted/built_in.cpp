// The interpreter, compiled into musimd, on fibers.

#include <atomic>
#include <string_view>

#include "gpu_backend/device/emulator.hpp"
#include "gpu_backend/interpreted/interpreter.hpp"
#include "gpu_backend/interpreted/prelude/interpreter.hpp"

namespace musimd::gpu {
namespace {

class BuiltIn : public Module {
  public:
    tl::expected<void, std::string> launch(const char* kernel, const void* argument,
                                           unsigned warps) override {
        if (kernel != std::string_view("musimd_interpret"))
            return tl::unexpected("no kernel in the unit: " + std::string(kernel));
        return launch_emulated(musimd_interpret, const_cast<void*>(argument), warps,
                               [] { return &hardware::musimd_emulator; });
    }
};

}  // namespace

std::unique_ptr<Module> built_in_interpreter() {
    return std::make_unique<BuiltIn>();
}

}  // namespace musimd::gpu
