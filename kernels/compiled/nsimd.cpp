#include <fmt/format.h>

#include <filesystem>

#include "kernels/compiled/compiled_backend.hpp"

// NSIMD on this processor: one backend for each of its extensions.

namespace musimd::kernels {
namespace {

namespace fs = std::filesystem;

struct Extension {
    std::string_view name;
    std::vector<std::string>
        flags;  ///< macros of NSIMD (without FMA it does not fuse), and what the compiler needs
    bool (*runs_here)();
};

bool always() {
    return true;
}

#if defined(__x86_64__) || defined(__i386__)
#define MUSIMD_RUNS(feature) [] { return __builtin_cpu_supports(feature) != 0; }
bool runs_avx2() {
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
}
bool runs_avx512() {
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512cd") != 0 &&
           __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0;
}
#else
#define MUSIMD_RUNS(feature) [] { return false; }
bool runs_avx2() {
    return false;
}
bool runs_avx512() {
    return false;
}
#endif

const Extension kExtensions[] = {
    {"cpu", {"-DCPU"}, always},
    {"sse2", {"-DSSE2", "-msse2"}, MUSIMD_RUNS("sse2")},
    {"sse42", {"-DSSE42", "-msse4.2"}, MUSIMD_RUNS("sse4.2")},
    {"avx", {"-DAVX", "-mavx"}, MUSIMD_RUNS("avx")},
    {"avx2", {"-DAVX2", "-DFMA", "-mavx2", "-mfma"}, runs_avx2},
    {"avx512_skylake",
     {"-DAVX512_SKYLAKE", "-DFMA", "-mavx512f", "-mavx512cd", "-mavx512bw", "-mavx512dq", "-mavx512vl",
      "-mfma"},
     runs_avx512},
#ifdef __aarch64__
    {"aarch64", {"-DAARCH64"}, always},
#endif
};

class Nsimd : public HostBackend {
  public:
    Nsimd(const Extension& extension, HostCompiler compiler)
        : HostBackend(fmt::format("nsimd-{}", extension.name), compiler), extension_(extension) {}

    tl::expected<void, std::string> available() const override {
        if (const auto here = has_nsimd(extension_.name); !here) return here;
        if (!extension_.runs_here()) {
            return unavailable(fmt::format("this processor has no {}", extension_.name));
        }
        return has_compiler();
    }

  protected:
    Toolchain toolchain() const override {
        return nsimd_toolchain(compiler(), extension_.name, extension_.flags);
    }

  private:
    const Extension& extension_;
};

fs::path header() {
    return fs::path(nsimd_root()) / "include" / "nsimd" / "modules" / "spmd.hpp";
}

fs::path library_of(std::string_view extension) {
    return fs::path(nsimd_root()) / "lib" / fmt::format("libnsimd_{}.so", extension);
}

}  // namespace

tl::expected<void, std::string> has_nsimd(std::string_view extension) {
    if (nsimd_root().empty()) return unavailable("NSIMD_ROOT is not set");
    for (const fs::path& file : {header(), library_of(extension)}) {
        if (!fs::exists(file)) return unavailable(fmt::format("{} does not exist", file.string()));
    }
    return {};
}

Toolchain nsimd_toolchain(const std::string& compiler, std::string_view extension,
                          const std::vector<std::string>& flags) {
    const fs::path root = nsimd_root();
    Toolchain toolchain;
    toolchain.compiler = compiler;
    toolchain.flags = {
        "-std=c++17", "-w", "-O1", "-fPIC", "-ffp-contract=off", "-I" + (root / "include").string()};
    toolchain.flags.insert(toolchain.flags.end(), flags.begin(), flags.end());
    toolchain.libraries = {library_of(extension).string(), "-Wl,-rpath," + (root / "lib").string()};
    toolchain.header = header();
    toolchain.header_parts = {root / "include" / "nsimd" / "nsimd.h"};
    toolchain.own_dsl = false;
    return toolchain;
}

std::vector<std::unique_ptr<Backend>> nsimd_backends(HostCompiler compiler) {
    std::vector<std::unique_ptr<Backend>> all;
    for (const Extension& extension : kExtensions)
        all.push_back(std::make_unique<Nsimd>(extension, compiler));
    return all;
}

}  // namespace musimd::kernels
