#include "kernels/launch/registers.hpp"

#include <algorithm>
#include <map>

#include "analysis/control_graph.hpp"

namespace musimd::kernels::openmp {
namespace {

constexpr std::size_t kMaxNodes = 1 << 16;
constexpr int kWordBits = 64;
constexpr int kNumberBits = 32;  // of a lane or a warp

constexpr bool compares(TypedOperation operation) {
    return false
#define MUSIMD_TYPED_COMPARISON(name, ...) || operation == TypedOperation::name
#include "isa/typed_operations.def"
        ;
}

/// By variable: whether it is live.
using Live = std::vector<bool>;

/// What a variable holds. Nothing at first.
struct Shape {
    std::uint32_t lanes = 0;
    int bits = 0;
    friend bool operator==(const Shape&, const Shape&) = default;
};
using Shapes = std::vector<Shape>;

Shape both(const Shape& a, const Shape& b) {
    return {std::max(a.lanes, b.lanes), std::max(a.bits, b.bits)};
}

// Each lane that has no such lane becomes undefined; see ProgramWriter::undefine.
bool undefines(const Instruction& i) {
    return i.opcode == Opcode::shfl && i.operands[0] == Operand::constant(-1);
}

// A `shfl` reads the variable in another lane.
bool reads_destination(const Instruction& i) {
    return i.opcode == Opcode::shfl && !undefines(i);
}

bool sets_destination(const Instruction& i) {
    return has_destination(info(i.opcode).format);
}

/// Where a thread goes from an instruction.
std::vector<Label> after(const Program& program, Label pc) {
    const Instruction& i = program.at(pc);
    if (i.opcode == Opcode::stop || i.opcode == Opcode::exit) return {};
    if (i.opcode == Opcode::jump) return {i.target};
    if (has_target(info(i.opcode).format)) return {pc + 1, i.target};
    return {pc + 1};
}

bool join(Live& into, const Live& from) {
    bool changed = false;
    for (std::size_t v = 0; v < into.size(); ++v) {
        if (!from[v] || into[v]) continue;
        into[v] = changed = true;
    }
    return changed;
}

void note_reads(const Instruction& i, Live& live) {
    if (reads_destination(i)) live[i.destination] = true;
    for (std::size_t k = 0; k < operand_count(i); ++k) {
        if (i.operands[k].kind == Operand::Kind::variable) live[i.operands[k].variable] = true;
    }
}

/// By instruction, and at the end of the program: what is live before it, in a thread that executes it.
std::vector<Live> live_before(const Program& program) {
    std::vector<Live> result(program.instructions.size() + 1, Live(program.variables.size()));
    for (bool changed = true; changed;) {
        changed = false;
        for (Label pc = program.end() - 1; pc >= 1; --pc) {
            const Instruction& i = program.at(pc);
            Live now(program.variables.size());
            for (const Label next : after(program, pc)) join(now, result[next - 1]);
            if (sets_destination(i)) now[i.destination] = false;
            note_reads(i, now);
            changed = join(result[pc - 1], now) || changed;
        }
    }
    return result;
}

// ---- shapes

/// Follows what the variables hold, from the start of a program to its end.
class ShapesOfProgram {
  public:
    ShapesOfProgram(const Program& program, const ValueSizes& sizes);

    const Shapes& before(Label pc) const { return before_[pc - 1]; }

  private:
    bool step(Label pc);
    Shape set_by(Label pc) const;
    int bits_of(const Operand& o, const Shapes& now) const;

    const Program& program_;
    const ValueSizes& sizes_;
    std::vector<int> settings_;  ///< by variable: the instructions that set it
    std::vector<Shapes> before_;
};

ShapesOfProgram::ShapesOfProgram(const Program& program, const ValueSizes& sizes)
    : program_(program),
      sizes_(sizes),
      settings_(program.variables.size()),
      before_(program.instructions.size() + 1, Shapes(program.variables.size())) {
    for (const Instruction& i : program.instructions) {
        if (sets_destination(i)) settings_[i.destination] += 1;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (Label pc = 1; pc < program.end(); ++pc) changed = step(pc) || changed;
    }
}

bool ShapesOfProgram::step(Label pc) {
    Shapes now = before_[pc - 1];
    const Instruction& i = program_.at(pc);
    if (sets_destination(i)) now[i.destination] = set_by(pc);
    bool changed = false;
    for (const Label next : after(program_, pc)) {
        for (std::size_t v = 0; v < now.size(); ++v) {
            Shape& there = before_[next - 1][v];
            const Shape joined = both(there, now[v]);
            changed = changed || joined != there;
            there = joined;
        }
    }
    return changed;
}

int ShapesOfProgram::bits_of(const Operand& o, const Shapes& now) const {
    switch (o.kind) {
        case Operand::Kind::constant:
            return o.value == 0 || o.value == 1 ? 1 : kWordBits;
        case Operand::Kind::variable:
            return now[o.variable].bits;
        case Operand::Kind::tid:
        case Operand::Kind::wid:
        case Operand::Kind::bid:
        case Operand::Kind::btid:
        case Operand::Kind::shared:
            break;
    }
    return kNumberBits;
}

// An argument, which nothing changes, is the same in all lanes. A `shfl` keeps the variable in the lanes that
// have it.
Shape ShapesOfProgram::set_by(Label pc) const {
    const Instruction& i = program_.at(pc);
    const Shapes& now = before_[pc - 1];
    const bool is_argument = i.opcode == Opcode::copy && settings_[i.destination] == 1 &&
                             i.operands[0].kind == Operand::Kind::constant;
    Shape result = {is_argument ? 1 : sizes_.lanes[pc - 1], kWordBits};
    if (i.opcode == Opcode::copy) result.bits = bits_of(i.operands[0], now);
    if (i.opcode == Opcode::bp && is_comparison(i.operation)) result.bits = 1;
    if (i.opcode == Opcode::typed) result.bits = compares(i.typed_operation) ? 1 : width_of(i.type);
    if (i.opcode == Opcode::typed_fetch || i.opcode == Opcode::typed_reduce) result.bits = width_of(i.type);
    if (sizes_.loaded_bits[pc - 1] != 0) result.bits = sizes_.loaded_bits[pc - 1];
    if (reads_destination(i)) {
        result.lanes = std::max(result.lanes, now[i.destination].lanes);
        result.bits = now[i.destination].bits;
    }
    if (undefines(i)) result = {};
    if (sizes_.variable_bits[i.destination] != 0) result.bits = sizes_.variable_bits[i.destination];
    return result;
}

// ---- what waits

/// By branch: the instructions after the `sync`s that end it.
std::map<Label, std::vector<Label>> ends_of_branches(const ControlGraph& graph, const Program& program) {
    std::map<Label, std::vector<Label>> result;
    for (const ControlNode& node : graph.nodes) {
        const OpenEntries& open = graph.context_of(node);
        if (node.flow == Flow::sync && !open.empty() && program.at(open.back()).opcode != Opcode::everywhere)
            result[open.back()].push_back(node.point.pc + 1);
    }
    return result;
}

/// What a warp holds.
class Held {
  public:
    Held(const std::vector<Live>& live, const ShapesOfProgram& shapes)
        : live_(live), shapes_(shapes), held_(live.front().size()) {}

    /// What threads have that go on at the instruction.
    void add(Label pc) {
        for (std::size_t v = 0; v < held_.size(); ++v) {
            if (live_[pc - 1][v]) held_[v] = both(held_[v], shapes_.before(pc)[v]);
        }
    }

    std::uint64_t bytes() const {
        std::uint64_t bits = 0;
        for (const Shape& shape : held_)
            bits += std::uint64_t{shape.lanes} * static_cast<std::uint64_t>(shape.bits);
        return (bits + 7) / 8;
    }

  private:
    const std::vector<Live>& live_;
    const ShapesOfProgram& shapes_;
    Shapes held_;
};

}  // namespace

std::optional<std::uint64_t> most_register_bytes(const Program& program, const ValueSizes& sizes) {
    const ControlGraph graph(program, kMaxNodes);
    if (!graph.is_complete()) return std::nullopt;
    const std::vector<Live> live = live_before(program);
    const ShapesOfProgram shapes(program, sizes);
    const auto ends = ends_of_branches(graph, program);
    std::uint64_t most = 0;
    for (const ControlNode& node : graph.nodes) {
        const Label pc = node.point.pc;
        if (pc >= program.end() || sizes.ignored[pc - 1]) continue;
        Held held(live, shapes);
        held.add(pc);
        for (const Label open : graph.context_of(node)) {
            if (!has_target(info(program.at(open).opcode).format)) continue;
            // The lanes of the other half wait for their turn, or at the end.
            const Label target = program.at(open).target;
            if (pc < target) {
                held.add(target);
            } else if (const auto end = ends.find(open); end != ends.end()) {
                for (const Label next : end->second) held.add(next);
            }
        }
        most = std::max(most, held.bytes());
    }
    return most;
}

}  // namespace musimd::kernels::openmp
