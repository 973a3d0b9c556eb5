#include "tests/support/faulty_backends.hpp"

#include "differential/backends/compiled_backend.hpp"
#include "differential/backends/paths.hpp"

namespace musimd::support {
namespace {

using differential::Toolchain;

class Faulty final : public differential::CompiledBackend {
  public:
    Faulty(std::string name, std::vector<std::string> flags)
        : CompiledBackend(std::move(name)), flags_(std::move(flags)) {}

    tl::expected<void, std::string> available() const override { return {}; }

  protected:
    Toolchain toolchain() const override {
        const std::string sources = MUSIMD_SOURCE_DIR;
        Toolchain result;
        result.compiler = differential::host_compiler();
        result.flags = {"-std=c++17", "-w", "-O1", "-fPIC", "-ffp-contract=off", "-I" + sources};
        result.flags.insert(result.flags.end(), flags_.begin(), flags_.end());
        result.header = std::filesystem::path(sources) / "tests" / "support" / "faulty_spmd.hpp";
        result.header_parts = differential::dsl_headers();
        return result;
    }

  private:
    std::vector<std::string> flags_;
};

}  // namespace

std::unique_ptr<differential::Backend> divides_in_dormant_lanes() {
    return std::make_unique<Faulty>("divides", std::vector<std::string>());
}

std::unique_ptr<differential::Backend> loses_tails_of_unrolled_launches() {
    return std::make_unique<Faulty>("loses", std::vector<std::string>{"-DMUSIMD_LOSES_TAIL"});
}

}  // namespace musimd::support
