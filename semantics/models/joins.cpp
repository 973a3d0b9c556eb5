#include "semantics/models/joins.hpp"

#include <algorithm>
#include <utility>

#include "semantics/models/policy.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::models {

std::vector<Label> successors(const Program& program, Label pc) {
    const Instruction& i = program.at(pc);
    const Label next = pc + 1;
    switch (i.opcode) {
        case Opcode::bz:
        case Opcode::bnz:
        case Opcode::branch_mask:
            return {next, i.target};
        case Opcode::jump:
            return {i.target};
        case Opcode::stop:
        case Opcode::exit:
            return {program.end()};
        case Opcode::sync:
        case Opcode::everywhere:
        case Opcode::end_everywhere:
        case Opcode::barrier:
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
        case Opcode::assert_:
#define MUSIMD_DATA(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return {next};
    }
    return {};
}

namespace {

// Whether control can go from this instruction to the branch without passing the branch's join.
bool leads_back(const Program& program, Label from, Label branch, Label join) {
    std::vector<bool> seen(program.end() + 1, false);
    std::vector<Label> waiting;
    const auto reach = [&](Label pc) {
        if (pc == join || pc >= program.end() || seen[pc]) return;
        seen[pc] = true;
        waiting.push_back(pc);
    };
    reach(from);
    while (!waiting.empty()) {
        const Label pc = waiting.back();
        waiting.pop_back();
        if (pc == branch) return true;
        for (const Label next : successors(program, pc)) reach(next);
    }
    return false;
}

}  // namespace

bool only_target_leads_back(const Program& program, Label branch, Label join) {
    return leads_back(program, program.at(branch).target, branch, join) &&
           !leads_back(program, branch + 1, branch, join);
}

// ---- post-dominators

namespace {

/// Cooper, Harvey, Kennedy: *A Simple, Fast Dominance Algorithm*, on the reversed graph of the instructions
/// from which the end can be reached.
class PostDominators {
  public:
    explicit PostDominators(const Program& program)
        : program_(program),
          before_(program.end() + 1),
          number_(program.end() + 1, 0),
          next_(program.end() + 1, 0) {}

    Joins run();

  private:
    void number_from_the_end();
    bool improve(Label pc);
    Label common(Label a, Label b) const;

    const Program& program_;
    std::vector<std::vector<Label>> before_;  // the predecessors of each instruction
    std::vector<Label> order_;                // in postorder, from the end backwards: the end comes last
    std::vector<std::size_t> number_;         // place in order_, from 1; 0: the end cannot be reached
    std::vector<Label> next_;  // the immediate post-dominator, as far as it is known; 0: unknown
};

void PostDominators::number_from_the_end() {
    struct Visit {
        Label pc;
        std::size_t done;
    };
    std::vector<bool> seen(program_.end() + 1, false);
    std::vector<Visit> path{{program_.end(), 0}};
    seen[program_.end()] = true;
    while (!path.empty()) {
        Visit& visit = path.back();
        if (visit.done == before_[visit.pc].size()) {
            order_.push_back(visit.pc);
            number_[visit.pc] = order_.size();
            path.pop_back();
            continue;
        }
        const Label pc = before_[visit.pc][visit.done++];
        if (seen[pc]) continue;
        seen[pc] = true;
        path.push_back({pc, 0});
    }
}

// The first instruction that both have as a post-dominator, or are.
Label PostDominators::common(Label a, Label b) const {
    while (a != b) {
        while (number_[a] < number_[b]) a = next_[a];
        while (number_[b] < number_[a]) b = next_[b];
    }
    return a;
}

bool PostDominators::improve(Label pc) {
    Label found = 0;
    for (const Label next : successors(program_, pc)) {
        if (number_[next] == 0 || next_[next] == 0) continue;
        found = found == 0 ? next : common(next, found);
    }
    return std::exchange(next_[pc], found) != found;
}

Joins PostDominators::run() {
    for (Label pc = 1; pc < program_.end(); ++pc) {
        for (const Label next : successors(program_, pc)) before_[next].push_back(pc);
    }
    number_from_the_end();
    next_[program_.end()] = program_.end();
    for (bool changes = true; changes;) {
        changes = false;
        for (auto pc = order_.rbegin() + 1; pc != order_.rend(); ++pc) changes |= improve(*pc);
    }
    std::ranges::replace(next_, program_.end(), Label{0});
    return next_;
}

}  // namespace

Joins post_dominators(const Program& program) {
    return PostDominators(program).run();
}

Joins declared_joins(const Program& program) {
    Joins joins(program.end() + 1, 0);
    for (const BranchClosers& branch : check_structure(program).closers) {
        if (!branch.closers.empty()) joins[branch.branch] = branch.closers.front();
    }
    return joins;
}

Joins joins_of(const Program& program) {
    switch (policy_of(program.model).join) {
        case Policy::JoinAt::none:
            return {};
        case Policy::JoinAt::post_dominator:
            return post_dominators(program);
        case Policy::JoinAt::declared:
            return declared_joins(program);
    }
    return {};
}

}  // namespace musimd::models
