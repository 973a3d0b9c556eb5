#include "analysis/portability/portability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "analysis/control_graph.hpp"
#include "analysis/divergence/divergence.hpp"
#include "analysis/portability/sharing.hpp"
#include "semantics/models/accepted.hpp"
#include "semantics/structure_check.hpp"

namespace musimd {
namespace {

constexpr std::size_t kMostNodes = 5'000;

Program in_lock_step(Program program) {
    program.model = ThreadModel::lockstep;
    return program;
}

/// That all threads of a warp, a block or the grid execute together.
bool is_meeting(const Instruction& i) {
    return is_collective(i.opcode) || is_block_barrier(i.opcode) || i.opcode == Opcode::barrier;
}

bool is_atomic(const Instruction& i) {
    return info(i.opcode).memory == MemoryUse::updates || is_atomic_load(i);
}

/// Whether the order of such updates of a word makes no difference for the word.
bool commutes(const Instruction& i, Word word) {
    if (i.opcode == Opcode::atomic_inc) return true;
    const bool is_typed = i.opcode == Opcode::typed_fetch;
    if (i.opcode != Opcode::fetch && !is_typed) return false;
    switch (i.fetch_operation) {
        case FetchOperation::min:
        case FetchOperation::max:
            return !is_typed || !is_float(i.type);
        case FetchOperation::and_:
        case FetchOperation::or_:
        case FetchOperation::xor_:
            return true;
        case FetchOperation::add:
        case FetchOperation::sub:
            return !is_typed && word.wrap;  // else the order decides whether it overflows
        case FetchOperation::exch:
        case FetchOperation::cas:
        case FetchOperation::inc:
        case FetchOperation::dec:
        case FetchOperation::load:
            return false;
    }
    return false;
}

class Check {
  public:
    explicit Check(const Program& program)
        : program_(in_lock_step(program)),
          graph_(program_, kMostNodes),
          divergence_(program_, graph_),
          meets_(std::ranges::any_of(program_.instructions, is_meeting)) {}

    PortabilityReport run();

  private:
    void add(Label pc, std::string_view message) {
        ModelDependence& place = report_.places.emplace_back();
        place.pc = pc;
        place.message = message;
    }
    std::string line(Label pc) const {
        return program_.at(pc).line != 0 ? fmt::format("in line {}", program_.at(pc).line)
                                         : fmt::format("at instruction {}", pc);
    }
    void find_divided();
    std::optional<Label> divided_at(const ControlNode& node) const;
    void check_start();
    void check_layout();
    void check(std::uint32_t node);
    void check_who_is_together(const Instruction& i, Label pc);
    void check_meeting(const ControlNode& node, std::uint32_t number);
    std::string wrong_mask(const Operand& mask, std::uint32_t node) const;
    void check_exit(const ControlNode& node);
    void check_atomics();
    void check_sharing();

    Program program_;
    ControlGraph graph_;
    DivergenceAnalysis divergence_;
    bool meets_;
    std::set<Label> dividing_;  ///< branches at which threads may part
    PortabilityReport report_;
};

PortabilityReport Check::run() {
    Program declared = program_;
    declared.model = ThreadModel::maximal;
    for (const models::ModelError& error : models::unaccepted(declared))
        add(error.pc, fmt::format("masks, maximal and uniform do not run it: it {}", error.message));
    if (!report_.is_portable()) return std::move(report_);
    if (!graph_.is_complete() || !divergence_.is_complete()) {
        add(0, "the program is too large for this check, or its blocks contain themselves");
        return std::move(report_);
    }
    find_divided();
    check_start();
    if (meets_) check_layout();
    for (std::uint32_t node = 0; node < graph_.nodes.size(); ++node) {
        const Label pc = graph_.nodes[node].point.pc;
        if (pc >= program_.end()) continue;
        if (divergence_.is_reached(node)) check(node);
        // Also if no thread gets there: post-dominators do not know that.
        if (program_.at(pc).opcode == Opcode::exit && meets_) check_exit(graph_.nodes[node]);
    }
    check_atomics();
    check_sharing();
    std::ranges::stable_sort(report_.places, {}, &ModelDependence::pc);
    const auto repeated = std::ranges::unique(report_.places);
    report_.places.erase(repeated.begin(), repeated.end());
    return std::move(report_);
}

void Check::find_divided() {
    for (std::uint32_t node = 0; node < graph_.nodes.size(); ++node)
        if (graph_.nodes[node].flow == Flow::branch && divergence_.is_reached(node) &&
            divergence_.may_divide(node))
            dividing_.insert(graph_.nodes[node].point.pc);
}

/// The innermost open branch at which the threads of the node may have parted.
std::optional<Label> Check::divided_at(const ControlNode& node) const {
    const OpenEntries& open = graph_.context_of(node);
    for (std::size_t n = open.size(); n > 0; --n)
        if (dividing_.contains(open[n - 1])) return open[n - 1];
    return std::nullopt;
}

void Check::check_start() {
    if (!(program_.active == ThreadSet::all(program_.threads)))
        add(0, "volta runs no program in which threads are not active at first; let all start, and branch");
}

/// Under `minpc`, the threads with the lowest pc run first: those that have joined must not be at a lower one
/// than others that are still in the conditional.
void Check::check_layout() {
    std::set<Label> late;
    for (const BranchClosers& branch : check_structure(program_).closers) {
        if (!dividing_.contains(branch.branch) || branch.closers.empty()) continue;
        for (const ControlNode& node : graph_.nodes) {
            const OpenEntries& open = graph_.context_of(node);
            if (node.point.pc > branch.closers.front() && std::ranges::count(open, branch.branch) > 0)
                late.insert(branch.branch);
        }
    }
    for (const Label pc : late)
        add(pc,
            "minpc runs the threads with the lowest pc first, and code of this conditional is after its "
            "`sync`; put its sides before the `sync`");
}

void Check::check(std::uint32_t number) {
    const ControlNode& node = graph_.nodes[number];
    const Label pc = node.point.pc;
    const Instruction& i = program_.at(pc);
    check_who_is_together(i, pc);
    if (is_meeting(i)) check_meeting(node, number);
}

void Check::check_who_is_together(const Instruction& i, Label pc) {
    if (i.opcode == Opcode::everywhere)
        add(pc, "volta runs no `everywhere` block, in which threads act for others");
    if (i.opcode == Opcode::ballot)
        add(pc,
            "`ballot` counts the threads that are together, under volta one; write `vote.ballot` with the "
            "mask of all threads, where all of them are");
    if (i.opcode == Opcode::activemask)
        add(pc,
            "`activemask` is the threads that are together; compute a mask by `vote.ballot`, where all "
            "threads are");
    if (i.opcode == Opcode::shfl)
        add(pc,
            "`shfl v, o` reads threads that are together, under volta one; write `shfl.idx` with the mask "
            "of all threads, where all of them are");
    if (is_asynchronous(i.opcode))
        add(pc, "this check does not know asynchronous copies; load and store the word");
}

void Check::check_meeting(const ControlNode& node, std::uint32_t number) {
    const Label pc = node.point.pc;
    const Instruction& i = program_.at(pc);
    const std::string name(info(i.opcode).format.mnemonic);
    if (const auto branch = divided_at(node)) {
        add(pc,
            fmt::format("threads may part at the branch {}, and who is at this `{}` depends on the model; "
                        "move it out of the conditional",
                        line(*branch), name));
        return;
    }
    if (is_collective(i.opcode)) {
        if (const std::string wrong = wrong_mask(i.operands[0], number); !wrong.empty())
            add(pc, fmt::format("{}; only a mask of all threads of the warp is the same under all models",
                                wrong));
        return;
    }
    if (program_.warps > 1 && !graph_.context_of(node).empty())
        add(pc,
            fmt::format("not all warps may come to this `{}`, which is in the conditional or loop {}; move "
                        "it out",
                        name, line(graph_.context_of(node).back())));
}

/// Empty if it is all threads of each warp.
std::string Check::wrong_mask(const Operand& mask, std::uint32_t node) const {
    for (std::uint32_t warp = 0; warp < program_.warps; ++warp)
        if (program_.lanes_of(warp) != program_.threads)
            return fmt::format("warp {} has {} threads and others have {}", warp, program_.lanes_of(warp),
                               program_.threads);
    const auto value = divergence_.value(node, mask).constant();
    if (!value) return "the mask is no constant";
    const auto bits = static_cast<std::uint64_t>(*value);
    const std::uint64_t all =
        program_.threads >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << program_.threads) - 1;
    const std::uint64_t word =
        program_.word.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << program_.word.width) - 1;
    return (bits & word) == all ? "" : fmt::format("the mask {} names not all threads", *value);
}

void Check::check_exit(const ControlNode& node) {
    if (graph_.context_of(node).empty()) return;
    add(node.point.pc,
        fmt::format(
            "whom collectives and barriers wait for after an `exit` in the conditional {} depends on the "
            "model; jump to the end instead",
            line(graph_.context_of(node).back())));
}

/// One kind of update that commutes, of which nobody reads what it returns.
void Check::check_atomics() {
    std::optional<Instruction> first;
    for (Label pc = 1; pc < program_.end(); ++pc) {
        const Instruction& i = program_.at(pc);
        if (!is_atomic(i)) continue;
        const bool returns = info(i.opcode).format.destination;
        const auto reads = [&](const Instruction& other) {
            const auto end = other.operands.begin() + static_cast<std::ptrdiff_t>(operand_count(other));
            return std::find(other.operands.begin(), end, Operand::of(i.destination)) != end ||
                   (other.opcode == Opcode::shfl && other.destination == i.destination);
        };
        if (!commutes(i, program_.word)) {
            add(pc,
                "the order of such atomics is that of the threads, which depends on the model; use one that "
                "commutes: atomic_inc, fetch_min, fetch_max, fetch_and, fetch_or, fetch_xor, and fetch_add "
                "of "
                "words that wrap");
        } else if (returns && std::ranges::any_of(program_.instructions, reads)) {
            add(pc, fmt::format("what this atomic returns in {} depends on the order of the threads, and the "
                                "program reads it",
                                program_.variables[i.destination]));
        } else if (first && (first->opcode != i.opcode || first->fetch_operation != i.fetch_operation ||
                             first->type != i.type)) {
            add(pc,
                fmt::format("this is another operation than that of the atomic {}, and the order of the two "
                            "depends on the model",
                            line(static_cast<Label>(std::ranges::find(program_.instructions, *first) -
                                                    program_.instructions.begin()) +
                                 1)));
        }
        if (!first) first = i;
        if (returns && std::ranges::find(report_.unordered, i.destination) == report_.unordered.end())
            report_.unordered.push_back(i.destination);
    }
}

void Check::check_sharing() {
    for (const SharedUse& use : shared_uses(program_)) {
        const std::string with =
            use.pc == use.other ? "two threads" : "a thread, and another one " + line(use.other);
        const std::string what =
            use.is_known ? fmt::format("{} use one word here, and nothing orders them", with)
                         : fmt::format("{} may use one word here: the address is not known", with);
        add(use.pc,
            what +
                "; put a barrier that all threads pass in between, use an atomic, or give each thread "
                "a word of its own, as at c + tid");
    }
}

}  // namespace

PortabilityReport check_portability(const Program& program) {
    return Check(program).run();
}

}  // namespace musimd
