// libnvrtc.so of software CUDA: compiles CUDA C++ to a shared object for the processor, with the host's
// compiler, kernels.hpp and arithmetic.hpp. The driver's device loads it.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/software_cuda/settings.hpp"

namespace musimd::software_cuda {
namespace {

enum Result { kSuccess = 0, kInvalidInput = 3, kInvalidOption = 5, kCompilation = 6 };

struct Program {
    std::string source;
    std::string log;
    std::string object;
    bool is_machine_code = false;
};

constexpr int kArchitectures[] = {75, 80, 90};

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Whether NVRTC has this option, and supports the architecture.
bool takes(std::string_view option, bool& is_machine_code) {
    constexpr std::string_view kTarget = "--gpu-architecture=";
    if (!option.starts_with(kTarget)) return option.starts_with("--");
    option.remove_prefix(kTarget.size());
    is_machine_code = option.starts_with("sm_");
    for (const int architecture : kArchitectures) {
        if (option == "sm_" + std::to_string(architecture)) return true;
        if (option == "compute_" + std::to_string(architecture)) return true;
    }
    return false;
}

// In the compiler's format for lines: "program.cu(7): error: …".
std::string as_nvrtc_says(const std::string& log) {
    std::string text;
    for (std::size_t i = 0; i < log.size(); ++i) {
        constexpr std::string_view kFile = "program.cu:";
        if (log.compare(i, kFile.size(), kFile) != 0) {
            text += log[i];
            continue;
        }
        const std::size_t end = log.find(':', i + kFile.size());
        text += "program.cu(" + log.substr(i + kFile.size(), end - i - kFile.size()) + ")";
        const std::size_t after_column = log.find(':', end + 1);
        i = (after_column == std::string::npos ? end : after_column) - 1;
    }
    return text;
}

Result compile(Program& program) {
    std::string folder = (std::filesystem::temp_directory_path() / "software-nvrtc-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) return kInvalidInput;
    std::ofstream(folder + "/program.cu") << program.source;
    const std::string compiler = SOFTWARE_CUDA_COMPILER;
    const std::string root = SOFTWARE_CUDA_ROOT;
    const std::string command =
        "cd '" + folder + "' && " + compiler +
        " -std=c++20 -O1 -ffp-contract=off -w -D__CUDA_ARCH__=900 -fPIC -shared -I '" + root +
        "' -include tests/software_cuda/kernels.hpp" +
        " -include tests/software_cuda/arithmetic.hpp -x c++ program.cu -o object 2>log";
    const bool good = std::system(command.c_str()) == 0;
    program.log = as_nvrtc_says(bytes_of(folder + "/log"));
    program.object = bytes_of(folder + "/object");
    std::filesystem::remove_all(folder);
    return good ? kSuccess : kCompilation;
}

}  // namespace
}  // namespace musimd::software_cuda

using namespace musimd::software_cuda;

#define MUSIMD_EXPORT extern "C" __attribute__((visibility("default")))

MUSIMD_EXPORT int nvrtcVersion(int* major, int* minor) {
    *major = 12;
    *minor = 8;
    return kSuccess;
}
MUSIMD_EXPORT const char* nvrtcGetErrorString(int result) {
    return result == kCompilation ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_INVALID_INPUT";
}
MUSIMD_EXPORT int nvrtcGetNumSupportedArchs(int* count) {
    *count = static_cast<int>(std::size(kArchitectures));
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcGetSupportedArchs(int* architectures) {
    std::copy(std::begin(kArchitectures), std::end(kArchitectures), architectures);
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcCreateProgram(void** program, const char* source, const char*, int, const char* const*,
                                     const char* const*) {
    *program = new Program{source, "", "", false};
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcDestroyProgram(void** program) {
    delete static_cast<Program*>(*program);
    *program = nullptr;
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcCompileProgram(void* program, int count, const char* const* options) {
    auto& one = *static_cast<Program*>(program);
    for (int i = 0; i < count; ++i) {
        if (!takes(options[i], one.is_machine_code)) return kInvalidOption;
    }
    return compile(one);
}
MUSIMD_EXPORT int nvrtcGetProgramLogSize(void* program, std::size_t* size) {
    *size = static_cast<Program*>(program)->log.size() + 1;
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcGetProgramLog(void* program, char* log) {
    const std::string& from = static_cast<Program*>(program)->log;
    std::copy(from.c_str(), from.c_str() + from.size() + 1, log);
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcGetPTXSize(void* program, std::size_t* size) {
    *size = static_cast<Program*>(program)->object.size();
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcGetPTX(void* program, char* ptx) {
    const std::string& from = static_cast<Program*>(program)->object;
    std::copy(from.begin(), from.end(), ptx);
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcGetCUBINSize(void* program, std::size_t* size) {
    const auto& one = *static_cast<Program*>(program);
    *size = one.is_machine_code ? one.object.size() : 0;
    return kSuccess;
}
MUSIMD_EXPORT int nvrtcGetCUBIN(void* program, char* cubin) {
    return nvrtcGetPTX(program, cubin);
}
