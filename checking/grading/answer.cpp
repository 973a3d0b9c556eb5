#include "checking/grading/answer.hpp"

#include <algorithm>
#include <map>

#include "isa/reader.hpp"

namespace musimd::grading {
namespace {

bool is_ignored(const syntax::Line& line) {
    const auto* const directive = std::get_if<syntax::Directive>(&line.what);
    return directive != nullptr && directive->name != "const";
}

/// The labels of a line, without its directive.
std::string labels_of(const syntax::Line& line) {
    std::string text;
    for (const std::string_view label : line.labels) text.append(label).append(": ");
    return text;
}

}  // namespace

std::string with_directives(std::string_view answer, const std::vector<std::string>& directives) {
    Diagnostics errors;
    const syntax::File file = read_lines(answer, Language::assembly, {}, errors);
    if (!errors.empty()) return std::string(answer);
    std::map<std::uint32_t, std::string> replaced;
    for (const syntax::Line& line : file.lines)
        if (is_ignored(line)) replaced.emplace(line.number, labels_of(line));
    std::string text;
    std::uint32_t number = 0;
    for (const std::string_view line : lines_of(answer)) {
        const auto other = replaced.find(++number);
        text.append(other == replaced.end() ? line : std::string_view(other->second)).append("\n");
    }
    for (const std::string& directive : directives) text.append(directive).append("\n");
    return text;
}

bool is_instruction(std::string_view name) {
    return std::ranges::any_of(instruction_table(), [&](const InstructionInfo& row) {
        return row.name == name && counted_as(row.opcode) == row.opcode;
    });
}

bool contains(const Program& program, std::string_view name) {
    return std::ranges::any_of(program.instructions,
                               [&](const Instruction& i) { return info(counted_as(i.opcode)).name == name; });
}

}  // namespace musimd::grading
