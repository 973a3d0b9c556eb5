// The readers and the printer on random programs and texts.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>

#include "isa/diagnostic.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::reading_properties {
namespace {

constexpr const char* kAssembly = "program.asm";
constexpr const char* kProlog = "program.pl";

const char* file_of(Language language) {
    return language == Language::prolog ? kProlog : kAssembly;
}

std::string formatted(const std::string& text, Language language) {
    Diagnostics diagnostics;
    return format(read_lines(text, language, {}, diagnostics));
}

Program read_assembly(const std::string& text) {
    const ReadResult read = read_program(text, kAssembly);
    RC_ASSERT(read.errors == "");
    return *read.program;
}

RC_GTEST_PROP(Reading, PrintedProgramsReadBackTheSame, ()) {
    const Program program = *program_with_directives();
    const std::string text = print(program);
    const Program again = read_assembly(text);
    RC_ASSERT(again == program);
    RC_ASSERT(print(again) == text);
    RC_CLASSIFY(!program.expectations.empty(), "expectations");
    RC_CLASSIFY(program.warps > 1, "a grid");
    RC_CLASSIFY(program.word.wrap, "wraps");
    RC_CLASSIFY(program.labels.size() > 3, "more than 3 labels");
}

RC_GTEST_PROP(Reading, EverySpellingReadsAsTheSameProgram, ()) {
    const Program program = *program_with_directives();
    const std::string text = spell_freely(program, *rc::gen::arbitrary<std::uint64_t>());
    RC_ASSERT(read_assembly(text) == program);
}

RC_GTEST_PROP(Reading, FormattingIsIdempotentAndKeepsTheProgram, ()) {
    const Program program = *program_with_directives();
    const std::string text = spell_freely(program, *rc::gen::arbitrary<std::uint64_t>());
    const std::string once = formatted(text, Language::assembly);
    RC_ASSERT(formatted(once, Language::assembly) == once);
    RC_ASSERT(read_assembly(once) == program);
}

// ---- texts

std::size_t code_points(std::string_view line) {
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// Each error has a valid location, and an excerpt below it.
void check_errors(const std::string& errors, const std::string& text) {
    static const std::regex header(R"(program\.(asm|pl):(\d+):(\d+): error: .+)");
    static const std::regex placeless(R"(program\.(asm|pl): error: .+)");
    const auto lines = lines_of(text);
    std::istringstream shown(errors);
    std::size_t count = 0;
    for (std::string line; std::getline(shown, line);) {
        if (line.starts_with("    ")) continue;
        ++count;
        std::smatch parts;
        if (!std::regex_match(line, parts, header)) {
            RC_ASSERT(std::regex_match(line, placeless));
            continue;
        }
        const std::size_t number = std::stoul(parts[2]);
        RC_ASSERT(number >= 1U);
        RC_ASSERT(number <= std::max<std::size_t>(lines.size(), 1));  // an empty text has a first line
        const std::string_view where = number <= lines.size() ? lines[number - 1] : std::string_view();
        RC_ASSERT(std::stoul(parts[3]) >= 1U);
        RC_ASSERT(std::stoul(parts[3]) <= code_points(where) + 1);
    }
    RC_ASSERT(count > 0U);
}

// A program that was read can be printed, formatted, checked and, unless it is large, run.
void check_program(const Program& program, const std::string& text, Language language) {
    RC_ASSERT(read_assembly(print(program)) == program);
    const std::string once = formatted(text, language);
    RC_ASSERT(formatted(once, Language::assembly) == once);
    RC_ASSERT(read_assembly(once) == program);
    check_structure(program);
    std::int64_t words = 0;
    for (const Preload& preload : program.preloads) words += preload.count;
    MachineOptions options;
    options.max_steps = 50;
    if (program.threads * program.warps <= 1000 && words <= 10'000) run_rules(program, options);
}

void check_text(const std::string& text, Language language) {
    const ReadResult read = read_program(text, file_of(language));
    RC_ASSERT(read.program.has_value() == read.errors.empty());
    if (read) {
        check_program(*read.program, text, language);
    } else {
        check_errors(read.errors, text);
    }
    RC_CLASSIFY(read.program.has_value(), "a program");
}

RC_GTEST_PROP(Reading, AnyTextIsAProgramOrHasErrors, ()) {
    check_text(*text(Language::assembly), Language::assembly);
}

RC_GTEST_PROP(Reading, AnyListIsAProgramOrHasErrors, ()) {
    check_text(*text(Language::prolog), Language::prolog);
}

}  // namespace
}  // namespace musimd::tests::reading_properties
