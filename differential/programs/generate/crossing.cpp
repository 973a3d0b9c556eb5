#include "differential/programs/generate/crossing.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "differential/programs/generate/instructions.hpp"

namespace musimd::differential {
namespace {

bool is_branch(Opcode opcode) {
    return opcode == Opcode::bz || opcode == Opcode::bnz;
}

bool falls_through(Opcode opcode) {
    return opcode != Opcode::jump && opcode != Opcode::stop;
}

/// The shapes of (Π, Λ) with which control reaches each instruction. A shape is what is open: branches and
/// blocks, by their numbers, the innermost last.
class Shapes {
  public:
    using Id = std::uint32_t;

    explicit Shapes(const Program& program) : program_(program), at_(program.end() + 1) {
        reach(1, 0);
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const auto [pc, shape] = states_[i];
            const Instruction& instruction = program.at(pc);
            const Id next = shape_after(pc, shape);
            if (falls_through(instruction.opcode)) reach(pc + 1, next);
            if (has_target(info(instruction.opcode).format)) reach(instruction.target, next);
        }
    }

    /// Whether every shape that leaves `from` may enter `to`.
    bool may_go(Label from, Label to) {
        return !at_[from].empty() && std::ranges::all_of(at_[from], [&](Id shape) {
            return std::ranges::count(at_[to], shape_after(from, shape)) != 0;
        });
    }

  private:
    struct Shape {
        Id parent;
        Label opener;
    };

    void reach(Label pc, Id shape) {
        if (std::ranges::count(at_[pc], shape) != 0) return;
        at_[pc].push_back(shape);
        states_.emplace_back(pc, shape);
    }

    // The shape after the instruction.
    Id shape_after(Label pc, Id shape) {
        const Opcode opcode = program_.at(pc).opcode;
        if (opcode == Opcode::sync || opcode == Opcode::end_everywhere) return shapes_[shape].parent;
        if (!is_branch(opcode) && opcode != Opcode::everywhere) return shape;
        if (shapes_[shape].opener == pc) return shape;
        for (Id i = shape + 1; i < shapes_.size(); ++i) {
            if (shapes_[i].parent == shape && shapes_[i].opener == pc) return i;
        }
        shapes_.push_back({shape, pc});
        return static_cast<Id>(shapes_.size()) - 1;
    }

    const Program& program_;
    std::vector<Shape> shapes_ = {{0, 0}};
    std::vector<std::vector<Id>> at_;
    std::vector<std::pair<Label, Id>> states_;
};

/// An instruction with where control goes from it by itself.
struct Node {
    Instruction instruction;
    Label next = 0;   ///< 0 of jump and stop
    Label place = 0;  ///< in the new text; 0 if it has none yet
};

constexpr int kMaxTries = 20;
constexpr std::size_t kNearest = 10;  // skipped instructions are not executed, so skip only a few

class Crossing {
  public:
    Crossing(Program program, Dice& dice, Label prologue)
        : program_(std::move(program)), dice_(dice), prologue_(prologue), nodes_(program_.end()) {
        for (Label pc = 1; pc < program_.end(); ++pc) {
            const Instruction& i = program_.at(pc);
            nodes_[pc] = {i, falls_through(i.opcode) ? pc + 1 : 0};
        }
    }

    Program run();

  private:
    bool redirect(Shapes& shapes);
    void place(Label from);
    Label any_waiting();

    void drop_unused();

    Program program_;
    Dice& dice_;
    Label prologue_;
    std::vector<Node> nodes_;
    std::vector<Instruction> text_;
    std::vector<Label> waiting_;
    std::vector<std::pair<Label, Label>> jumps_;  ///< places in the text, and the nodes that they go to
};

Program Crossing::run() {
    Shapes shapes(program_);
    drop_unused();
    auto wanted = dice_.between(2, 6);
    for (int tries = 0; wanted > 0 && tries < kMaxTries; ++tries) wanted -= redirect(shapes) ? 1 : 0;
    waiting_.push_back(1);
    while (!waiting_.empty()) place(any_waiting());
    for (Instruction& i : text_) {
        if (has_target(info(i.opcode).format)) i.target = nodes_[i.target].place;
    }
    program_.instructions = std::move(text_);
    program_.labels.clear();
    return std::move(program_);
}

// Removes initializations of variables that nothing else mentions from the prologue.
void Crossing::drop_unused() {
    std::vector<bool> used(program_.variables.size());
    for (Label pc = prologue_ + 1; pc < program_.end(); ++pc) {
        const Instruction& i = program_.at(pc);
        if (has_destination(info(i.opcode).format)) used[i.destination] = true;
        for (const Operand& o : i.operands) {
            if (o.kind == Operand::Kind::variable) used[o.variable] = true;
        }
    }
    Label last = 1;
    for (Label pc = 2; pc <= prologue_; ++pc) {
        const Instruction& i = program_.at(pc);
        if (has_destination(info(i.opcode).format) && !used[i.destination]) continue;
        nodes_[last].next = pc;
        last = pc;
    }
    nodes_[last].next = prologue_ + 1;
}

// Redirects one step forward, so that loops still terminate, mostly.
bool Crossing::redirect(Shapes& shapes) {
    if (prologue_ + 3 >= program_.end()) return false;
    const auto from = dice_.between<Label>(prologue_ + 1, program_.end() - 3);
    Node& node = nodes_[from];
    const bool has = has_target(info(node.instruction.opcode).format);
    Label& where = node.next == 0 || (has && dice_.chance(50)) ? node.instruction.target : node.next;
    if (where <= from) return false;
    std::vector<Label> places;
    for (Label to = from + 2; to < program_.end() && places.size() < kNearest; ++to) {
        if (to != where && shapes.may_go(from, to)) places.push_back(to);
    }
    if (places.empty()) return false;
    where = dice_.pick(places);
    return true;
}

// Any piece that is not placed yet.
Label Crossing::any_waiting() {
    const std::size_t at = dice_.index(waiting_.size());
    std::swap(waiting_[at], waiting_.back());
    const Label found = waiting_.back();
    waiting_.pop_back();
    return found;
}

// A piece of the text: consecutive instructions, up to one that is placed already, or to a cut.
void Crossing::place(Label from) {
    for (Label pc = from; pc != 0 && nodes_[pc].place == 0;) {
        Node& node = nodes_[pc];
        text_.push_back(node.instruction);
        node.place = static_cast<Label>(text_.size());
        const bool cut = pc > prologue_ && !waiting_.empty() && dice_.chance(25);
        if (has_target(info(node.instruction.opcode).format)) waiting_.push_back(node.instruction.target);
        if (node.next == 0) return;
        if (cut || nodes_[node.next].place != 0) {
            text_.push_back(jump_to(node.next));
            const Label other = cut ? any_waiting() : 0;
            waiting_.push_back(node.next);
            pc = other;
            continue;
        }
        pc = node.next;
    }
}

}  // namespace

Program crossed(Program program, Dice& dice, Label prologue) {
    return Crossing(std::move(program), dice, prologue).run();
}

}  // namespace musimd::differential
