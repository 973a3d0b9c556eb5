#include <filesystem>

#include "kernels/compiled/compiled_backend.hpp"
#include "kernels/compiled/paths.hpp"

// Plain C++ per element: dsl/spmd/scalar.hpp.

namespace musimd::kernels {
namespace {

class Scalar : public HostBackend {
  public:
    explicit Scalar(HostCompiler compiler) : HostBackend("scalar", compiler) {}

    tl::expected<void, std::string> available() const override {
        if (const auto here = has_scalar_dsl(); !here) return here;
        return has_compiler();
    }

  protected:
    Toolchain toolchain() const override { return scalar_toolchain(compiler()); }
};

}  // namespace

tl::expected<void, std::string> has_scalar_dsl() {
    if (header_folder().empty()) return unavailable("musimd's headers (dsl/spmd) are not installed");
    return {};
}

Toolchain scalar_toolchain(const std::string& compiler) {
    const std::filesystem::path folder = header_folder();
    Toolchain toolchain;
    toolchain.compiler = compiler;
    toolchain.flags = {"-std=c++17", "-w", "-O1", "-fPIC", "-ffp-contract=off", "-I" + folder.string()};
    toolchain.header = folder / "dsl" / "spmd" / "scalar.hpp";
    toolchain.header_parts = dsl_headers();
    return toolchain;
}

std::unique_ptr<Backend> scalar_backend(HostCompiler compiler) {
    return std::make_unique<Scalar>(compiler);
}

}  // namespace musimd::kernels
