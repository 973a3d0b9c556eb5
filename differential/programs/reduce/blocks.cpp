#include <optional>

#include "differential/programs/reduce/edit.hpp"
#include "differential/programs/reduce/passes.hpp"

namespace musimd::differential {
namespace {

/// Which instruction ends the block that another begins, in the order of the text: a branch and its `sync`,
/// an `everywhere` and its `end_everywhere`. Programs that are not nested have fewer of them.
class Nesting {
  public:
    explicit Nesting(const Program& program)
        : program_(program), close_(program.end(), 0), is_end_(program.end(), false) {
        std::vector<Label> open;
        for (Label pc = 1; pc < program.end(); ++pc) {
            close_[pc] = pc;
            if (opens(pc)) open.push_back(pc);
            if (open.empty() || !closes(open.back(), pc)) continue;
            close_[open.back()] = pc;
            is_end_[pc] = true;
            open.pop_back();
        }
    }

    /// The last instruction of the statement that begins at pc: pc itself if it begins no block.
    Label end_of(Label pc) const { return close_[pc]; }
    bool begins_block(Label pc) const { return close_[pc] != pc; }

    /// The last instruction of `count` consecutive statements from pc on, if there are that many.
    std::optional<Label> end_of_run(Label pc, std::size_t count) const {
        Label last = 0;
        for (; count > 0; --count) {
            if (pc >= program_.end() || is_end_[pc]) return std::nullopt;
            last = end_of(pc);
            pc = last + 1;
        }
        return last;
    }

    /// The jumps in the block at pc that are not in a nested block.
    std::vector<Label> own_jumps(Label pc) const {
        std::vector<Label> jumps;
        for (Label inner = pc + 1; inner < end_of(pc); inner = end_of(inner) + 1) {
            if (program_.at(inner).opcode == Opcode::jump) jumps.push_back(inner);
        }
        return jumps;
    }

  private:
    bool opens(Label pc) const {
        const Opcode opcode = program_.at(pc).opcode;
        return opcode == Opcode::bz || opcode == Opcode::bnz || opcode == Opcode::everywhere;
    }
    bool closes(Label begin, Label pc) const {
        const bool block = program_.at(begin).opcode == Opcode::everywhere;
        return program_.at(pc).opcode == (block ? Opcode::end_everywhere : Opcode::sync);
    }

    const Program& program_;
    std::vector<Label> close_;  // by number
    std::vector<bool> is_end_;  // by number: it ends a block
};

// Marks first … last.
void mark(Selection& gone, Label first, Label last) {
    for (Label pc = first; pc <= last; ++pc) gone[pc - 1] = true;
}

// What may remain of the block at `begin`, the smallest first.
std::vector<Selection> ways_to_unnest(const Program& program, const Nesting& nesting, Label begin) {
    const Label end = nesting.end_of(begin);
    const auto jumps = nesting.own_jumps(begin);
    std::vector<Selection> ways;
    const auto add = [&](std::initializer_list<std::pair<Label, Label>> ranges) -> Selection& {
        Selection& gone = ways.emplace_back(program.instructions.size());
        for (const auto& [first, last] : ranges) mark(gone, first, last);
        return gone;
    };
    for (const Label jump : jumps) {
        add({{begin, jump}, {end, end}});    // the part after the jump: an else
        add({{begin, begin}, {jump, end}});  // the part before it: a then
        if (jump > begin + 1) add({{begin + 1, jump}});
        if (jump + 1 < end) add({{jump, end - 1}});
    }
    if (!jumps.empty()) {
        Selection& gone = add({{begin, begin}, {end, end}});
        for (const Label jump : jumps) mark(gone, jump, jump);
    }
    add({{begin, begin}, {end, end}});
    return ways;
}

bool unnest_one(Search& search, const Nesting& nesting, Label begin) {
    for (const Selection& gone : ways_to_unnest(search.program(), nesting, begin)) {
        if (search.offer_program(without(search.program(), gone))) return true;
    }
    return false;
}

}  // namespace

void drop_statements(Search& search) {
    for (std::size_t count = search.program().instructions.size(); count > 0; count /= 2) {
        std::optional<Nesting> nesting(search.program());
        for (Label pc = 1; pc < search.program().end();) {
            const auto last = nesting->end_of_run(pc, count);
            if (last && search.offer_program(without_range(search.program(), pc, *last))) {
                nesting.emplace(search.program());
            } else {
                ++pc;
            }
        }
    }
}

void unnest_blocks(Search& search) {
    std::optional<Nesting> nesting(search.program());
    for (Label pc = 1; pc < search.program().end();) {
        if (nesting->begins_block(pc) && unnest_one(search, *nesting, pc)) {
            nesting.emplace(search.program());
        } else {
            ++pc;
        }
    }
}

}  // namespace musimd::differential
