// musimd completion bash|zsh|fish: scripts generated from the declarations of the commands' options.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "cli/command/text_files.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutCompletion =
    "Prints a script that completes musimd's commands, options and their values. `cmake --install`\n"
    "installs the scripts where the shells look for them.\n";

constexpr std::string_view kExamplesCompletion =
    "Examples:\n"
    "  source <(musimd completion bash)                                        in this shell\n"
    "  musimd completion zsh > ~/.zfunc/_musimd                                a folder of $fpath\n"
    "  musimd completion fish > ~/.config/fish/completions/musimd.fish\n";

/// What completes a value or an operand.
enum class CompletionKind { nothing, words, file, folder, text };

/// What one command completes: its own options, and those of its variants (`fuzz --dsl`).
struct Completed {
    std::string_view name;
    std::string_view summary;
    std::vector<OptionInfo> options;
    CompletionKind operand = CompletionKind::nothing;
    std::vector<std::string> operand_words;
};

CompletionKind kind_of(std::string_view placeholder, bool has_words) {
    if (has_words) return CompletionKind::words;
    if (placeholder.empty()) return CompletionKind::nothing;
    if (placeholder.find("FILE") != std::string_view::npos) return CompletionKind::file;
    if (placeholder.find("PATH") != std::string_view::npos) return CompletionKind::file;
    return placeholder.find("DIR") != std::string_view::npos ? CompletionKind::folder : CompletionKind::text;
}

CompletionKind kind_of(const OptionInfo& option) {
    return kind_of(option.placeholder, !option.words.empty());
}

void take_over(const Options& from, Completed& to) {
    for (const OptionInfo& option : from.infos()) {
        if (std::ranges::find(to.options, option.name, &OptionInfo::name) == to.options.end())
            to.options.push_back(option);
    }
}

std::vector<Completed> all_completed() {
    std::vector<Completed> all;
    for (const Command& command : commands()) {
        const Options options = command.declare();
        const bool variant = command.name.find(' ') != std::string_view::npos;  // of the previous command
        if (!variant) {
            all.push_back(
                {command.name, command.summary, {}, CompletionKind::nothing, options.operand_words()});
            all.back().operand = kind_of(options.operand_usage(), !options.operand_words().empty());
        }
        take_over(options, all.back());
    }
    return all;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

template <typename Words>
std::string joined(const Words& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

// ---- bash

constexpr std::string_view kBashBegin = R"(# bash completion for musimd, from `musimd completion bash`
_musimd() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options= operand= value= words=
    # bash splits --option=value into three words.
    if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
    COMPREPLY=()
    if (( COMP_CWORD == 1 )); then
)";

constexpr std::string_view kBashEnd = R"(    if [[ -z $value && $cur == -* ]]; then
        value=words words=$options
    elif [[ -z $value ]]; then
        value=$operand
        [[ $value == words ]] && words=$operand_words
    fi
    case $value in
        words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
        file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
        folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    esac
}
complete -F _musimd musimd
)";

std::string_view bash_kind(CompletionKind value) {
    switch (value) {
        case CompletionKind::words:
            return "words";
        case CompletionKind::file:
            return "file";
        case CompletionKind::folder:
            return "folder";
        case CompletionKind::nothing:
        case CompletionKind::text:
            return "none";
    }
    return {};
}

std::string bash_command(const Completed& command) {
    std::vector<std::string> names;
    std::string values;
    for (const OptionInfo& option : command.options) {
        names.push_back("--" + option.name);
        if (!option.letter.empty()) names.push_back("-" + option.letter);
        const CompletionKind kind = kind_of(option);
        if (kind == CompletionKind::nothing) continue;
        const std::string letter = option.letter.empty() ? "" : "|-" + option.letter;
        values += fmt::format("                --{}{}) value={}", option.name, letter, bash_kind(kind));
        if (kind == CompletionKind::words) values += fmt::format(" words='{}'", fmt::join(option.words, " "));
        values += " ;;\n";
    }
    std::string text = fmt::format("        {})\n            options='{}'\n            operand={}\n",
                                   command.name, fmt::join(names, " "), bash_kind(command.operand));
    if (!command.operand_words.empty())
        text += fmt::format("            operand_words='{}'\n", fmt::join(command.operand_words, " "));
    if (!values.empty()) text += fmt::format("            case $prev in\n{}            esac\n", values);
    return text + "            ;;\n";
}

std::string bash(const std::vector<Completed>& all) {
    std::vector<std::string_view> names;
    for (const Completed& command : all) names.push_back(command.name);
    std::string text(kBashBegin);
    text += fmt::format(
        "        mapfile -t COMPREPLY < <(compgen -W '{} help --help --version' -- \"$cur\")\n"
        "        return\n    fi\n    local operand_words=\n    case ${{COMP_WORDS[1]}} in\n",
        fmt::join(names, " "));
    for (const Completed& command : all) text += bash_command(command);
    return text + "    esac\n" + std::string(kBashEnd);
}

// ---- zsh

// Escaped for '…[…]…' and for a description of _describe.
std::string zsh_text(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return replaced(escaped, "'", R"('\'')");
}

std::string zsh_value(std::string_view name, CompletionKind value, std::string_view words) {
    const std::string message = zsh_text(name);
    switch (value) {
        case CompletionKind::nothing:
            return {};
        case CompletionKind::words:
            return fmt::format(":{}:({})", message, words);
        case CompletionKind::file:
            return fmt::format(":{}:_files", message);
        case CompletionKind::folder:
            return fmt::format(":{}:_files -/", message);
        case CompletionKind::text:
            return fmt::format(":{}: ", message);
    }
    return {};
}

std::string zsh_option(const OptionInfo& option) {
    const std::string value = zsh_value(option.placeholder, kind_of(option), joined(option.words));
    const std::string_view repeats = option.repeats ? "*" : "";
    const std::string rest = fmt::format("[{}]{}", zsh_text(option.help), value);
    std::string text = fmt::format(" \\\n                '{}--{}{}{}'", repeats, option.name,
                                   value.empty() ? "" : "=", rest);
    if (!option.letter.empty())
        text += fmt::format(" \\\n                '{}-{}{}{}'", repeats, option.letter,
                            value.empty() ? "" : "+", rest);
    return text;
}

std::string zsh(const std::vector<Completed>& all) {
    std::string text =
        "#compdef musimd\n# zsh completion for musimd, from `musimd completion zsh`\n_musimd() {\n"
        "    local context state state_descr line\n    typeset -A opt_args\n    local -a commands\n"
        "    commands=(\n";
    for (const Completed& command : all)
        text += fmt::format("        '{}:{}'\n", command.name, zsh_text(command.summary));
    text +=
        "    )\n"
        "    _arguments -C '--help[this text]' '--version[the version]' '1:command:->command' "
        "'*::argument:->argument'\n"
        "    case $state in\n    command) _describe command commands ;;\n    argument)\n        case "
        "$words[1] in\n";
    for (const Completed& command : all) {
        text += fmt::format("        {})\n            _arguments -s", command.name);
        for (const OptionInfo& option : command.options) text += zsh_option(option);
        const std::string operand = zsh_value("operand", command.operand, joined(command.operand_words));
        if (!operand.empty()) text += fmt::format(" \\\n                '*{}'", operand);
        text += "\n            ;;\n";
    }
    return text +
           "        esac\n        ;;\n    esac\n}\n"
           "if [ \"$funcstack[1]\" = _musimd ]; then _musimd \"$@\"; else compdef _musimd musimd; fi\n";
}

// ---- fish

std::string fish_text(std::string_view text) {
    return "'" + replaced(replaced(std::string(text), "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_value(CompletionKind value, const std::string& words) {
    switch (value) {
        case CompletionKind::nothing:
            return {};
        case CompletionKind::words:
            return " -x -a " + fish_text(words);
        case CompletionKind::file:
            return " -r -F";
        case CompletionKind::folder:
            return " -x -a '(__fish_complete_directories)'";
        case CompletionKind::text:
            return " -x";
    }
    return {};
}

std::string fish_operand(const Completed& command) {
    switch (command.operand) {
        case CompletionKind::words:
            return " -a " + fish_text(joined(command.operand_words));
        case CompletionKind::file:
            return " -F";
        case CompletionKind::folder:
            return " -a '(__fish_complete_directories)'";
        case CompletionKind::nothing:
        case CompletionKind::text:
            return {};
    }
    return {};
}

std::string fish(const std::vector<Completed>& all) {
    std::string text =
        "# fish completion for musimd, from `musimd completion fish`\ncomplete -c musimd -f\n"
        "complete -c musimd -n __fish_use_subcommand -l help -d 'this text'\n"
        "complete -c musimd -n __fish_use_subcommand -l version -d 'the version'\n";
    for (const Completed& command : all) {
        const std::string when =
            fmt::format("complete -c musimd -n '__fish_seen_subcommand_from {}'", command.name);
        text += fmt::format("complete -c musimd -n __fish_use_subcommand -a {} -d {}\n", command.name,
                            fish_text(command.summary));
        for (const OptionInfo& option : command.options) {
            const std::string letter = option.letter.empty() ? "" : " -s " + option.letter;
            text += fmt::format("{} -l {}{}{} -d {}\n", when, option.name, letter,
                                fish_value(kind_of(option), joined(option.words)), fish_text(option.help));
        }
        if (const std::string operand = fish_operand(command); !operand.empty())
            text += when + operand + "\n";
    }
    return text;
}

}  // namespace

Options declare_completion() {
    Options options("completion", "SHELL", kAboutCompletion, kExamplesCompletion);
    options.operand_words({"bash", "zsh", "fish"});
    options.value("out", "FILE", "write to this file instead of standard output");
    return options;
}

int completion(const Arguments& arguments) {
    Options options = declare_completion();
    if (!options.parse(arguments, 1, 1)) return kOk;
    const std::string shell = options.operand_choice(0);
    const std::vector<Completed> all = all_completed();
    const std::string script = shell == "bash" ? bash(all) : shell == "zsh" ? zsh(all) : fish(all);
    if (const auto file = options.text("out")) {
        write_text(*file, script);
    } else {
        std::cout << script;
    }
    return kOk;
}

}  // namespace musimd::cli
