#include "tests/support/faulty_backends.hpp"

#include "differential/backends/compiled_backend.hpp"
#include "differential/backends/places.hpp"

namespace musimd::support {
namespace {

using differential::Toolchain;

class Faulty final : public differential::CompiledBackend {
  public:
    Faulty(std::string name, std::string definition)
        : CompiledBackend(std::move(name)), definition_(std::move(definition)) {}

    tl::expected<void, std::string> available() const override { return {}; }

  protected:
    Toolchain toolchain() const override {
        const std::string sources = MUSIMD_SOURCE_DIR;
        Toolchain made;
        made.compiler = differential::host_compiler();
        made.flags = {"-std=c++17", "-w", "-O1", "-fPIC", "-ffp-contract=off", "-I" + sources};
        made.prelude =
            definition_ + "#include \"dsl/spmd/scalar.hpp\"\n#include \"tests/support/faulty_spmd.hpp\"\n";
        made.headers = {sources + "/dsl/spmd/scalar.hpp", sources + "/tests/support/faulty_spmd.hpp"};
        return made;
    }

  private:
    std::string definition_;
};

}  // namespace

std::unique_ptr<differential::Backend> divides_in_dormant_lanes() {
    return std::make_unique<Faulty>("divides", "");
}

std::unique_ptr<differential::Backend> loses_tails_of_unrolled_launches() {
    return std::make_unique<Faulty>("loses", "#define MUSIMD_LOSES_TAIL\n");
}

}  // namespace musimd::support
