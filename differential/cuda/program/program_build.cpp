#include "differential/cuda/program/program_build.hpp"

#include <fmt/format.h>

#include "differential/openmp/front_end.hpp"
#include "host/compiler.hpp"
#include "host/files.hpp"
#include "host/process.hpp"

namespace musimd::differential::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRuntime = "musimd_cuda_runtime.cu";
// Of the toolkit whose runtime calls Clang makes.
constexpr const char* kVersion = "-target-sdk-version=12.4";

fs::path find_clang() {
    for (const char* command : {"clang++-19", "/usr/lib/llvm-19/bin/clang++"}) {
        if (auto path = host::find_command(command); !path.empty()) return path;
    }
    return {};
}

// The compiler registers kernels by their names only if it includes code for a GPU.
constexpr const char* kNoDeviceCode = "no-device-code";

}  // namespace

tl::expected<fs::path, std::string> build_program(const dsl::clang::Source& source, const fs::path& folder,
                                                  std::chrono::milliseconds limit, std::string& messages) {
    const fs::path compiler = find_clang();
    if (compiler.empty())
        return tl::unexpected(std::string(
            "musimd cuda: error: clang++-19, which compiles the program's host code, was not found; "
            "install clang-19\n"));
    const auto files = openmp::program_files();
    if (!files) return tl::unexpected(fmt::format("musimd cuda: error: {}\n", files.error()));
    for (const dsl::clang::ProgramFile& file : *files) host::write_file(folder / file.name, file.text);
    host::write_file(folder / kNoDeviceCode, "");
    const fs::path program = folder / "program";
    std::vector<std::string> words = {
        compiler.string(),
        "--driver-mode=g++",  // the name may be that of a link to the C compiler

        "-x",
        "cuda",
        "-std=gnu++17",
        "-O2",
        "--cuda-host-only",
        "-nocudainc",
        "-nocudalib",
        "--cuda-path=/musimd-headers",
        "-fno-color-diagnostics",
        "-isystem",
        folder.string(),
        "-include",
        "cuda_runtime.h",
        "-Xclang",
        "-fcuda-include-gpubinary",
        "-Xclang",
        (folder / kNoDeviceCode).string(),
        "-Xclang",
        kVersion};
    words.insert(words.end(), source.options.begin(), source.options.end());
    words.insert(words.end(), {source.file, (folder / kRuntime).string(), "-o", program.string()});
    const host::CommandEnd end = host::run_program(words, limit);
    messages = end.output;
    if (end.timed_out)
        return tl::unexpected(fmt::format("musimd cuda: error: '{}' took too long\n", words.front()));
    if (!end.ok()) return tl::unexpected(end.output);
    return program;
}

}  // namespace musimd::differential::cuda
