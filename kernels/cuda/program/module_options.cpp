#include "kernels/cuda/program/module_options.hpp"

#include <algorithm>
#include <string_view>

namespace musimd::kernels::cuda {
namespace {

/// An option with a value, which follows `=`, or is the next one, or follows at once if the name has one
/// letter.
struct ValueOption {
    std::string_view name;
    std::string_view ours;  ///< for Clang
};
constexpr ValueOption kWithValue[] = {
    {"-D", "-D"},
    {"--define-macro", "-D"},
    {"-U", "-U"},
    {"-I", "-I"},
    {"--undefine-macro", "-U"},
    {"--include-path", "-I"},
    {"-include", "-include"},
    {"--include", "-include"},
    {"--pre-include", "-include"},
    {"-isystem", "-isystem"},
    {"-std", "-std="},
    {"--std", "-std="},
};

// They have no effect here; most may be written with one dash or two.
constexpr std::string_view kIgnored[] = {"gpu-architecture",
                                         "arch",
                                         "device-c",
                                         "dc",
                                         "device-w",
                                         "dw",
                                         "relocatable-device-code",
                                         "rdc",
                                         "extensible-whole-program",
                                         "ewp",
                                         "device-debug",
                                         "G",
                                         "generate-line-info",
                                         "lineinfo",
                                         "dopt",
                                         "Ofast-compile",
                                         "ptxas-options",
                                         "Xptxas",
                                         "maxrregcount",
                                         "ftz",
                                         "prec-sqrt",
                                         "prec-div",
                                         "fmad",
                                         "use_fast_math",
                                         "extra-device-vectorization",
                                         "modify-stack-limit",
                                         "dlink-time-opt",
                                         "dlto",
                                         "gen-opt-lto",
                                         "optix-ir",
                                         "jump-table-density",
                                         "device-stack-protector",
                                         "no-cache",
                                         "no-source-include",
                                         "no-system-headers-include",
                                         "builtin-move-forward",
                                         "builtin-initializer-list",
                                         "pch",
                                         "disable-warnings",
                                         "w",
                                         "Wreorder",
                                         "Werror",
                                         "warning-as-error",
                                         "restrict",
                                         "device-int128",
                                         "device-float128",
                                         "optimization-info",
                                         "display-error-number",
                                         "no-display-error-number",
                                         "diag-error",
                                         "diag-suppress",
                                         "diag-warn",
                                         "brief-diagnostics",
                                         "time",
                                         "split-compile",
                                         "minimal",
                                         "version-ident",
                                         "fdevice-syntax-only",
                                         "fdevice-time-trace",
                                         "frandom-seed",
                                         "Xcompiler",
                                         "x",
                                         "O",
                                         "l",
                                         "L"};
constexpr std::string_view kDeviceDefault[] = {"-default-device", "--device-as-default-execution-space"};

/// The value of an option in its own word; null if the value is the next one.
struct FoundValue {
    const ValueOption* option = nullptr;
    std::string value;
    bool is_next = false;
};

FoundValue find_value(const std::string& word) {
    for (const ValueOption& option : kWithValue) {
        if (!word.starts_with(option.name)) continue;
        const std::string rest = word.substr(option.name.size());
        if (rest.empty()) return {&option, "", true};
        if (rest.front() == '=') return {&option, rest.substr(1), false};
        if (option.name.size() == 2) return {&option, rest, false};
    }
    return {};
}

bool is_ignored(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    const std::string_view name = word.substr(0, word.find('='));
    return std::ranges::find(kIgnored, name) != std::end(kIgnored);
}

bool is_before_cpp17(std::string_view standard) {
    constexpr std::string_view kOlder[] = {"++98", "++03", "++11", "++0x", "++14", "++1y"};
    return std::ranges::any_of(kOlder, [&](std::string_view name) { return standard.ends_with(name); });
}

void add(const FoundValue& found, ModuleOptions& result) {
    if (found.option->ours == "-std=") {
        for (std::string& word : standard_words("-std=" + found.value))
            result.words.push_back(std::move(word));
    } else if (found.option->ours.size() == 2) {
        result.words.push_back(std::string(found.option->ours) + found.value);
    } else {
        result.words.insert(result.words.end(), {std::string(found.option->ours), found.value});
    }
}

}  // namespace

std::vector<std::string> standard_words(const std::string& option) {
    if (is_before_cpp17(option)) return {"-std=gnu++17", "-Wno-dynamic-exception-spec"};
    return {option};
}

ModuleOptions module_options(const std::vector<std::string>& options) {
    ModuleOptions result;
    for (std::size_t i = 0; i < options.size(); ++i) {
        std::string word = options[i];
        word.erase(0, std::min(word.find_first_not_of(' '), word.size()));
        if (FoundValue found = find_value(word); found.option != nullptr) {
            if (found.is_next && i + 1 == options.size()) {
                result.unknown.push_back(word);
                continue;
            }
            if (found.is_next) found.value = options[++i];
            add(found, result);
        } else if (std::ranges::find(kDeviceDefault, word) != std::end(kDeviceDefault)) {
            result.is_device_default = true;
        } else if (is_ignored(word)) {  // with its value, if that is the next word
            const bool is_passed_on = word == "-Xptxas" || word == "-Xcompiler";
            if (i + 1 < options.size() && (is_passed_on || !options[i + 1].starts_with("-"))) ++i;
        } else {
            result.unknown.push_back(word);
        }
    }
    return result;
}

}  // namespace musimd::kernels::cuda
