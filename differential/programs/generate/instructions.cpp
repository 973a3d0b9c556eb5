#include "differential/programs/generate/instructions.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace musimd::differential {
namespace {

// Calls f(label) for every instruction number in the program.
template <typename F>
void each_place(Program& program, F f) {
    for (Instruction& i : program.instructions) {
        if (has_target(info(i.opcode).format)) f(i.target);
    }
    for (auto& label : program.labels) f(label.second);
}

class Renumbering {
  public:
    explicit Renumbering(Program& program)
        : program_(program), names_(std::move(program.variables)), number_(names_.size(), kNone) {
        program.variables.clear();
    }

    void run() {
        for (Instruction& i : program_.instructions) {
            const Format& format = info(i.opcode).format;
            if (has_destination(format)) mention(i.destination);
            for (std::size_t o = 0; o < operand_count(i); ++o) {
                if (i.operands[o].kind == Operand::Kind::variable) mention(i.operands[o].variable);
            }
        }
    }

  private:
    static constexpr Variable kNone = UINT32_MAX;

    void mention(Variable& v) {
        Variable& number = number_[v];
        if (number == kNone) {
            number = static_cast<Variable>(program_.variables.size());
            program_.variables.push_back(names_[v]);
        }
        v = number;
    }

    Program& program_;
    std::vector<std::string> names_;
    std::vector<Variable> number_;
};

void name_targets(Program& program) {
    std::vector<bool> named(program.end() + 1);
    for (const auto& label : program.labels) named[label.second] = true;
    for (const Instruction& i : program.instructions) {
        if (!has_target(info(i.opcode).format) || named[i.target]) continue;
        named[i.target] = true;
        program.labels.emplace_back("L" + std::to_string(i.target), i.target);
    }
    std::ranges::stable_sort(program.labels, {}, &std::pair<std::string, Label>::second);
}

}  // namespace

void make_canonical(Program& program) {
    Renumbering(program).run();
    name_targets(program);
}

Program with_inserted(Program program, Label at, const std::vector<Instruction>& instructions) {
    const auto count = static_cast<Label>(instructions.size());
    each_place(program, [&](Label& place) { place += place > at ? count : 0; });
    program.instructions.insert(program.instructions.begin() + (at - 1), instructions.begin(),
                                instructions.end());
    return program;
}

Program without(Program program, Label first, Label count) {
    each_place(program, [&](Label& place) {
        if (place > first) place = place > first + count ? place - count : first;
    });
    const auto begin = program.instructions.begin() + (first - 1);
    program.instructions.erase(begin, begin + count);
    return program;
}

}  // namespace musimd::differential
