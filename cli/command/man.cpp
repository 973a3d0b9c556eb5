// musimd man [PAGE]: manual pages, generated from the declarations of the commands.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/text_files.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutMan =
    "Prints the manual page of musimd, or of one of its commands, for man. `cmake --install` installs all\n"
    "of them.\n";

constexpr std::string_view kExamplesMan =
    "Examples:\n"
    "  musimd man run | man -l -      the page of musimd run\n"
    "  musimd man --out man1          writes all pages into a folder\n";

constexpr std::string_view kExitStatus = "Exit status: ";

/// The page of `fuzz --dsl` is musimd-fuzz-dsl.
std::string page_of(const Command& command) {
    std::string name(command.name);
    for (std::size_t at = 0; (at = name.find(" --")) != std::string::npos;) name.replace(at, 3, "-");
    return name;
}

// ---- roff

std::uint32_t code_point(std::string_view sequence) {
    if (sequence.size() == 1) return static_cast<unsigned char>(sequence[0]);
    std::uint32_t code = static_cast<unsigned char>(sequence[0]) & (0x7FU >> sequence.size());
    for (const char c : sequence.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
    return code;
}

// Escapes the characters that roff would replace.
std::string_view roff_escape(char c) {
    switch (c) {
        case '\\':
            return "\\e";
        case '-':
            return "\\-";
        case '\'':
            return "\\(aq";
        case '`':
            return "\\(ga";
        case '^':
            return "\\(ha";
        case '~':
            return "\\(ti";
        default:
            return {};
    }
}

std::string roff(std::string_view text) {
    std::string escaped;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
        const std::string_view escape = roff_escape(text[0]);
        if (length > 1) {
            escaped += fmt::format("\\[u{:04X}]", code_point(text.substr(0, length)));
        } else if (escape.empty()) {
            if (text[0] == '.' && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
            escaped += text[0];
        } else {
            escaped += escape;
        }
        text.remove_prefix(length);
    }
    return escaped;
}

/// The paragraphs of a text, without blank lines.
std::vector<std::string_view> paragraphs(std::string_view text) {
    std::vector<std::string_view> list;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find("\n\n"), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\n')) line.remove_suffix(1);
        if (!line.empty()) list.push_back(line);
        text.remove_prefix(std::min(end + 2, text.size()));
    }
    return list;
}

std::string head(std::string_view page, std::string_view summary) {
    std::string title(page);
    std::ranges::transform(title, title.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return fmt::format(".TH {} 1 \"\" \"musimd {}\" \"musimd manual\"\n.SH NAME\n{} \\- {}\n", roff(title),
                       MUSIMD_VERSION, roff(page), roff(summary));
}

std::string option_entry(const OptionInfo& option) {
    std::string text = ".TP\n";
    if (!option.letter.empty()) text += fmt::format("\\fB\\-{}\\fR, ", roff(option.letter));
    text += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
    if (!option.placeholder.empty()) text += fmt::format(" \\fI{}\\fR", roff(option.placeholder));
    text += fmt::format("\n{}\n", roff(option.help));
    if (!option.words.empty())
        text += ".br\n" + roff(fmt::format("Possible values: {}.\n", fmt::join(option.words, ", ")));
    return text;
}

std::string description(std::string_view about) {
    std::string text;
    std::string status;
    for (const std::string_view paragraph : paragraphs(about)) {
        if (paragraph.starts_with(kExitStatus)) {
            status = fmt::format(".SH EXIT STATUS\n{}\n", roff(paragraph.substr(kExitStatus.size())));
        } else {
            text += fmt::format("{}{}\n", text.empty() ? ".SH DESCRIPTION\n" : ".PP\n", roff(paragraph));
        }
    }
    return text + status;
}

std::string command_page(const Command& command) {
    const Options options = command.declare();
    std::string text = head("musimd-" + page_of(command), command.summary);
    text += fmt::format(".SH SYNOPSIS\n\\fBmusimd {}\\fR [\\fIoptions\\fR]", roff(command.name));
    if (!options.operand_usage().empty()) text += fmt::format(" \\fI{}\\fR", roff(options.operand_usage()));
    text += "\n" + description(options.about()) + ".SH OPTIONS\n";
    for (const OptionInfo& option : options.infos()) text += option_entry(option);
    text += ".SH EXAMPLES\n";
    std::string_view examples = options.examples();
    if (examples.starts_with("Examples:\n")) examples.remove_prefix(std::string_view("Examples:\n").size());
    text += fmt::format(".nf\n{}.fi\n", roff(examples));
    return text + ".SH SEE ALSO\n.BR musimd (1)\n";
}

std::string first_page() {
    std::string text = head("musimd", "the reference machine for SIMD programs that diverge");
    text +=
        ".SH SYNOPSIS\n\\fBmusimd\\fR \\fIcommand\\fR \\&...\n.br\n\\fBmusimd\\fR \\fB\\-\\-help\\fR | "
        "\\fB\\-\\-version\\fR [\\fB\\-\\-json\\fR]\n.SH COMMANDS\n";
    for (const Command& command : commands()) {
        text += fmt::format(".TP\n\\fBmusimd {}\\fR\n{}; see\n.BR {} (1)\n", roff(command.name),
                            roff(command.summary), roff("musimd-" + page_of(command)));
    }
    return text;
}

std::string page(std::string_view name) {
    const auto command = std::ranges::find(commands(), name, page_of);
    return command == commands().end() ? first_page() : command_page(*command);
}

void write_pages(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw InputError(folder, error.message());
    write_text(folder + "/musimd.1", first_page());
    for (const Command& command : commands())
        write_text(fmt::format("{}/musimd-{}.1", folder, page_of(command)), command_page(command));
}

}  // namespace

Options declare_man() {
    Options options("man", "[PAGE]", kAboutMan, kExamplesMan);
    std::vector<std::string> pages = {"musimd"};
    for (const Command& command : commands()) pages.push_back(page_of(command));
    options.operand_words(std::move(pages));
    options.value("out", "DIR", "write all pages into DIR, as musimd.1, musimd-run.1, …");
    return options;
}

int man(const Arguments& arguments) {
    Options options = declare_man();
    if (!options.parse(arguments, 0, 1)) return kOk;
    if (const auto folder = options.text("out")) {
        if (!options.operands().empty()) throw UsageError("'--out' writes all pages and takes no PAGE");
        write_pages(*folder);
    } else {
        std::cout << page(options.operands().empty() ? "musimd" : options.operand_choice(0));
    }
    return kOk;
}

}  // namespace musimd::cli
