#include "cli/kernels/nvcc_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/command/options.hpp"

namespace musimd::cli {
namespace {

/// What becomes of an option of nvcc, and of its value.
enum class Use : std::uint8_t {
    ignored,
    ignored_with_value,  ///< in the same word, after `=`, or in the next one
    host,                ///< for the compiler of host code, with the value in the same word
    host_list,           ///< the value is a list of such options
    linker_list,         ///< the value is a list of options of the linker
    own,                 ///< ours with the same value
};

struct NvccOption {
    std::string_view name;
    Use use;
    std::string_view ours = {};  ///< its name for the compiler, or for us
};

// With one dash; nvcc takes two dashes, too.
constexpr NvccOption kNvccOptions[] = {
    {"arch", Use::ignored_with_value},
    {"gpu-architecture", Use::ignored_with_value},
    {"gencode", Use::ignored_with_value},
    {"generate-code", Use::ignored_with_value},
    {"code", Use::ignored_with_value},
    {"gpu-code", Use::ignored_with_value},
    {"ccbin", Use::ignored_with_value},
    {"compiler-bindir", Use::ignored_with_value},
    {"maxrregcount", Use::ignored_with_value},
    {"cudart", Use::ignored_with_value},
    {"default-stream", Use::ignored_with_value},
    {"Xptxas", Use::ignored_with_value},
    {"ptxas-options", Use::ignored_with_value},
    {"Xnvlink", Use::ignored_with_value},
    {"Xfatbin", Use::ignored_with_value},
    {"Xcudafe", Use::ignored_with_value},
    {"diag-suppress", Use::ignored_with_value},
    {"Werror", Use::ignored_with_value},
    {"ftz", Use::ignored_with_value},
    {"fmad", Use::ignored_with_value},
    {"prec-div", Use::ignored_with_value},
    {"prec-sqrt", Use::ignored_with_value},
    {"rdc", Use::ignored_with_value},
    {"relocatable-device-code", Use::ignored_with_value},
    {"O", Use::ignored_with_value},
    {"optimize", Use::ignored_with_value},
    {"MF", Use::ignored_with_value},
    {"MT", Use::ignored_with_value},
    {"MQ", Use::ignored_with_value},
    {"o", Use::ignored_with_value},
    {"output-file", Use::ignored_with_value},
    {"t", Use::ignored_with_value},
    {"threads", Use::ignored_with_value},
    {"m", Use::ignored_with_value},
    {"machine", Use::ignored_with_value},
    {"dopt", Use::ignored_with_value},
    {"split-compile", Use::ignored_with_value},
    {"O0", Use::ignored},
    {"O1", Use::ignored},
    {"O2", Use::ignored},
    {"O3", Use::ignored},
    {"g", Use::ignored},
    {"G", Use::ignored},
    {"device-debug", Use::ignored},
    {"c", Use::ignored},
    {"dc", Use::ignored},
    {"device-c", Use::ignored},
    {"m64", Use::ignored},
    {"w", Use::ignored},
    {"lineinfo", Use::ignored},
    {"generate-line-info", Use::ignored},
    {"use_fast_math", Use::ignored},
    {"expt-extended-lambda", Use::ignored},
    {"extended-lambda", Use::ignored},
    {"expt-relaxed-constexpr", Use::ignored},
    {"resource-usage", Use::ignored},
    {"res-usage", Use::ignored},
    {"restrict", Use::ignored},
    {"keep", Use::ignored},
    {"keep-dir", Use::ignored_with_value},
    {"verbose", Use::ignored},
    {"MD", Use::ignored},
    {"MMD", Use::ignored},
    {"MP", Use::ignored},
    {"Wno-deprecated-gpu-targets", Use::ignored},
    {"forward-unknown-to-host-compiler", Use::ignored},
    {"dlto", Use::ignored},
    {"pg", Use::ignored},
    {"compile", Use::ignored},
    {"link", Use::ignored},
    {"disable-warnings", Use::ignored},
    {"Wreorder", Use::ignored},
    {"allow-unsupported-compiler", Use::ignored},
    {"source-in-ptx", Use::ignored},
    {"display-error-number", Use::ignored},
    {"no-display-error-number", Use::ignored},
    {"std", Use::host, "-std="},
    {"x", Use::host, "-x"},
    {"l", Use::host, "-l"},
    {"L", Use::host, "-L"},
    {"library", Use::host, "-l"},
    {"library-path", Use::host, "-L"},
    {"U", Use::host, "-U"},
    {"fopenmp", Use::host, "-fopenmp"},
    {"Xcompiler", Use::host_list},
    {"compiler-options", Use::host_list},
    {"Xlinker", Use::linker_list},
    {"linker-options", Use::linker_list},
    {"isystem", Use::own, "--include-dir"},
    {"system-include", Use::own, "--include-dir"},
    {"include-path", Use::own, "--include-dir"},
    {"include", Use::own, "--include"},
    {"define-macro", Use::own, "--define"},
    {"D", Use::own, "--define"},
    {"I", Use::own, "--include-dir"},
};

/// Options whose value may follow without anything between: -lm, -O3.
constexpr std::string_view kJoined[] = {"l", "L", "U", "x", "O", "D", "I"};

bool has_no_value(const NvccOption& option) {
    return option.use == Use::ignored || option.name == "fopenmp";
}

struct FoundOption {
    const NvccOption* option = nullptr;
    std::string value;
    bool has_value = false;
};

/// The option of nvcc that a word is or begins; none if it is one of ours.
FoundOption find_option(const std::string& word, const Options& ours) {
    if (word.size() < 2 || word.front() != '-') return {};
    const bool has_two_dashes = word[1] == '-';
    const std::string body = word.substr(has_two_dashes ? 2 : 1);
    const std::size_t equals = std::min(body.find('='), body.size());
    const std::string name = body.substr(0, equals);
    if (has_two_dashes && ours.find(name) != nullptr) return {};
    const auto found = std::ranges::find(kNvccOptions, name, &NvccOption::name);
    if (found != std::end(kNvccOptions)) {
        const bool has_value = equals < body.size();
        return {&*found, has_value ? body.substr(equals + 1) : "", has_value};
    }
    for (const std::string_view joined : kJoined) {
        if (has_two_dashes || !body.starts_with(joined)) continue;
        const auto option = std::ranges::find(kNvccOptions, joined, &NvccOption::name);
        return {&*option, body.substr(joined.size()), true};
    }
    return {};
}

/// -lcudart, -lcuda, -lnvrtc and the like: the runtime is ours.
bool is_runtime_of_cuda(const FoundOption& found) {
    return found.option->ours == "-l" &&
           (found.value.starts_with("cuda") || found.value.starts_with("nvrtc"));
}

void add_host_option(const std::string& option, NvccWords& result) {
    result.words.push_back("--host-option=" + option);
}

void add(const FoundOption& found, const std::string& as_written, NvccWords& result) {
    switch (found.option->use) {
        case Use::ignored:
        case Use::ignored_with_value:
            result.ignored.push_back(as_written);
            break;
        case Use::host:
            if (is_runtime_of_cuda(found)) break;
            add_host_option(std::string(found.option->ours) + found.value, result);
            break;
        case Use::host_list:
            for (const std::string& option : comma_list(found.value)) add_host_option(option, result);
            break;
        case Use::linker_list:
            add_host_option("-Wl," + found.value, result);
            break;
        case Use::own:
            result.words.insert(result.words.end(), {std::string(found.option->ours), found.value});
            break;
    }
}

}  // namespace

NvccWords in_own_options(const Arguments& words) {
    const Options ours = declare_cuda();
    NvccWords result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        FoundOption found = find_option(words[i], ours);
        if (found.option == nullptr) {
            result.words.push_back(words[i]);
            // The next word is the value of an option of ours, not an option of nvcc.
            const bool is_ours = words[i].starts_with("--") && words[i].find('=') == std::string::npos;
            const OptionInfo* const info = is_ours ? ours.find(words[i].substr(2)) : nullptr;
            if (info != nullptr && !info->placeholder.empty() && i + 1 < words.size())
                result.words.push_back(words[++i]);
            continue;
        }
        std::string as_written = words[i];
        if (!has_no_value(*found.option) && !found.has_value) {
            if (i + 1 == words.size()) throw UsageError(fmt::format("option '{}' has no value", words[i]));
            found.value = words[++i];
            as_written += " " + found.value;
        }
        add(found, as_written, result);
    }
    return result;
}

}  // namespace musimd::cli
