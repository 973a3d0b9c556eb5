#include "cli/command/language.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>

#include "cli/command/failure.hpp"
#include "host/files.hpp"
#include "host/pattern.hpp"

namespace musimd::cli {
namespace {

struct LanguageInfo {
    Language language;
    std::string_view name;
    std::string_view command;                       ///< that runs it; empty: none
    std::array<std::string_view, 4> commands = {};  ///< others that read it
    bool by_programs = false;                       ///< the commands for programs read it
};

constexpr LanguageInfo kLanguages[] = {
    {Language::machine, "a program of the machine", "run", {}, true},
    {Language::cuda, "CUDA C++", "cuda", {"compile"}},
    {Language::lockstep, "a kernel of PMacc's lockstep model", "lockstep", {"compile"}},
    {Language::spmd, "a kernel of NSIMD's SPMD DSL", "spmd"},
    {Language::openmp, "a program with OpenMP", "omp"},
    {Language::c, "C", "omp", {"cuda"}},
    {Language::cpp, "C++", "", {"cuda", "omp", "spmd", "lockstep"}},
};

/// The option of the commands for kernels that does what this command does for programs.
struct SimilarOption {
    std::string_view command;
    std::string_view option;
};

constexpr SimilarOption kSimilarOptions[] = {
    {"debug", " --debug"}, {"profile", " --profile"}, {"trace", " --lanes"}};

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
}

/// The text of C, without comments.
std::string without_comments(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("//")) {
            at += std::min(rest.find('\n'), rest.size()) - 1;
        } else if (rest.starts_with("/*")) {
            at += std::min(rest.find("*/", 2), rest.size() - 2) + 1;
        } else {
            result += text[at];
        }
    }
    return result;
}

/// Of a file of a language with C's syntax.
Language kind_of_c(std::string_view extension, const std::string& text) {
    const std::string code = without_comments(text);
    const auto has = [&](std::string_view word) { return code.find(word) != std::string::npos; };
    const bool is_cpp = is_one_of(extension, {".cc", ".cpp", ".cxx", ".C", ".hh", ".hpp", ".hxx"});
    const bool is_c = is_one_of(extension, {".c", ".h"});
    if (has("spmd_kernel")) return Language::spmd;
    if (has("pmacc/lockstep") || has("lockstep::")) return Language::lockstep;
    if (has("__global__") || is_one_of(extension, {".cu", ".cuh"})) return Language::cuda;
    if (has("#pragma omp")) return Language::openmp;
    if (is_cpp) return Language::cpp;
    return is_c ? Language::c : Language::unknown;
}

/// The command line for the file; `instead_of`: the wrong command.
std::string command_line(const LanguageInfo& info, std::string_view instead_of, const std::string& file,
                         std::string_view text) {
    std::string line = fmt::format("musimd {} {}", info.command, host::shell_word(file));
    if (info.command == "omp") {
        line += seems_to_have_main(text) ? " --function main" : " --function NAME";
    }
    const auto similar = std::ranges::find(kSimilarOptions, instead_of, &SimilarOption::command);
    if (similar != std::end(kSimilarOptions) && info.language != Language::machine) line += similar->option;
    return line;
}

bool reads(std::string_view command, const LanguageInfo& info) {
    if (info.command == command || std::ranges::find(info.commands, command) != info.commands.end())
        return true;
    return info.by_programs && !is_one_of(command, {"cuda", "omp", "spmd", "lockstep"});
}

}  // namespace

Language language_of(const std::string& file, std::string_view text) {
    const std::string extension = std::filesystem::path(file).extension().string();
    if (is_one_of(extension, {".asm", ".pl"})) return Language::machine;
    return kind_of_c(extension, std::string(text));
}

bool seems_to_have_main(std::string_view text) {
    static const host::Pattern main_function(R"(\bmain\s*\()");
    return main_function.is_in(text);
}

std::optional<std::string> why_wrong_command(std::string_view command, const std::string& file,
                                             std::string_view text) {
    const auto info = std::ranges::find(kLanguages, language_of(file, text), &LanguageInfo::language);
    if (info == std::end(kLanguages) || reads(command, *info)) return std::nullopt;
    if (info->command.empty())
        return fmt::format("this is {}, which 'musimd {}' does not read", info->name, command);
    const bool is_for_page = info->language == Language::cuda || info->language == Language::openmp;
    if (command == "web" && is_for_page)
        return fmt::format("this is {}; run 'musimd web --add {}'", info->name, host::shell_word(file));
    return fmt::format("this is {}; run '{}'", info->name, command_line(*info, command, file, text));
}

void refuse_wrong_command(std::string_view command, const std::string& file, std::string_view text) {
    if (const auto why = why_wrong_command(command, file, text)) throw InputError(file, *why);
}

}  // namespace musimd::cli
