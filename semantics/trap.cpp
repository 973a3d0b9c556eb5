#include "semantics/trap.hpp"

#include <fmt/format.h>

#include "isa/printer.hpp"
#include "semantics/printed_rules.hpp"
#include "semantics/typed/explanation.hpp"

namespace musimd {
namespace {

std::string place(Label pc, const Program& program) {
    if (pc == 0 || pc >= program.end()) return fmt::format("instruction {}", pc);
    const std::uint32_t line = program.at(pc).line;
    return line == 0 ? fmt::format("instruction {}", pc) : fmt::format("line {}", line);
}

std::string undefined_variable(const Failure& f, const Warp& warp, const Program& program) {
    const std::string& name = program.variables[f.variable];
    const Thread reader = f.rule == RuleId::SV ? f.other : f.thread;
    const Label shuffle = warp.bank.undefined_by(reader, f.variable);
    const std::string why =
        shuffle == 0
            ? std::string("never wrote")
            : fmt::format("lost in the shfl of {} (its lane was not in the mask)", place(shuffle, program));
    if (f.rule != RuleId::SV) return fmt::format("thread {} reads '{}', which it {}", f.thread, name, why);
    return fmt::format("thread {} takes '{}' from lane {}, which {} it", f.thread, name, f.other, why);
}

std::string open_branch(const Warp& warp, const Program& program) {
    return fmt::format("the conditional of {} is open", place(warp.sync_stack.top().branch, program));
}

std::string invalid_address(const Failure& f, const Program& program) {
    if (f.a < 0) return fmt::format("thread {} uses the negative address {}", f.thread, f.a);
    return fmt::format("thread {} uses the address {}, which is {}", f.thread, f.a,
                       program.buffers.empty() ? "above the highest address" : "outside of every buffer");
}

std::string race(const Failure& f, const Program& program) {
    if (f.two_threads) {
        return fmt::format("threads {} and {} store different values to address {}", f.thread, f.other, f.a);
    }
    return fmt::format("thread {} uses address {}, which another {} used too, with no barrier between",
                       f.thread, f.a, program.races == RaceMode::thread ? "thread" : "warp");
}

std::string message(const Failure& f, const Warp& warp, const Program& program) {
    if (f.rule == RuleId::BP && program.at(warp.pc).opcode == Opcode::typed) {
        return typed::explain(f, program.at(warp.pc));
    }
    switch (f.kind) {
        case TrapKind::undefined_variable:
            return undefined_variable(f, warp, program);
        case TrapKind::undefined_memory:
            return fmt::format("thread {} reads address {}, which nothing defined", f.thread, f.a);
        case TrapKind::invalid_address:
            return invalid_address(f, program);
        case TrapKind::race:
            return race(f, program);
        case TrapKind::division_by_zero:
            return fmt::format("thread {} divides {} by zero", f.thread, f.a);
        case TrapKind::invalid_shift:
            return fmt::format("thread {} shifts by {}, which is not in 0 … {}", f.thread, f.b,
                               program.word.width - 1);
        case TrapKind::overflow:
            return f.rule == RuleId::AT
                       ? fmt::format("thread {} increments address {}, whose word is the largest", f.thread,
                                     f.a)
                       : fmt::format("thread {} computes {} {} {}, which does not fit {} bits", f.thread, f.a,
                                     info(program.at(warp.pc).operation).spelling, f.b, program.word.width);
        case TrapKind::sync_without_branch:
            return "a sync, and no conditional is open";
        case TrapKind::stop_while_diverged:
            return fmt::format("a stop, and {}", open_branch(warp, program));
        case TrapKind::end_everywhere_without_everywhere:
            return "an end_everywhere, and no everywhere block is open";
        case TrapKind::end_everywhere_while_diverged:
            return fmt::format("an end_everywhere, and {}", open_branch(warp, program));
        case TrapKind::branch_mask_outside_everywhere:
            return "a branch_mask, and no everywhere block is open";
        case TrapKind::branch_mask_divergent:
            return fmt::format(
                "thread {} names a thread of the mask and thread {} does not; a branch_mask moves "
                "all active threads",
                f.thread, f.other);
        case TrapKind::barrier_while_diverged:
            return warp.sync_stack.empty() ? "a barrier inside of an everywhere block"
                                           : fmt::format("a barrier, and {}", open_branch(warp, program));
        case TrapKind::pc_out_of_program:
            return "control runs past the last instruction; a program ends with stop";
        case TrapKind::stuck:
            return printed::stuck_message(f, warp, program);
    }
    return {};
}

}  // namespace

Trap explain(const Failure& failure, const Warp& warp, const Program& program) {
    Trap trap;
    trap.kind = failure.kind;
    trap.rule = failure.rule;
    trap.pc = warp.pc;
    if (warp.pc < program.end()) {
        trap.line = program.at(warp.pc).line;
        trap.column = program.at(warp.pc).column;
    }
    trap.warp = warp.number;
    if (failure.all_active) {
        trap.threads = warp.active.threads();
    } else {
        trap.threads.push_back(failure.thread);
        if (failure.two_threads) trap.threads.push_back(failure.other);
    }
    trap.message = message(failure, warp, program);
    return trap;
}

}  // namespace musimd
