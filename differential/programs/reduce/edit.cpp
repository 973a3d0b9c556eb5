#include "differential/programs/reduce/edit.hpp"

#include <algorithm>
#include <set>

#include "isa/printer.hpp"
#include "isa/reader.hpp"

namespace musimd::differential {
namespace {

// A generated label: `L12`, as the printer writes them.
bool is_made(std::string_view name) {
    const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
    while (name.ends_with('_')) name.remove_suffix(1);
    return name.size() > 1 && name[0] == 'L' && std::ranges::all_of(name.substr(1), is_digit);
}

// Leaves one label for each target: the first, which is the one that the printer writes in the instructions.
void drop_labels(Program& program) {
    std::set<Label> unlabelled;
    for (const Instruction& i : program.instructions) {
        if (has_target(info(i.opcode).format)) unlabelled.insert(i.target);
    }
    std::erase_if(program.labels, [&](const auto& label) {
        return is_made(label.first) || unlabelled.erase(label.second) == 0;
    });
}

}  // namespace

Program without(const Program& program, const Selection& gone) {
    std::vector<Label> number(program.end() + 1);  // the new number of each instruction
    Program result = program;
    result.instructions.clear();
    for (Label pc = 1; pc < program.end(); ++pc) {
        number[pc] = result.end();
        if (!gone[pc - 1]) result.instructions.push_back(program.at(pc));
    }
    number[program.end()] = result.end();
    for (Instruction& i : result.instructions) {
        if (has_target(info(i.opcode).format)) i.target = number[i.target];
    }
    for (auto& [name, label] : result.labels) label = number[label];
    return result;
}

Program without_range(const Program& program, Label first, Label last) {
    Selection gone(program.instructions.size());
    std::fill(gone.begin() + (first - 1), gone.begin() + last, true);
    return without(program, gone);
}

std::optional<Case> normalized(Case c) {
    drop_labels(c.program);
    c.program.order = c.options.order;
    c.program.seed = c.options.seed;
    ReadOptions options;
    options.max_address = c.options.max_address;
    auto read = read_program(print(c.program), "", options);
    if (!read) return std::nullopt;
    return Case{std::move(*read.program), c.options};
}

std::vector<Value> towards(Value value, Value target) {
    std::vector<Value> list;
    // In ℤ: the distance may exceed a word.
    for (Integer way = Integer{value} - target; way != 0; way /= 2) {
        list.push_back(static_cast<Value>(value - way));
    }
    return list;
}

}  // namespace musimd::differential
