#include "simulator/explore/state_key.hpp"

#include <cstdint>
#include <type_traits>

#include "simulator/schedule.hpp"

namespace musimd::explore {
namespace {

/// Appends numbers, sets and lists to a text, each with its length, so that the text is unambiguous.
class Key {
  public:
    template <typename T>
    void number(T n) {
        static_assert(std::is_integral_v<T>);
        const auto bits = static_cast<std::uint64_t>(n);
        for (int i = 0; i < 8; ++i) text_ += static_cast<char>((bits >> (8 * i)) & 0xFFU);
    }

    void threads(const ThreadSet& set) {
        number(set.size());
        set.for_each([this](Thread t) { number(t); });
    }

    void string(const std::string& s) {
        number(s.size());
        text_ += s;
    }

    /// With `reasons`, also which shfl made a variable undefined, since trap reports name it.
    void bank(const Bank& bank, bool reasons, Thread first = 0) {
        for (Variable v = 0; v < bank.variables(); ++v) {
            for (Thread t = first; t < first + bank.threads(); ++t) {
                const Value* c = bank.find(t, v);
                text_ += c == nullptr ? '_' : '=';
                if (c != nullptr) number(*c);
                if (c == nullptr && reasons) number(bank.undefined_by(t, v));
            }
        }
    }

    void memory(const Memory& memory) {
        memory.for_each([this](std::int64_t address, Value c) {
            number(address);
            number(c);
        });
    }

    void stack(const SyncStack& stack) {
        number(stack.size());
        stack.for_each([this](const SyncEntry& entry) {
            number(entry.branch);
            number(entry.next);
            number(entry.join);
            threads(entry.done);
            threads(entry.todo);
        });
    }

    void stack(const ContextStack& contexts) {
        number(contexts.size());
        contexts.for_each([this](const ContextEntry& entry) {
            threads(entry.active);
            stack(entry.sync_stack);
            number(entry.block);
            if (entry.bank != nullptr) bank(*entry.bank, true);
        });
    }

    void waiting(const Waiting& who) {
        number(who.warp);
        number(who.pc);
        number(who.threads.size());
        for (const Thread t : who.threads) number(t);
        number(who.missing.size());
        for (const Missing& missing : who.missing) {
            number(missing.warp);
            number(missing.pc);
            number(missing.threads.size());
            for (const Thread t : missing.threads) number(t);
        }
    }

    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

}  // namespace

std::string state_key(const Machine& machine, const Program& program) {
    Key key;
    for (std::uint32_t m = 0; m < machine.machines(); ++m) {
        const Warp& warp = machine.warp(m);
        key.number(warp.pc);
        key.number(warp.steps);
        key.number(machine.has_stopped(m) ? 1 : 0);
        key.threads(warp.active);
        key.threads(warp.exited);
        const std::optional<Thread> lane = steps_of_machine(program, m).lane;
        key.bank(warp.bank, true, lane.value_or(0));
        key.stack(warp.sync_stack);
        key.stack(warp.context_stack);
    }
    key.memory(machine.memory());
    return key.take();
}

std::string result_key(const Result& result, const Program& program) {
    Key key;
    key.number(static_cast<int>(result.outcome));
    if (result.outcome == Outcome::stop) {
        for (std::uint32_t w = 0; w < program.warps; ++w) {
            key.threads(result.warps[w].active);
            key.threads(result.warps[w].exited);
            key.bank(result.warps[w].bank, false);
        }
        key.memory(result.memory);
        for (const Memory& shared : result.shared) {
            key.string("shared");
            key.memory(shared);
        }
    }
    if (result.limit) key.number(static_cast<int>(result.limit->reason));
    if (result.trap) {
        key.number(static_cast<int>(result.trap->kind));
        key.number(static_cast<int>(result.trap->rule));
        key.number(result.trap->pc);
        key.number(result.trap->warp);
        for (const Thread t : result.trap->threads) key.number(t);
        // A race may name any of several earlier accesses; which is the last depends on the schedule only.
        const std::string& message = result.trap->message;
        key.string(result.trap->other ? message.substr(0, message.find(':')) : message);
        for (const Waiting& who : result.trap->waiting) key.waiting(who);
    }
    return key.take();
}

std::string outcome_key(const Result& result, const Program& program) {
    if (!result.trap) return result_key(result, program);
    Key key;
    key.number(static_cast<int>(result.outcome));
    key.number(static_cast<int>(result.trap->kind));
    key.number(result.trap->line);
    return key.take();
}

}  // namespace musimd::explore
