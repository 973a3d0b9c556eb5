#include "kernels/cuda/program/program_build.hpp"

#include <fmt/format.h>

#include "host/compiler.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "kernels/cuda/program/program_options.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda {
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

tl::expected<fs::path, std::string> build_program(const std::vector<reader::Source>& sources,
                                                  const fs::path& folder, std::chrono::milliseconds limit,
                                                  std::string& messages) {
    const fs::path compiler = find_clang();
    if (compiler.empty())
        return tl::unexpected(std::string(
            "musimd cuda: error: clang++-19, which compiles the program's host code, was not found; "
            "install clang-19\n"));
    const auto files = program_files();
    if (!files) return tl::unexpected(fmt::format("musimd cuda: error: {}\n", files.error()));
    for (const reader::ProgramFile& file : *files) {
        fs::create_directories((folder / file.name).parent_path());
        host::write_file(folder / file.name, file.text);
    }
    host::write_file(folder / kNoDeviceCode, "");
    const fs::path program = folder / "program";
    std::vector<std::string> words = {
        compiler.string(),
        "--driver-mode=g++",  // the name may be that of a link to the C compiler
        "-O2",
        // What C++ leaves undefined in host code is not what is tested here.
        "-fwrapv", "-fno-strict-aliasing", "--cuda-host-only", "-nocudainc", "-nocudalib",
        "--cuda-path=/musimd-headers", "-fno-color-diagnostics", "-isystem", folder.string(), "-include",
        "musimd_implicit.h", "-Xclang", "-fcuda-include-gpubinary", "-Xclang",
        (folder / kNoDeviceCode).string(), "-Xclang", kVersion};
    const std::vector<std::string> options = compile_words(sources);
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"-x", "cuda", (folder / kRuntime).string()});
    for (const reader::Source& source : sources)
        words.insert(words.end(), {"-x", language_of(source), source.file});
    const std::vector<std::string> linked = link_words(sources);
    words.insert(words.end(), linked.begin(), linked.end());
    words.insert(words.end(), {"-o", program.string()});
    const host::CommandEnd end = host::run_program(words, limit);
    messages = end.output;
    if (end.timed_out)
        return tl::unexpected(fmt::format("musimd cuda: error: '{}' took too long\n", words.front()));
    if (!end.ok()) return tl::unexpected(end.output);
    return program;
}

}  // namespace musimd::kernels::cuda
