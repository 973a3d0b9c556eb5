#include "kernels/launch/front_end.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "dsl/kernel_c/reader.hpp"
#include "host/environment.hpp"
#include "host/program_files.hpp"
#include "kernels/launch/host_launches.hpp"
#include "kernels/launch/nvcc_text.hpp"

namespace musimd::kernels {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModule = "musimd_clang.so";
constexpr std::string_view kInstall =
    "install clang-19, libclang-19-dev, libclang-cpp19-dev and llvm-19-dev, and build musimd again";

template <typename Function>
tl::expected<Function, std::string> load(const char* name) {
    const auto file = front_end_file();
    if (!file) return tl::unexpected(file.error());
    void* const module = dlopen(file->c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const symbol = module == nullptr ? nullptr : dlsym(module, name);
    if (symbol == nullptr) {
        const char* const reason = dlerror();
        return tl::unexpected(fmt::format("{} cannot be loaded: {}", *file, reason == nullptr ? "" : reason));
    }
    return reinterpret_cast<Function>(symbol);
}

bool uses_small_reader = false;

reader::Source readable(reader::Source source) {
    source.text = as_clang_accepts(std::move(source.text));
    return source;
}

}  // namespace

tl::expected<std::string, std::string> front_end_file() {
    const std::string named = host::environment("MUSIMD_CLANG");
    const fs::path file = named.empty() ? host::find_near_program({kModule, "libexec/musimd/musimd_clang.so"})
                                        : fs::path(named);
    std::error_code error;
    if (fs::exists(file, error)) return file.string();
    return tl::unexpected(fmt::format(
        "the front end for C, {}, was not built: it needs Clang 19's libraries; {}", kModule, kInstall));
}

tl::expected<reader::Reading, std::string> read_function(const reader::Source& source) {
    static const auto read = load<reader::ReadFunction>(reader::kReadName);
    if (!read) return tl::unexpected(read.error());
    reader::Reading reading;
    (*read)(source, reading);
    return reading;
}

tl::expected<reader::KernelReading, std::string> read_kernel(const reader::Source& source) {
    if (uses_small_reader) return read_small_kernel(source);
    static const auto read = load<reader::ReadKernelFunction>(reader::kReadKernelName);
    if (!read && front_end_file()) return tl::unexpected(read.error());  // it is there, and is not right
    if (!read) {
        auto reading = read_small_kernel(source);
        if (reading)
            reading->messages +=
                fmt::format("note: read without Clang, as a part of CUDA C++; for all of it, {}\n", kInstall);
        return reading ? std::move(reading) : tl::unexpected(read.error());
    }
    reader::KernelReading reading;
    (*read)(readable(source), reading);
    return reading;
}

tl::expected<reader::KernelReading, std::string> read_small_kernel(const reader::Source& source) {
    if (!source.options.empty())
        return tl::unexpected(
            fmt::format("'{}' needs Clang; write `#define` in the file", source.options.front()));
    dsl::kernel_c::Reading small = dsl::kernel_c::read_kernel(source.text, source.file, source.function);
    reader::KernelReading reading;
    if (source.function.empty() && small.kernels.size() > 1) {
        reading.kernels = std::move(small.kernels);
        return reading;
    }
    reading.kernel = std::move(small.kernel);
    reading.messages = std::move(small.errors.text);
    return reading;
}

void use_small_reader() {
    uses_small_reader = true;
}

tl::expected<reader::InstancesReading, std::string> read_instances(
    const reader::Source& source, const std::vector<reader::InstanceArguments>& instances) {
    static const auto read = load<reader::ReadInstancesFunction>(reader::kReadInstancesName);
    if (!read) return tl::unexpected(read.error());
    reader::InstancesReading reading;
    (*read)(readable(source), instances, reading);
    return reading;
}

tl::expected<reader::ModuleReading, std::string> read_module(const reader::Source& source) {
    static const auto read = load<reader::ReadModuleFunction>(reader::kReadModuleName);
    if (!read) return tl::unexpected(read.error());
    reader::ModuleReading reading;
    (*read)(readable(source), reading);
    return reading;
}

std::vector<reader::HostLaunch> read_host_launches(const reader::Source& source) {
    static const auto read = load<reader::ReadHostLaunchesFunction>(reader::kReadHostLaunchesName);
    std::vector<reader::HostLaunch> launches;
    if (read && !uses_small_reader) (*read)(readable(source), launches);
    return launches;
}

tl::expected<std::vector<reader::ProgramFile>, std::string> program_files() {
    const auto list = load<reader::ProgramFilesFunction>(reader::kProgramFilesName);
    if (!list) return tl::unexpected(list.error());
    std::vector<reader::ProgramFile> files;
    (*list)(files);
    return files;
}

}  // namespace musimd::kernels
