#include <filesystem>

#include "differential/backends/compiled_backend.hpp"
#include "differential/backends/places.hpp"

// Plain C++ per element: dsl/spmd/scalar.hpp.

namespace musimd::differential {
namespace {

class Scalar : public HostBackend {
  public:
    explicit Scalar(HostCompiler compiler) : HostBackend("scalar", compiler) {}

    tl::expected<void, std::string> available() const override {
        if (header_folder().empty()) return because("musimd's headers (dsl/spmd) are not installed");
        return has_compiler();
    }

  protected:
    Toolchain toolchain() const override {
        const std::filesystem::path folder = header_folder();
        Toolchain made;
        made.compiler = compiler();
        made.flags = {"-std=c++17", "-w", "-O1", "-fPIC", "-ffp-contract=off", "-I" + folder.string()};
        made.header = folder / "dsl" / "spmd" / "scalar.hpp";
        made.header_parts = dsl_headers();
        return made;
    }
};

}  // namespace

std::unique_ptr<Backend> scalar_backend(HostCompiler compiler) {
    return std::make_unique<Scalar>(compiler);
}

}  // namespace musimd::differential
