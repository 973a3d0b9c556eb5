#include "kernels/cuda/program/program_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace musimd::kernels::cuda {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOpenMp = "-fopenmp";

/// As in gcc's gnu17, where these are warnings.
constexpr const char* kWarningsOfC[] = {
    "-Wno-error=implicit-function-declaration",       "-Wno-error=implicit-int", "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",
};

bool is_standard_of_cpp(std::string_view option) {
    return option.starts_with("-std=") && option.find("++") != std::string_view::npos;
}

/// The folder of the newest runtime of Clang's OpenMP; empty if none is installed.
std::string folder_of_openmp() {
    for (int version = 19; version >= 14; --version) {
        const std::string folder = fmt::format("/usr/lib/llvm-{}/lib", version);
        std::error_code ignored;
        if (fs::exists(folder + "/libomp.so", ignored)) return folder;
    }
    return {};
}

/// Without Clang's runtime, one thread runs each region, and gcc's runtime has the functions.
std::vector<std::string> words_of_openmp() {
    const std::string folder = folder_of_openmp();
    if (folder.empty()) return {"-fopenmp=libgomp", "-Wno-source-uses-openmp"};
    return {std::string(kOpenMp), "-L" + folder, "-Wl,-rpath," + folder};
}

}  // namespace

bool is_linked(const fs::path& file) {
    const std::string name = file.filename().string();
    return std::set<fs::path>{".o", ".a", ".so", ".obj", ".lo"}.contains(file.extension()) ||
           name.find(".so.") != std::string::npos;
}

std::string language_of(const reader::Source& source) {
    if (!source.language.empty()) return source.language;
    const fs::path extension = fs::path(source.file).extension();
    if (extension == ".c") return "c";
    return std::set<fs::path>{".cc", ".cpp", ".cxx", ".C"}.contains(extension) ? "c++" : "cuda";
}

std::optional<reader::Source> joined(const reader::Source& source, const std::vector<reader::Source>& all) {
    reader::Source whole = source;
    for (const reader::Source& other : all) {
        if (other.file == source.file || language_of(other) != "cuda") continue;
        whole.text += fmt::format("\n#include \"{}\"", fs::absolute(other.file).string());
    }
    if (whole.text.size() == source.text.size()) return std::nullopt;
    whole.text += '\n';
    return whole;
}

std::vector<std::string> compile_words(const std::vector<reader::Source>& sources,
                                       const std::string& language) {
    const bool is_c = language == "c";
    // Errors of Clang, and warnings of gcc: `register`, and "%"PRIu64 without a space.
    std::vector<std::string> words = {"-Wno-register", "-Wno-reserved-user-defined-literal"};
    if (is_c) words.assign(std::begin(kWarningsOfC), std::end(kWarningsOfC));
    std::vector<std::string> options = sources.front().options;
    const std::vector<std::string>& of_host = sources.front().host_options;
    options.insert(options.end(), of_host.begin(), of_host.end());
    for (const std::string& option : options) {
        if (is_c && is_standard_of_cpp(option)) continue;
        if (option != kOpenMp) {
            words.push_back(option);
            continue;
        }
        const std::vector<std::string> openmp = words_of_openmp();
        words.insert(words.end(), openmp.begin(), openmp.end());
    }
    return words;
}

std::vector<std::string> link_words(const std::vector<reader::Source>& sources) {
    const std::vector<std::string>& linked = sources.front().linked;
    std::vector<std::string> words;
    if (std::ranges::any_of(linked, [](const std::string& word) { return is_linked(word); }))
        words = {"-x", "none"};
    words.insert(words.end(), linked.begin(), linked.end());
    return words;
}

}  // namespace musimd::kernels::cuda
