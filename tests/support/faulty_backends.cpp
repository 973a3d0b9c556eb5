#include "tests/support/faulty_backends.hpp"

#include "kernels/compiled/compiled_backend.hpp"
#include "kernels/compiled/paths.hpp"

namespace musimd::support {
namespace {

using kernels::Toolchain;

class Faulty final : public kernels::CompiledBackend {
  public:
    Faulty(std::string name, std::vector<std::string> flags)
        : CompiledBackend(std::move(name)), flags_(std::move(flags)) {}

    tl::expected<void, std::string> available() const override { return {}; }

  protected:
    Toolchain toolchain() const override {
        const std::string sources = MUSIMD_SOURCE_DIR;
        Toolchain result;
        result.compiler = kernels::host_compiler();
        result.flags = {"-std=c++17", "-w", "-O1", "-fPIC", "-ffp-contract=off", "-I" + sources};
        result.flags.insert(result.flags.end(), flags_.begin(), flags_.end());
        result.header = std::filesystem::path(sources) / "tests" / "support" / "faulty_spmd.hpp";
        result.header_parts = kernels::dsl_headers();
        return result;
    }

  private:
    std::vector<std::string> flags_;
};

}  // namespace

std::unique_ptr<kernels::Backend> divides_in_dormant_lanes() {
    return std::make_unique<Faulty>("divides", std::vector<std::string>());
}

std::unique_ptr<kernels::Backend> loses_tails_of_unrolled_launches() {
    return std::make_unique<Faulty>("loses", std::vector<std::string>{"-DMUSIMD_LOSES_TAIL"});
}

}  // namespace musimd::support
