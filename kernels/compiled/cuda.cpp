#include "kernels/compiled/cuda.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "gpu_backend/device/device.hpp"
#include "gpu_backend/device/toolkit.hpp"
#include "host/environment.hpp"
#include "kernels/compiled/compiled_backend.hpp"
#include "kernels/compiled/launch.hpp"
#include "kernels/compiled/paths.hpp"

// GPUs, compiled by nvcc: the project's own expansion of the DSL (`cuda`), and NSIMD's (`nsimd-cuda`).

namespace musimd::kernels {

namespace fs = std::filesystem;

namespace {

// Each block has a copy on the device, and a pointer into a block is moved to its copy. The pointer may be
// before the block, if the kernel accesses it at an offset.
constexpr const char* kEntriesPrelude = R"(
#include <cstdio>
#include <vector>
extern "C" const char* musimd_prepare() {
    const cudaError_t error = cudaFree(nullptr);
    return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}
struct musimd_on_device {
    const musimd_launch* launch;
    std::vector<char*> copies;
    std::vector<unsigned long long> arguments;

    explicit musimd_on_device(const musimd_launch* it) : launch(it) {
        for (unsigned long long i = 0; i < it->blocks; ++i) {
            char* copy = nullptr;
            check("cudaMalloc", cudaMalloc(&copy, it->block_bytes[i] + 1));  // for 0 bytes it would be null
            check("cudaMemcpy", cudaMemcpy(copy, it->block_data[i], it->block_bytes[i], cudaMemcpyHostToDevice));
            copies.push_back(copy);
        }
    }
    void check(const char* what, cudaError_t error) const {
        if (error == cudaSuccess) return;
        std::snprintf(launch->message, MUSIMD_MESSAGE_BYTES, "%s: %s", what, cudaGetErrorString(error));
        std::abort();  // only another process can use the device again
    }
    void add_argument(unsigned long long number) {
        const unsigned long long value = launch->arguments[number], block = launch->argument_blocks[number];
        if (block >= launch->blocks) return arguments.push_back(value);
        arguments.push_back(value - reinterpret_cast<unsigned long long>(launch->block_data[block]) +
                            reinterpret_cast<unsigned long long>(copies[block]));
    }
    void finish() {
        check("launch", cudaGetLastError());
        check("kernel", cudaDeviceSynchronize());
        for (unsigned long long i = 0; i < launch->blocks; ++i) {
            check("cudaMemcpy", cudaMemcpy(launch->block_data[i], copies[i], launch->block_bytes[i], cudaMemcpyDeviceToHost));
            check("cudaFree", cudaFree(copies[i]));
        }
    }
};
#ifndef spmd_launch_tmpl_kernel_1d  // NSIMD 3.0.1 has none for CUDA
#define spmd_launch_tmpl_kernel_1d(name, argument, bits, threads, n, ...) \
    name<argument, bits><<<unsigned(((n) + (threads) - 1) / (threads)), threads>>>(__VA_ARGS__, int(n))
#endif
#undef MUSIMD_LAUNCH
#define MUSIMD_LAUNCH(count, ...)                                              \
    {                                                                          \
        musimd_on_device musimd_device(musimd_it);                             \
        for (int i = 0; i < count; ++i) musimd_device.add_argument(i);         \
        const unsigned long long* musimd_arguments = musimd_device.arguments.data(); \
        (void)musimd_arguments;                                                \
        if (musimd_it->elements > 0) { __VA_ARGS__; }                          \
        musimd_device.finish();                                                \
    }
)";

}  // namespace

std::string cuda_entries_prelude() {
    return host_entries_prelude() + fmt::format("#define MUSIMD_MESSAGE_BYTES {}\n", kMessageBytes) +
           kEntriesPrelude;
}

Toolchain nvcc_toolchain(const std::string& architecture) {
    Toolchain toolchain;
    toolchain.compiler = nvcc();
    toolchain.flags = {"-std=c++17",
                       "-w",
                       "-O1",
                       "-Xcompiler",
                       "-fPIC,-ffp-contract=off",
                       "-fmad=false",
                       "-arch=" + architecture,
                       "--expt-relaxed-constexpr"};
    toolchain.suffix = ".cu";
    toolchain.threads = 128;
    toolchain.entries_prelude = cuda_entries_prelude();
    return toolchain;
}

Toolchain nsimd_cuda_toolchain(const std::string& architecture) {
    Toolchain toolchain = nvcc_toolchain(architecture);
    const fs::path root = nsimd_root();
    toolchain.flags.insert(toolchain.flags.end(), {"-DCUDA", "-I" + (root / "include").string()});
    // The header declares nsimd_kernel_param, which only NSIMD's library for GPUs defines.
    toolchain.prelude =
        "#include <nsimd/modules/spmd.hpp>\n"
        "NSIMD_DLLSPEC nsimd_nat nsimd_kernel_param(nsimd_nat items, nsimd_nat block) {\n"
        "    return (items + block - 1) / block;\n"
        "}\n";
    toolchain.own_dsl = false;
    return toolchain;
}

namespace {

class Cuda : public CompiledBackend {
  public:
    explicit Cuda(bool nsimd) : CompiledBackend(nsimd ? "nsimd-cuda" : "cuda"), nsimd_(nsimd) {}

    tl::expected<void, std::string> available() const override {
        if (nsimd_ && nsimd_root().empty()) return unavailable("NSIMD_ROOT is not set");
        if (!nsimd_ && header_folder().empty()) {
            return unavailable("musimd's headers (dsl/spmd) are not installed");
        }
        if (!is_runnable(nvcc())) return unavailable("nvcc is not installed");
        // Checked once, because it takes a process.
        static const std::optional<std::string> why_not = gpu::why_no_cuda_driver();
        if (why_not) return unavailable(why_not->substr(0, why_not->find('\n')));
        return {};
    }

  protected:
    bool on_device() const override { return true; }

    Toolchain toolchain() const override {
        return nsimd_ ? nsimd_cuda_toolchain("native") : cuda_toolchain("native");
    }

  private:
    bool nsimd_;
};

}  // namespace

Toolchain cuda_toolchain(const std::string& architecture) {
    Toolchain toolchain = nvcc_toolchain(architecture);
    toolchain.flags.push_back("-I" + header_folder().string());
    toolchain.prelude =
        fmt::format("#include \"{}\"\n", (header_folder() / "dsl" / "spmd" / "scalar.hpp").string());
    return toolchain;
}

std::vector<std::unique_ptr<Backend>> cuda_backends() {
    std::vector<std::unique_ptr<Backend>> all;
    for (const bool nsimd : {true, false}) all.push_back(std::make_unique<Cuda>(nsimd));
    return all;
}

}  // namespace musimd::kernels
