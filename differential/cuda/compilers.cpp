#include "differential/cuda/compilers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <sstream>

#include "differential/cuda/check.hpp"
#include "gpu_backend/device/device.hpp"
#include "gpu_backend/device/nvrtc.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "kernels/compiled/cuda.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::differential::cuda {
namespace {

constexpr auto kLimit = std::chrono::seconds(120);

std::optional<std::string> refused_by_clang(const std::string& clang, const std::string& source) {
    const host::TemporaryFolder folder;
    const auto files = kernels::program_files();
    if (!files) return files.error();
    for (const reader::ProgramFile& file : *files) {
        std::filesystem::create_directories((folder.path() / file.name).parent_path());
        host::write_file(folder.path() / file.name, file.text);
    }
    const auto kernel = folder.path() / "k.cu";
    host::write_file(kernel, source);
    const host::CommandEnd end =
        host::run_program({clang, "--driver-mode=g++", "-x", "cuda", "-std=gnu++17", "--cuda-device-only",
                           "-nocudainc", "-nocudalib", "--cuda-path=/musimd-headers", "-Xclang",
                           "-target-sdk-version=12.4", "--cuda-gpu-arch=sm_80", "-fsyntax-only", "-w",
                           "-isystem", folder.path().string(), "-include", "cuda_runtime.h", kernel.string()},
                          kLimit);
    if (end.ok()) return std::nullopt;
    return end.output.empty() ? "clang failed" : end.output;
}

std::optional<std::string> refused_by_nvrtc(const gpu::Nvrtc& nvrtc, const std::string& source) {
    const auto compiled = nvrtc.compile(source, nvrtc.target(9, 0));
    if (compiled) return std::nullopt;
    return compiled.error();
}

// ---- on a GPU

std::string initial_elements(const Array& array, const std::vector<std::uint64_t>& patterns) {
    std::string text;
    for (std::size_t i = 0; i < patterns.size(); ++i)
        text += fmt::format("{}{}ull", i == 0 ? "" : ", ", patterns[i]);
    return fmt::format("    const std::vector<unsigned long long> before_{} = {{{}}};\n", array.name, text);
}

std::string call_of(const Drawn& kernel, const std::string& name) {
    const auto before = elements_before(kernel);
    std::string text = fmt::format("static void run_{}() {{\n", name);
    std::string arguments;
    std::string prints;
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const Array& array = kernel.arrays[a];
        if (!array.is_parameter()) continue;
        const std::string_view type = cuda_type(array.type);
        if (array.space == Array::Space::input)
            text += initial_elements(array, before[a]);
        else
            text += fmt::format("    const std::vector<unsigned long long> before_{}({});\n", array.name,
                                array.elements);
        text += fmt::format("    {0} *{1} = put<{0}>(before_{1});\n", type, array.name);
        arguments += array.name + ", ";
        prints += fmt::format("    print({}, {});\n", array.name, array.elements);
    }
    text += fmt::format("    {}<<<dim3({}), dim3({}), {}>>>({}{});\n", name, fmt::join(kernel.grid, ", "),
                        fmt::join(kernel.block, ", "), dynamic_bytes(kernel), arguments, kernel.n);
    return text + prints + "}\n";
}

constexpr const char* kProgramHead = R"(#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
static void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    printf("error: %s\n", cudaGetErrorString(error));
    exit(1);
}
template <typename T>
static T *put(const std::vector<unsigned long long> &patterns) {
    std::vector<T> elements(patterns.size());
    for (size_t i = 0; i < patterns.size(); i++) memcpy(&elements[i], &patterns[i], sizeof(T));
    T *there = nullptr;
    check(cudaMalloc((void **)&there, elements.size() * sizeof(T)));
    check(cudaMemcpy(there, elements.data(), elements.size() * sizeof(T), cudaMemcpyHostToDevice));
    return there;
}
template <typename T>
static void print(T *there, size_t count) {
    std::vector<T> elements(count);
    check(cudaGetLastError());
    check(cudaMemcpy(elements.data(), there, count * sizeof(T), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < count; i++) {
        unsigned long long pattern = 0;
        memcpy(&pattern, &elements[i], sizeof(T));
        printf("%llx ", pattern);
    }
    printf("\n");
    cudaFree(there);
}
)";

}  // namespace

std::string program_of(std::span<const Drawn> kernels) {
    std::string text = kProgramHead;
    std::string calls;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::string name = fmt::format("k{}", i);
        text += "\n" + source_of(kernels[i], name) + call_of(kernels[i], name);
        calls += fmt::format("    run_{}();\n", name);
    }
    return text + "\nint main() {\n" + calls + "    return 0;\n}\n";
}

std::vector<SourceCompiler> source_compilers(std::vector<std::string>& missing) {
    std::vector<SourceCompiler> found;
    if (kernels::is_runnable("clang++-19"))
        found.push_back(
            {"clang++-19", [](const std::string& source) { return refused_by_clang("clang++-19", source); }});
    else
        missing.emplace_back("clang++-19 is not installed");
    if (const auto nvrtc = gpu::Nvrtc::find())
        found.push_back(
            {"NVRTC", [it = *nvrtc](const std::string& source) { return refused_by_nvrtc(*it, source); }});
    else
        missing.push_back(nvrtc.error());
    return found;
}

std::optional<std::string> why_no_gpu() {
    if (auto reason = gpu::why_no_cuda_driver()) return reason;
    if (!kernels::is_runnable(kernels::nvcc())) return "nvcc is not installed";
    return std::nullopt;
}

tl::expected<std::vector<Elements>, std::string> run_on_gpu(std::span<const Drawn> kernels) {
    const host::TemporaryFolder folder;
    const auto source = folder.path() / "kernels.cu";
    const auto program = folder.path() / "kernels";
    host::write_file(source, program_of(kernels));
    const host::CommandEnd compiled =
        host::run_program({kernels::nvcc(), "-std=c++17", "-w", "-O1", "-fmad=false", "-arch=native",
                           source.string(), "-o", program.string()},
                          kLimit * 5);
    if (!compiled.ok()) return tl::unexpected(compiled.output);
    const host::CommandEnd end = host::run_program(
        {"/bin/sh", "-c", program.string() + " > " + (folder.path() / "out").string()}, kLimit);
    const std::string printed = host::read_file(folder.path() / "out");
    if (!end.ok()) return tl::unexpected("on the GPU: " + printed.substr(0, 2000) + end.output);
    std::istringstream lines(printed);
    std::vector<Elements> results;
    for (const Drawn& kernel : kernels) {
        Elements& elements = results.emplace_back(kernel.arrays.size());
        for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
            std::string line;
            if (!kernel.arrays[a].is_parameter() || !std::getline(lines, line)) continue;
            std::istringstream words(line);
            for (std::string word; words >> word;) elements[a].push_back(std::stoull(word, nullptr, 16));
        }
    }
    return results;
}

}  // namespace musimd::differential::cuda
