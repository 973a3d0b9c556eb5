#include "semantics/trap.hpp"

#include <fmt/format.h>

#include "isa/printer.hpp"
#include "isa/user_instruction.hpp"
#include "semantics/collectives.hpp"
#include "semantics/printed_rules.hpp"
#include "semantics/typed/explanation.hpp"

namespace musimd {
namespace {

std::string on_line(Label pc, const Program& program) {
    const std::uint32_t line = pc == 0 || pc >= program.end() ? 0 : program.at(pc).line;
    return line == 0 ? fmt::format("at instruction {}", pc) : fmt::format("on line {}", line);
}

std::string undefined_variable(const Failure& f, const Warp& warp, const Program& program) {
    const std::string& name = program.variables[f.variable];
    const bool is_taken = f.rule == RuleId::SV || f.rule == RuleId::SH;  // from another lane
    if (f.rule == RuleId::SH)
        return fmt::format("thread {} takes lane {}'s '{}', which is undefined there", f.thread, f.other,
                           name);
    const Thread reader = is_taken ? f.other : f.thread;
    const Label shuffle = warp.bank.undefined_by(reader, f.variable);
    const bool is_written = shuffle != 0;  // written, and then lost
    const std::string shfl =
        fmt::format("the shfl {} left undefined (its lane was not in the mask)", on_line(shuffle, program));
    if (!is_taken) {
        return fmt::format("thread {} reads '{}', which {}", f.thread, name,
                           is_written ? shfl : "it never wrote");
    }
    return fmt::format("thread {} takes lane {}'s '{}', which {}", f.thread, f.other, name,
                       is_written ? shfl : "that lane never wrote");
}

// The next instruction, which needs Π to be empty, and what Π's top entry waits for.
std::string while_diverged(const Warp& warp, const Program& program) {
    const SyncEntry& entry = warp.sync_stack.top();
    const std::string_view here = info(program.at(warp.pc).opcode).format.mnemonic;
    if (has_groups(program.model)) {
        ThreadSet others;
        warp.sync_stack.for_each([&](const SyncEntry& e) { others |= e.todo | e.done; });
        return fmt::format("{} while {} {} of the warp {} elsewhere", here,
                           others.size() == 1 ? "thread" : "threads", to_string(others),
                           others.size() == 1 ? "is" : "are");
    }
    // As printed, erratum E4 lets a `sync` open an entry.
    if (program.at(entry.branch).opcode == Opcode::sync)
        return fmt::format("{} while the entry of the sync {} is open", here, on_line(entry.branch, program));
    const std::string branch = fmt::format("the branch {}", on_line(entry.branch, program));
    if (entry.todo.empty() && entry.done.empty())
        return fmt::format("{} before the 'sync' of {}", here, branch);
    const ThreadSet& waiting = entry.todo.empty() ? entry.done : entry.todo;
    const bool is_one = waiting.size() == 1;
    return fmt::format("{} while {} {} {} at {}{}", here, is_one ? "thread" : "threads", to_string(waiting),
                       is_one ? "still waits" : "still wait", entry.todo.empty() ? "the 'sync' of " : "",
                       branch);
}

std::string invalid_address(const Failure& f, const Warp& warp, const Program& program) {
    if (f.a < 0) return fmt::format("thread {} uses the negative address {}", f.thread, f.a);
    const std::int64_t words = program.shared_words();
    if (const std::int64_t beyond = f.a - warp.shared_base + warp.block * words; words != 0 && beyond >= 0) {
        return beyond / words < program.grid
                   ? fmt::format(
                         "thread {} of block {} uses the address {}, which is shared memory of block {}",
                         f.thread, warp.block, f.a, beyond / words)
                   : fmt::format("thread {} uses the address {}, which is beyond all shared memory", f.thread,
                                 f.a);
    }
    return fmt::format("thread {} uses the address {}, which is {}", f.thread, f.a,
                       program.buffers.empty() ? "above the highest address" : "outside every buffer");
}

std::string_view use_of(RuleId rule, std::string_view updates) {
    return rule == RuleId::ST ? "stores to" : rule == RuleId::AT ? updates : "loads from";
}

bool is_load(const Instruction& i) {
    return i.opcode == Opcode::ld || is_atomic_load(i);
}

bool is_atomic(const Instruction& i) {
    return info(i.opcode).memory == MemoryUse::updates;
}

// Of two accesses by different agents, of which at least one writes.
std::string why_unordered(const Instruction& here, const Instruction& there, const RacingAccess& other) {
    const std::uint32_t other_line = there.line;
    if (there.opcode == Opcode::copy_async)
        return other.is_awaited
                   ? "its thread has waited for the copy, but nothing orders that before this access"
                   : "its thread has not waited for the copy";
    if (!is_atomic(here) || !is_atomic(there)) return "nothing orders the two";
    const bool is_here = here.scope == Scope::block;
    const std::string whose = is_here && there.scope == Scope::block ? "both have the scope 'block'"
                              : is_here || other_line == 0
                                  ? "the scope of one is 'block'"
                                  : fmt::format("the scope of the one on line {} is 'block'", other_line);
    return fmt::format("{}, and the threads are of two blocks: the scope must be 'grid'", whose);
}

// With an earlier access, in a program in which more than barriers orders accesses.
std::string race_with(const RacingAccess& other, const Failure& f, const Instruction& here,
                      std::string_view use, const Program& program) {
    const Instruction& there = program.at(other.pc);
    const bool is_copy = there.opcode == Opcode::copy_async;
    const std::string_view used = is_copy                  ? other.only_reads ? "copies from" : "copies to"
                                  : is_store(there.opcode) ? "stored to"
                                  : is_load(there)         ? "loaded from"
                                                           : "updated";
    const std::string of_warp = program.warps == 1 ? std::string() : fmt::format(" of warp {}", other.warp);
    return fmt::format("data race on address {}: thread {} {} it, and thread {}{} {} it {}; {}", f.a,
                       f.thread, use, other.thread, of_warp, used, on_line(other.pc, program),
                       why_unordered(here, there, other));
}

std::string race(const Failure& f, const Instruction& instruction, const Program& program) {
    if (f.two_threads) {
        return fmt::format("data race on address {}: threads {} and {} store different values", f.a, f.thread,
                           f.other);
    }
    const std::string_view updates = instruction.opcode == Opcode::atomic_inc ? "increments"
                                     : is_load(instruction)                   ? "loads from"
                                                                              : "updates";
    const bool is_copy = instruction.opcode == Opcode::copy_async;
    const std::string_view use = !is_copy               ? use_of(f.rule, updates)
                                 : f.rule == RuleId::LD ? "copies from"
                                                        : "copies to";
    if (f.access) return race_with(*f.access, f, instruction, use, program);
    return fmt::format(
        "data race on address {}: thread {} {} it, and another {} used it, without a barrier in between", f.a,
        f.thread, use, program.races == RaceMode::thread ? "thread" : "warp");
}

std::string overflow(const Failure& f, const Instruction& i, const Program& program) {
    if (i.opcode == Opcode::reduce)
        return fmt::format("the sum of the threads of the mask does not fit {} bits", program.word.width);
    if (i.opcode == Opcode::block_barrier_of)
        return fmt::format("the count, {}, does not fit {} bits", f.a, program.word.width);
    if (i.opcode == Opcode::atomic_inc)
        return fmt::format("thread {} increments address {}, which holds the largest word", f.thread, f.a);
    if (i.opcode == Opcode::fetch) {
        const bool adds = i.fetch_operation == FetchOperation::add;
        return fmt::format("thread {} {} {} {} the word at address {}, and the result does not fit {} bits",
                           f.thread, adds ? "adds" : "subtracts", f.b, adds ? "to" : "from", f.a,
                           program.word.width);
    }
    return fmt::format("thread {} computes {} {} {}, which does not fit {} bits", f.thread, f.a,
                       info(i.operation).spelling, f.b, program.word.width);
}

std::string barrier_while_diverged(const Failure& f, const Warp& warp, const Program& program) {
    if (f.waiting != nullptr) return "deadlock: every machine that has not stopped waits";
    if (f.rule == RuleId::BR) {
        return warp.sync_stack.empty() ? "barrier inside an everywhere block" : while_diverged(warp, program);
    }
    if (f.a != 0) {
        return fmt::format("this block barrier has another form than the one {}, at which other threads wait",
                           on_line(static_cast<Label>(f.a), program));
    }
    if (!warp.context_stack.empty()) return "block_barrier inside an everywhere block";
    ThreadSet idle = warp.all;
    if (has_groups(program.model) && warp.active == idle)
        return "the block barrier opens without threads that have ended, or at several instructions, which "
               "SPIR-V does not allow";
    warp.active.for_each([&](Thread t) { idle.erase(t); });
    return fmt::format("block_barrier while {} {} {} not active", idle.size() == 1 ? "thread" : "threads",
                       to_string(idle), idle.size() == 1 ? "is" : "are");
}

std::string collective_mask(const Failure& f, const Warp& warp, const Program& program) {
    const std::string_view word = info(program.at(warp.pc).opcode).format.mnemonic;
    if (f.all_active) return "deadlock: every machine that has not stopped waits";
    if (f.missing != 0) {
        const ThreadSet missing = ThreadSet::of_words({&f.missing, 1});
        return fmt::format("the mask of thread {} names {} {}, which {} not at this {} with the same mask",
                           f.thread, missing.size() == 1 ? "thread" : "threads", to_string(missing),
                           missing.size() == 1 ? "is" : "are", word);
    }
    const ThreadSet mask = *mask_of({f.thread, warp}, program);
    if (!mask.contains(f.thread))
        return fmt::format("the mask of thread {} does not name thread {} itself", f.thread, f.thread);
    return fmt::format("the mask of thread {} names lanes that do not exist; the lanes are 0 … {}", f.thread,
                       program.threads - 1);
}

std::string of_user_instruction(const Failure& f, const Warp& warp, const Program& program) {
    const std::string where = fmt::format("'{}' in thread {}", print(program.at(warp.pc), program), f.thread);
    if (f.kind == TrapKind::division_by_zero) return fmt::format("{} divides by zero", where);
    if (f.kind == TrapKind::assertion) return fmt::format("{}: an assertion of its definition fails", where);
    return fmt::format("{}: the result does not fit {} bits", where, program.word.width);
}

std::string message(const Failure& f, const Warp& warp, const Program& program) {
    if (f.rule == RuleId::BP && program.at(warp.pc).opcode == Opcode::typed) {
        if (user_instruction_of(program.at(warp.pc)) != nullptr) return of_user_instruction(f, warp, program);
        return typed::explain(f, program.at(warp.pc));
    }
    switch (f.kind) {
        case TrapKind::undefined_variable:
            return undefined_variable(f, warp, program);
        case TrapKind::undefined_memory:
            return fmt::format("thread {} reads address {}, which is undefined", f.thread, f.a);
        case TrapKind::invalid_address:
            return invalid_address(f, warp, program);
        case TrapKind::race:
            return race(f, program.at(warp.pc), program);
        case TrapKind::division_by_zero:
            return fmt::format("thread {} divides {} by zero", f.thread, f.a);
        case TrapKind::invalid_shift:
            return fmt::format("thread {} shifts by {}, which is not in 0 … {}", f.thread, f.b,
                               program.word.width - 1);
        case TrapKind::overflow:
            return overflow(f, program.at(warp.pc), program);
        case TrapKind::sync_without_branch:
            return "sync with no branch open";
        case TrapKind::stop_while_diverged:
            return while_diverged(warp, program);
        case TrapKind::end_everywhere_without_everywhere:
            return "end_everywhere with no everywhere block open";
        case TrapKind::end_everywhere_while_diverged:
            return while_diverged(warp, program);
        case TrapKind::branch_mask_outside_everywhere:
            return "branch_mask with no everywhere block open";
        case TrapKind::branch_mask_divergent:
            return fmt::format(
                "thread {} names a thread of the mask and thread {} does not; branch_mask moves "
                "all active threads",
                f.thread, f.other);
        case TrapKind::barrier_while_diverged:
            return barrier_while_diverged(f, warp, program);
        case TrapKind::collective_mask:
            return collective_mask(f, warp, program);
        case TrapKind::exit_inside_everywhere:
            return "exit inside an everywhere block";
        case TrapKind::assertion:
            return fmt::format("'{}' fails in thread {}: the operand is 0",
                               print(program.at(warp.pc), program), f.thread);
        case TrapKind::pc_out_of_program:
            return "control runs past the last instruction; a 'stop' is missing here";
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
    if (const auto& earlier = failure.access) {
        const Instruction& instruction = program.at(earlier->pc);
        const bool is_copy = instruction.opcode == Opcode::copy_async;
        const RuleId rule = !is_copy              ? only_rule_of(instruction.opcode)
                            : earlier->only_reads ? RuleId::LD
                                                  : RuleId::ST;
        trap.other = TrapOther{rule,          earlier->pc,     instruction.line,
                               earlier->warp, earlier->thread, earlier->is_awaited};
    }
    if (failure.waiting != nullptr) trap.waiting = *failure.waiting;
    return trap;
}

}  // namespace musimd
