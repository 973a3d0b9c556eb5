#include "simulator/codegen/host_settings.hpp"

#include <sstream>
#include <vector>

#include "host/environment.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::codegen {
namespace {

constexpr std::size_t kMaxShownCharacters = 200;

// The target processor: this one, or any of its family with the vectors of the extension, as in
// cmake/lane-loops.cmake.
std::vector<const char*> processor_flags(std::optional<VectorExtension> extension) {
#if defined(__x86_64__)
    if (!extension) return {"-march=native"};
    switch (*extension) {
        case VectorExtension::baseline:
            return {"-march=x86-64"};
        case VectorExtension::avx2:
            return {"-march=x86-64", "-mavx2", "-mfma"};
        case VectorExtension::avx512:
            break;
    }
    return {"-march=x86-64", "-mavx512f", "-mavx512dq", "-mavx512vl", "-mavx512bw"};
#elif defined(__aarch64__)
    return {extension ? "-mcpu=generic" : "-mcpu=native"};
#else
    static_cast<void>(extension);
    return {};
#endif
}

std::string& usual_compiler() {
    static std::string command = "c++";
    return command;
}

}  // namespace

void use_compiler(const std::string& command) {
    usual_compiler() = command;
}

host::CompileSettings host_settings(std::optional<VectorExtension> extension) {
    host::CompileSettings settings;
    std::istringstream words(host::environment("CXX"));
    for (std::string word; words >> word;) settings.compiler.push_back(word);
    if (settings.compiler.empty()) settings.compiler = {usual_compiler()};
    settings.flags = {"-std=c++20", "-O3", "-shared", "-fPIC", "-w",
                      // Floats are rounded at each operation, as in the machine; errno and floating-point
                      // flags are not used.
                      "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
                      // Words wrap on overflow; rows of words are accessed as vectors.
                      "-fwrapv", "-fno-strict-aliasing"};
    for (const char* const flag : processor_flags(extension)) settings.flags.emplace_back(flag);
    settings.cache = host::Cache::of_user();
    return settings;
}

std::string error_text(const host::CompileError& error) {
    std::string text = error.message + (error.lines.empty() ? "\n" : ":\n");
    for (const std::string& line : error.lines) text += "  " + shown(line, kMaxShownCharacters) + "\n";
    return text;
}

}  // namespace musimd::codegen
