#include "isa/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/assembler.hpp"
#include "isa/assembly_grammar.hpp"
#include "isa/json_reader.hpp"
#include "isa/literal.hpp"
#include "isa/prolog_grammar.hpp"

namespace musimd {
namespace {

syntax::File read_assembly_lines(std::string_view text, Diagnostics& diagnostics) {
    syntax::File file;
    std::uint32_t number = 0;
    for (const std::string_view text_line : lines_of(text)) {
        syntax::Line& line = file.lines.emplace_back();
        if (const auto failure = parse_line(text_line, ++number, line)) {
            diagnostics.error(number, failure->offset, failure->message);
            line.what = std::monostate();  // its labels are kept
        }
    }
    return file;
}

syntax::File read_prolog_lines(std::string_view text, const ReadOptions& options, Diagnostics& diagnostics) {
    std::vector<PrologProgram> programs = parse_prolog(text, diagnostics);
    if (programs.empty()) return {};
    if (!options.program) return std::move(programs.front().file);
    std::vector<std::string_view> names;
    for (PrologProgram& program : programs) {
        if (program.name == *options.program) {
            if (&program != &programs.front()) share_directives(programs.front(), program);
            return std::move(program.file);
        }
        names.push_back(program.name);
    }
    diagnostics.error(0, 0,
                      fmt::format("--program: unknown program '{}'; the file has {}", shown(*options.program),
                                  fmt::join(names, ", ")));
    return {};
}

syntax::File read_lines_of(Language language, std::string_view text, const ReadOptions& options,
                           Diagnostics& diagnostics) {
    switch (language) {
        case Language::assembly:
            return read_assembly_lines(text, diagnostics);
        case Language::prolog:
            return read_prolog_lines(text, options, diagnostics);
        case Language::json:
            return read_json_lines(text, diagnostics);
    }
    return {};
}

}  // namespace

Language language_of(std::string_view file, std::string_view text) {
    if (file.ends_with(".pl")) return Language::prolog;
    if (file.ends_with(".json")) return Language::json;
    if (file != "-") return Language::assembly;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return Language::assembly;
    text.remove_prefix(first);
    if (text.front() == '%') return Language::prolog;
    if (text.front() == '{') return Language::json;
    const auto name = static_cast<std::size_t>(
        std::ranges::find_if(
            text, [](char c) { return !is_identifier(std::string_view(&c, 1)) && !(c >= '0' && c <= '9'); }) -
        text.begin());
    const std::size_t parenthesis = text.find_first_not_of(" \t\r\n", name);
    const std::size_t bracket = parenthesis == std::string_view::npos
                                    ? parenthesis
                                    : text.find_first_not_of(" \t\r\n", parenthesis + 1);
    const bool list =
        name > 0 && bracket != std::string_view::npos && text[parenthesis] == '(' && text[bracket] == '[';
    return list ? Language::prolog : Language::assembly;
}

syntax::File read_lines(std::string_view text, Language language, const ReadOptions& options,
                        Diagnostics& diagnostics) {
    syntax::File file = read_lines_of(language, text, options, diagnostics);
    if (language != Language::prolog && options.program) {
        diagnostics.error(0, 0, "--program: only a Prolog list (.pl) names its programs");
    }
    return file;
}

std::vector<std::string> program_names(std::string_view text, std::string_view file) {
    std::vector<std::string> names;
    if (language_of(file, text) != Language::prolog) return names;
    Diagnostics discarded;
    for (const PrologProgram& program : parse_prolog(text, discarded)) names.emplace_back(program.name);
    return names;
}

ReadResult read_program(std::string_view text, std::string_view name, const ReadOptions& options) {
    Diagnostics diagnostics;
    const syntax::File file = read_lines(text, language_of(name, text), options, diagnostics);
    Program program = Assembler(file, options, diagnostics).assemble();
    if (diagnostics.empty()) return {std::move(program), {}, {}};
    diagnostics.sort();
    TextErrors errors = report_errors(display_name(name), lines_of(text), diagnostics);
    return {std::nullopt, std::move(errors.text), std::move(errors.list)};
}

TextErrors read_memory(std::string_view text, std::string_view file, std::int64_t max_address,
                       Program& program) {
    Diagnostics diagnostics;
    std::vector<Preload> preloads;
    ReadOptions options;
    options.max_address = max_address;
    options.word = program.word;
    options.threads = program.threads;

    // Each line is read as the `.memory` directive that it abbreviates.
    const std::vector<std::string_view> lines = lines_of(text);
    syntax::File directives;
    std::uint32_t number = 0;
    for (const std::string_view line : lines) {
        ++number;
        syntax::Line& parsed = directives.lines.emplace_back();
        parsed.number = number;
        parsed.text = line;
        const std::string_view words = line.substr(0, line.find(';'));
        if (words.find_first_not_of(" \t") == std::string_view::npos) continue;
        auto& directive = parsed.what.emplace<syntax::Directive>();
        if (const auto failure = parse_tokens(words, 0, directive)) {
            diagnostics.error(number, failure->offset, failure->message);
            parsed.what = std::monostate();
        }
        directive.name = "memory";
    }
    Program read = Assembler(directives, options, diagnostics).assemble();
    if (!diagnostics.empty()) {
        diagnostics.sort();
        return report_errors(display_name(file), lines, diagnostics);
    }
    std::ranges::move(read.preloads, std::back_inserter(program.preloads));
    return {};
}

std::vector<std::string_view> rule_names() {
    return {
#define MUSIMD_RULE(name) #name,
#include "isa/names.def"
    };
}

std::vector<std::string_view> trap_names() {
    return {
#define MUSIMD_TRAP(enumerator, name) name,
#include "isa/names.def"
    };
}

std::vector<std::string_view> warning_names() {
    return {
#define MUSIMD_WARNING(enumerator, name) name,
#include "isa/names.def"
    };
}

std::vector<std::string_view> statistic_names() {
    return {
#define MUSIMD_STATISTIC(name) #name,
#include "isa/names.def"
    };
}

}  // namespace musimd
