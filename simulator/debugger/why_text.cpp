#include "simulator/debugger/why_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace musimd::debugger {
namespace {

/// Writes an answer, and notes what it mentions.
class WhyWriter {
  public:
    explicit WhyWriter(const WhyNames& names) : names_(names) {}

    void add_thread(const ThreadReason& reason, std::uint32_t warp, Thread thread);
    void add_value(const ValueReason& reason, std::size_t depth);
    WhyText finish() { return std::move(text_); }

  private:
    void line(std::size_t depth, std::string text) { text_.lines.push_back({depth, std::move(text)}); }
    std::uint64_t noted(std::uint64_t step) {
        text_.steps.push_back(step);
        return step;
    }
    std::string where(Label pc) {
        text_.instructions.push_back(pc);
        return names_.where(pc);
    }
    std::string at(Label pc) {
        text_.instructions.push_back(pc);
        return instruction_at(pc, names_);
    }
    std::string since(std::uint64_t step) {
        return step == 0 ? "" : fmt::format(" since step {}", noted(step));
    }
    Label past_branch(Label join, Label branch) const;
    std::string sleep_of(const ThreadReason& reason, bool waits);
    std::string place_among_groups(const ThreadReason& reason, bool waits);
    std::string state_of(const ThreadReason& reason);
    std::string origin_of(const ValueReason& reason);

    const WhyNames& names_;
    WhyText text_;
};

// What its sleep is, in a sentence that begins with its name.
std::string WhyWriter::sleep_of(const ThreadReason& reason, bool waits) {
    if (has_groups(names_.program.model)) return place_among_groups(reason, waits);
    const std::string branch = where(reason.branch);
    if (waits)
        return fmt::format("waits{} for its side of the branch on {}", since(reason.branch_step), branch);
    return fmt::format("waits{} at the sync on {} for the other side of the branch on {}",
                       since(reason.sync_step), where(reason.sync), branch);
}

std::string WhyWriter::place_among_groups(const ThreadReason& reason, bool waits) {
    if (reason.branch == 0) return "is in another group";
    const std::string branch = where(reason.branch);
    if (waits)
        return fmt::format("is in another group{}, on a side of the branch on {}", since(reason.branch_step),
                           branch);
    return fmt::format("waits{} on {}, the join of the branch on {}", since(reason.sync_step),
                       where(reason.sync), branch);
}

std::string WhyWriter::state_of(const ThreadReason& reason) {
    using State = ThreadReason::State;
    switch (reason.state) {
        case State::runs:
            return "runs";
        case State::woken:
            return fmt::format("runs: the everywhere block on {} woke it; outside of the block it {}",
                               where(reason.everywhere),
                               reason.is_dormant ? "is not active" : sleep_of(reason, reason.waits_there));
        case State::waits:
        case State::at_sync:
            return sleep_of(reason, reason.state == State::waits);
        case State::barrier:
            return "waits at a barrier or a collective";
        case State::not_started:
            return "has not been active since the beginning, or since the block began";
        case State::exited:
            return fmt::format("has exited, at step {}", noted(reason.sync_step));
        case State::stopped:
            break;
    }
    return "has stopped";
}

/// For a join of the branch's own line, as lowered kernels have it, the line after the branch.
Label WhyWriter::past_branch(Label join, Label branch) const {
    if (branch == 0) return join;
    const Program& program = names_.program;
    const std::uint32_t line = program.at(branch).line;
    Label pc = join;
    while (branch < pc && pc + 1 < program.end() && line != 0 && program.at(pc).line == line) ++pc;
    return pc;
}

void WhyWriter::add_thread(const ThreadReason& reason, std::uint32_t warp, Thread thread) {
    line(0, fmt::format("{} {}", name_of(names_.program, warp, thread), state_of(reason)));
    if (reason.branch_step != 0) {
        const Operand& operand = names_.program.at(reason.branch).operands[0];
        const std::string value =
            operand.kind == Operand::Kind::variable && reason.value
                ? fmt::format(", with {} = {}", name_of(names_.program, operand.variable, warp, thread),
                              *reason.value)
                : "";
        line(1, fmt::format("step {}, {}{}", noted(reason.branch_step), at(reason.branch), value));
    }
    if (reason.continues != 0 && reason.state == ThreadReason::State::waits)
        line(1, fmt::format("it continues at {}", at(past_branch(reason.continues, reason.branch))));
    if (reason.wake)
        line(1, fmt::format("{} step {}, {}",
                            has_groups(names_.program.model) ? "its turn comes after" : "it wakes at",
                            noted(reason.wake->step), at(reason.wake->pc)));
    if (reason.never_wakes) line(1, "it does not wake: the run ends before");
    const bool sleeps = reason.state == ThreadReason::State::waits ||
                        reason.state == ThreadReason::State::at_sync ||
                        reason.state == ThreadReason::State::barrier;
    if (sleeps && !reason.wake && !reason.never_wakes)
        line(1, fmt::format("it does not wake in the next {} steps", kMaxStepsToWake));
}

std::string WhyWriter::origin_of(const ValueReason& reason) {
    switch (reason.from) {
        case ValueReason::From::instruction: {
            const bool other_thread = reason.is_word;
            const std::string by =
                other_thread
                    ? fmt::format(", by {}", name_of(names_.program, reason.writer_warp, reason.writer))
                    : "";
            const std::string from = reason.source ? fmt::format(", from lane {}", *reason.source) : "";
            const bool is_lost = reason.source && !reason.value;
            return fmt::format("step {}, {}{}{}{}", noted(reason.step), at(reason.pc), by, from,
                               is_lost ? ", which was not in the mask" : "");
        }
        case ValueReason::From::edit:
            return fmt::format("set by you before step {}", noted(reason.step));
        case ValueReason::From::initial:
            return "initial memory";
        case ValueReason::From::nowhere:
            break;
    }
    if (!reason.slept) return "never written";
    for (const Label pc : {reason.slept->branch, reason.slept->write, reason.slept->everywhere})
        if (pc != 0) text_.instructions.push_back(pc);
    return "never written: " + slept_text(*reason.slept, names_);
}

void WhyWriter::add_value(const ValueReason& reason, std::size_t depth) {
    const std::string name = reason.is_word
                                 ? fmt::format("[{}]", reason.address)
                                 : name_of(names_.program, reason.variable, reason.warp, reason.thread);
    line(depth, fmt::format("{} = {}  {}{}", name, reason.value ? std::to_string(*reason.value) : "undefined",
                            origin_of(reason), reason.is_cut ? " …" : ""));
    text_.is_cut |= reason.is_cut;
    for (const ValueReason& input : reason.inputs) add_value(input, depth + 1);
}

}  // namespace

std::string name_of(const Program& program, Variable v, std::uint32_t warp, Thread t) {
    return program.warps == 1 ? fmt::format("{}@{}", program.variables[v], t)
                              : fmt::format("{}@{}:{}", program.variables[v], warp, t);
}

std::string name_of(const Program& program, std::uint32_t warp, Thread t) {
    return program.warps == 1 ? fmt::format("thread {}", t) : fmt::format("thread {} of warp {}", t, warp);
}

std::string slept_text(const ValueReason::Slept& slept, const WhyNames& names) {
    const std::string since =
        slept.branch == 0 ? "it was not active" : fmt::format("it slept since {}", names.where(slept.branch));
    return fmt::format("{} when {} wrote it; {} woke it", since, names.where(slept.write),
                       names.where(slept.everywhere));
}

std::string instruction_at(Label pc, const WhyNames& names) {
    const std::string text = names.text_of(pc);
    return text.empty() ? names.where(pc) : fmt::format("{}: {}", names.where(pc), text);
}

WhyText text_of(const ThreadReason& reason, std::uint32_t warp, Thread thread, const WhyNames& names) {
    WhyWriter writer(names);
    writer.add_thread(reason, warp, thread);
    return writer.finish();
}

WhyText text_of(const ValueReason& reason, const WhyNames& names) {
    WhyWriter writer(names);
    writer.add_value(reason, 0);
    return writer.finish();
}

}  // namespace musimd::debugger
