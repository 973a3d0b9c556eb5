#include "gpu_backend/device/nvrtc.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "host/cache.hpp"
#include "host/environment.hpp"

namespace musimd::gpu {

// The declarations of nvrtc.h that are used.
using nvrtcProgram = struct _nvrtcProgram*;
using nvrtcResult = int;

struct Nvrtc::Functions {
    nvrtcResult (*nvrtcVersion)(int* major, int* minor);
    const char* (*nvrtcGetErrorString)(nvrtcResult result);
    nvrtcResult (*nvrtcGetNumSupportedArchs)(int* count);
    nvrtcResult (*nvrtcGetSupportedArchs)(int* architectures);
    nvrtcResult (*nvrtcCreateProgram)(nvrtcProgram* program, const char* source, const char* name,
                                      int headers, const char* const* texts, const char* const* names);
    nvrtcResult (*nvrtcDestroyProgram)(nvrtcProgram* program);
    nvrtcResult (*nvrtcAddNameExpression)(nvrtcProgram program, const char* name);
    nvrtcResult (*nvrtcCompileProgram)(nvrtcProgram program, int count, const char* const* options);
    nvrtcResult (*nvrtcGetProgramLogSize)(nvrtcProgram program, std::size_t* size);
    nvrtcResult (*nvrtcGetProgramLog)(nvrtcProgram program, char* log);
    nvrtcResult (*nvrtcGetPTXSize)(nvrtcProgram program, std::size_t* size);
    nvrtcResult (*nvrtcGetPTX)(nvrtcProgram program, char* ptx);
    nvrtcResult (*nvrtcGetCUBINSize)(nvrtcProgram program, std::size_t* size);
    nvrtcResult (*nvrtcGetCUBIN)(nvrtcProgram program, char* cubin);
};

namespace {

// What a unit includes; NVRTC has no standard headers.
constexpr const char* kHeaderNames[] = {"cstdint", "cstddef"};
constexpr const char* kHeaders[] = {
    "#pragma once\n"
    "namespace std {\n"
    "using int8_t = signed char;\nusing int16_t = short;\nusing int32_t = int;\nusing int64_t = long;\n"
    "using uint8_t = unsigned char;\nusing uint16_t = unsigned short;\nusing uint32_t = unsigned;\n"
    "using uint64_t = unsigned long;\nusing uintptr_t = unsigned long;\n"
    "}\n",
    "#pragma once\nnamespace std {\nusing size_t = decltype(sizeof 0);\nusing ptrdiff_t = long;\n}\n"};

const std::vector<std::string>& flags() {
    static const std::vector<std::string> all = {"--std=c++20",       "--fmad=false",
                                                 "--ftz=false",       "--prec-div=true",
                                                 "--prec-sqrt=true",  "--device-as-default-execution-space",
                                                 "--disable-warnings"};
    return all;
}

void* open_library() {
    const std::string named = host::environment("MUSIMD_NVRTC");
    if (!named.empty()) return dlopen(named.c_str(), RTLD_NOW | RTLD_LOCAL);
    std::vector<std::string> files = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
    for (const std::string& folder :
         {host::environment("CUDA_HOME"), host::environment("CUDA_PATH"), std::string("/usr/local/cuda")}) {
        if (folder.empty()) continue;
        files.push_back(folder + "/lib64/libnvrtc.so");
        files.push_back(folder + "/lib/libnvrtc.so");
    }
    for (const std::string& file : files) {
        if (void* const found = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return found;
    }
    return nullptr;
}

template <typename Function>
bool find_function(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

}  // namespace

tl::expected<Nvrtc, std::string> Nvrtc::load() {
    void* const library = open_library();
    if (library == nullptr) {
        return tl::unexpected(std::string(
            "NVRTC (libnvrtc.so of the CUDA toolkit) not found: set CUDA_HOME to the toolkit's directory\n"));
    }
    static Functions found{};
#define MUSIMD_FIND(name)                           \
    if (!find_function(library, #name, found.name)) \
    return tl::unexpected(std::string("this NVRTC has no " #name "\n"))
    MUSIMD_FIND(nvrtcVersion);
    MUSIMD_FIND(nvrtcGetErrorString);
    MUSIMD_FIND(nvrtcGetNumSupportedArchs);
    MUSIMD_FIND(nvrtcGetSupportedArchs);
    MUSIMD_FIND(nvrtcCreateProgram);
    MUSIMD_FIND(nvrtcDestroyProgram);
    MUSIMD_FIND(nvrtcCompileProgram);
    MUSIMD_FIND(nvrtcGetProgramLogSize);
    MUSIMD_FIND(nvrtcGetProgramLog);
    MUSIMD_FIND(nvrtcGetPTXSize);
    MUSIMD_FIND(nvrtcGetPTX);
    MUSIMD_FIND(nvrtcGetCUBINSize);
    MUSIMD_FIND(nvrtcGetCUBIN);
#undef MUSIMD_FIND
    find_function(library, "nvrtcAddNameExpression", found.nvrtcAddNameExpression);
    int major = 0;
    int minor = 0;
    found.nvrtcVersion(&major, &minor);
    constexpr int kOldest = 12;  // the first with C++20
    if (major < kOldest)
        return tl::unexpected(
            fmt::format("NVRTC {}.{} is too old: {}.0 or newer is required\n", major, minor, kOldest));
    return Nvrtc(found, major, minor);
}

tl::expected<const Nvrtc*, std::string> Nvrtc::find() {
    static const tl::expected<Nvrtc, std::string> only = load();
    if (!only) return tl::unexpected(only.error());
    return &*only;
}

std::string Nvrtc::target(int capability_major, int capability_minor) const {
    int count = 0;
    call_.nvrtcGetNumSupportedArchs(&count);
    std::vector<int> known(static_cast<std::size_t>(std::max(count, 0)));
    if (!known.empty()) call_.nvrtcGetSupportedArchs(known.data());
    const int device = 10 * capability_major + capability_minor;
    int best = 0;
    for (const int architecture : known) {
        if (architecture <= device) best = std::max(best, architecture);
    }
    if (best == 0) return {};
    return best / 10 == capability_major ? fmt::format("sm_{}", best) : fmt::format("compute_{}", best);
}

tl::expected<DeviceBinary, std::string> Nvrtc::compile(const std::string& source, const std::string& target,
                                                       const std::vector<std::string>& more_options,
                                                       const std::vector<std::string>& names) const {
    std::vector<std::string> options = flags();
    options.push_back("--gpu-architecture=" + target);
    options.insert(options.end(), more_options.begin(), more_options.end());
    const auto cache = more_options.empty() ? host::Cache::of_user() : host::Cache();
    const std::string how =
        fmt::format("NVRTC {}.{}\n{}\n{}", major_, minor_, fmt::join(options, "\n"), kHeaders[0]);
    const std::string name = host::Cache::key(source, how) + ".cubin";
    if (auto bytes = cache.read(name)) return DeviceBinary{std::move(*bytes), true};

    nvrtcProgram program = nullptr;
    if (const nvrtcResult wrong = call_.nvrtcCreateProgram(&program, source.c_str(), "program.cu",
                                                           std::size(kHeaders), kHeaders, kHeaderNames);
        wrong != 0)
        return tl::unexpected(fmt::format("NVRTC: {}\n", call_.nvrtcGetErrorString(wrong)));
    if (!names.empty() && call_.nvrtcAddNameExpression == nullptr) {
        call_.nvrtcDestroyProgram(&program);
        return tl::unexpected(std::string("this NVRTC has no nvrtcAddNameExpression\n"));
    }
    for (const std::string& expression : names) call_.nvrtcAddNameExpression(program, expression.c_str());
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    const nvrtcResult wrong =
        call_.nvrtcCompileProgram(program, static_cast<int>(words.size()), words.data());
    std::string bytes;
    std::size_t size = 0;
    if (wrong != 0) {
        call_.nvrtcGetProgramLogSize(program, &size);
        std::string log(size, '\0');
        call_.nvrtcGetProgramLog(program, log.data());
        log.resize(std::min(log.find('\0'), log.size()));
        call_.nvrtcDestroyProgram(&program);
        return tl::unexpected(fmt::format("NVRTC failed: {}\n{}", call_.nvrtcGetErrorString(wrong), log));
    }
    if (target.starts_with("sm_")) {
        call_.nvrtcGetCUBINSize(program, &size);
        bytes.resize(size);
        call_.nvrtcGetCUBIN(program, bytes.data());
    } else {
        call_.nvrtcGetPTXSize(program, &size);
        bytes.resize(size);
        call_.nvrtcGetPTX(program, bytes.data());
    }
    call_.nvrtcDestroyProgram(&program);
    cache.keep(name, bytes);
    return DeviceBinary{std::move(bytes), false};
}

}  // namespace musimd::gpu
