#include <fmt/format.h>

#include "differential/backends/compiled_backend.hpp"
#include "differential/backends/places.hpp"

// Plain C++ per element: dsl/spmd/scalar.hpp.

namespace musimd::differential {
namespace {

class Scalar : public CompiledBackend {
  public:
    Scalar() : CompiledBackend("scalar") {}

    tl::expected<void, std::string> available() const override {
        if (header_folder().empty()) return because("musimd's headers (dsl/spmd) are not installed");
        if (!answers(host_compiler())) {
            return because(fmt::format("there is no C++ compiler '{}'", host_compiler()));
        }
        return {};
    }

  protected:
    Toolchain toolchain() const override {
        const std::string folder = header_folder().string();
        Toolchain made;
        made.compiler = host_compiler();
        made.flags = {"-std=c++17", "-w", "-O1", "-fPIC", "-ffp-contract=off", "-I" + folder};
        made.prelude = "#include \"dsl/spmd/scalar.hpp\"\n";
        for (const char* const name : {"", "/arithmetic", "/calls", "/float16", "/math"}) {
            made.headers.push_back(fmt::format("{}/dsl/spmd/scalar{}.hpp", folder, name));
        }
        return made;
    }
};

}  // namespace

std::unique_ptr<Backend> scalar_backend() {
    return std::make_unique<Scalar>();
}

}  // namespace musimd::differential
