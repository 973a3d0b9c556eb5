#include <fmt/format.h>

#include "kernels/compiled/compiled_backend.hpp"
#include "kernels/compiled/emulated.hpp"

// 64-bit Arm on other processors: cross-compiled, and run under QEMU.

namespace musimd::kernels {
namespace {

constexpr const char* kCompiler = "aarch64-linux-gnu-g++";
constexpr const char* kEmulator = "qemu-aarch64";

struct Extension {
    std::string_view name;
    std::vector<std::string> flags;  ///< macros of NSIMD, and what the compiler needs
    int vector_bytes;                ///< of SVE, for QEMU; 0 without SVE
};

// Units are for one size of vectors. GCC does not compile NSIMD for SVE of any size.
const Extension kExtensions[] = {
#ifndef __aarch64__  // there it is a host backend
    {"aarch64", {"-DAARCH64"}, 0},
#endif
    {"sve128", {"-DSVE128", "-march=armv8.2-a+sve", "-msve-vector-bits=128"}, 16},
    {"sve256", {"-DSVE256", "-march=armv8.2-a+sve", "-msve-vector-bits=256"}, 32},
    {"sve512", {"-DSVE512", "-march=armv8.2-a+sve", "-msve-vector-bits=512"}, 64},
};

class ArmBackend : public CompiledBackend {
  public:
    using CompiledBackend::CompiledBackend;

    tl::expected<void, std::string> available() const override {
        if (!is_runnable(kCompiler)) {
            return unavailable(fmt::format(
                "compiler '{}' is not installed (apt-get install g++-aarch64-linux-gnu)", kCompiler));
        }
        if (!is_runnable(kEmulator)) {
            return unavailable(
                fmt::format("emulator '{}' is not installed (apt-get install qemu-user)", kEmulator));
        }
        return {};
    }

    std::vector<CaseResult> run(const CompiledUnit& unit, std::span<const KernelLaunch> cases,
                                const RunLimits& limits) const override {
        std::string command = fmt::format("{} -L /usr/aarch64-linux-gnu", kEmulator);
        if (vector_bytes() != 0)
            command += fmt::format(" -cpu max,sve-default-vector-length={}", vector_bytes());
        return run_emulated(unit, cases, limits, command);
    }

  protected:
    virtual int vector_bytes() const { return 0; }

    static Toolchain as_program(Toolchain toolchain) {
        toolchain.program = true;
        return toolchain;
    }
};

class ArmScalar : public ArmBackend {
  public:
    ArmScalar() : ArmBackend("scalar-aarch64") {}

    tl::expected<void, std::string> available() const override {
        if (const auto here = has_scalar_dsl(); !here) return here;
        return ArmBackend::available();
    }

  protected:
    Toolchain toolchain() const override { return as_program(scalar_toolchain(kCompiler)); }
};

class ArmNsimd : public ArmBackend {
  public:
    explicit ArmNsimd(const Extension& extension)
        : ArmBackend(fmt::format("nsimd-{}", extension.name)), extension_(extension) {}

    tl::expected<void, std::string> available() const override {
        if (const auto here = has_nsimd(extension_.name); !here) return here;
        return ArmBackend::available();
    }

  protected:
    Toolchain toolchain() const override {
        Toolchain toolchain = as_program(nsimd_toolchain(kCompiler, extension_.name, extension_.flags));
        if (vector_bytes() != 0) {  // GCC 12 crashes on a precompiled header with vectors of SVE
            toolchain.prelude = fmt::format("#include \"{}\"\n", toolchain.header.string());
            toolchain.header.clear();
        }
        return toolchain;
    }
    int vector_bytes() const override { return extension_.vector_bytes; }

  private:
    const Extension& extension_;
};

}  // namespace

std::vector<std::unique_ptr<Backend>> arm_backends() {
    std::vector<std::unique_ptr<Backend>> all;
    all.push_back(std::make_unique<ArmScalar>());
    for (const Extension& extension : kExtensions) all.push_back(std::make_unique<ArmNsimd>(extension));
    return all;
}

}  // namespace musimd::kernels
