#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/explore/liveness.hpp"

namespace musimd::explore {

/// Appends numbers, sets and lists to a text, each with its length, so that the text is unambiguous.
class Key {
  public:
    template <typename T>
    void number(T n) {
        static_assert(std::is_integral_v<T>);
        // Seven bits a byte, the lowest first: most numbers are small.
        auto bits = static_cast<std::uint64_t>(n);
        for (; bits >= 0x80; bits >>= 7) text_ += static_cast<char>(bits | 0x80);
        text_ += static_cast<char>(bits);
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
    void bank(const Bank& bank, bool reasons) {
        for (Variable v = 0; v < bank.variables(); ++v) {
            for (Thread t = 0; t < bank.threads(); ++t) word(bank, t, v, reasons);
        }
    }

    /// The live words.
    void bank(const Bank& bank, Thread first, const std::vector<const Liveness::Live*>& live) {
        for (Variable v = 0; v < bank.variables(); ++v) {
            for (Thread t = 0; t < bank.threads(); ++t) {
                if ((*live[t])[v]) {
                    word(bank, first + t, v, true);
                } else {
                    text_ += '-';
                }
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

    /// Joins are known by the order in which they are found.
    void groups(const models::Groups& groups) {
        std::vector<models::Join> joins;
        threads(groups.base);
        for (const auto* list : {&groups.list, &groups.arrived}) {
            number(list->size());
            for (const models::Group& group : *list) this->group(group, joins);
        }
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
    void group(const models::Group& group, std::vector<models::Join>& known) {
        threads(group.active);
        number(group.pc);
        number(group.rounds);
        number((group.has_yielded ? 2 : 0) + (group.is_released ? 1 : 0));
        number(group.is_released ? group.opened : 0);
        number(group.ahead.size());
        for (const auto& [t, pc] : group.ahead) {
            number(t);
            number(pc);
        }
        number(group.joins.size());
        for (const models::Join& join : group.joins) {
            const auto found = std::ranges::find(known, join);
            number(found - known.begin());
            number(join.branch);
            number(join.at);
            if (found == known.end()) known.push_back(join);
        }
    }

    void word(const Bank& bank, Thread t, Variable v, bool reasons) {
        const Value* c = bank.find(t, v);
        text_ += c == nullptr ? '_' : '=';
        if (c != nullptr) number(*c);
        if (c == nullptr && reasons) number(bank.undefined_by(t, v));
    }

    std::string text_;
};

}  // namespace musimd::explore
