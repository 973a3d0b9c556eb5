#include "cli/programs/differences.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::cli {
namespace {

std::string shown(const ThreadSet& threads) {
    return to_string(threads);
}

std::string shown(const Value* word) {
    return word == nullptr ? "undefined" : fmt::format("{}", *word);
}

/// Compares two results under models, part by part.
class Comparison {
  public:
    Comparison(const UnderModel& a, const UnderModel& b, const Program& program)
        : a_(a), b_(b), program_(program) {}

    std::string run() const;

  private:
    template <typename T>
    std::string between(std::string_view what, const T& a, const T& b) const {
        return fmt::format("{} is {} under {}, {} under {}", what, shown(a), a_.model, shown(b), b_.model);
    }
    std::string warps(std::size_t number) const;
    std::string memories(const Memory& a, const Memory& b, std::string_view name) const;

    const UnderModel& a_;
    const UnderModel& b_;
    const Program& program_;
};

// The first part of a warp; empty if the warps are equal.
std::string Comparison::warps(std::size_t number) const {
    const WarpResult& a = a_.result.warps[number];
    const WarpResult& b = b_.result.warps[number];
    if (!(a.active == b.active)) return between(fmt::format("Θ of warp {}", number), a.active, b.active);
    if (!(a.exited == b.exited))
        return between(fmt::format("the set of exited threads of warp {}", number), a.exited, b.exited);
    for (Variable v = 0; v < program_.variables.size(); ++v) {
        for (Thread t = 0; t < program_.threads; ++t) {
            const Value* c = a.bank.find(t, v);
            const Value* d = b.bank.find(t, v);
            const bool is_same = c == nullptr || d == nullptr ? c == d : *c == *d;
            if (!is_same)
                return between(fmt::format("{}[{}] of warp {}", program_.variables[v], t, number), c, d);
        }
    }
    return {};
}

// The word with the lowest address; empty if the memories are equal.
std::string Comparison::memories(const Memory& a, const Memory& b, std::string_view name) const {
    std::optional<std::int64_t> lowest;
    const auto look = [&](const Memory& from, const Memory& in) {
        from.for_each([&](std::int64_t address, Value c) {
            const Value* other = in.find(address);
            if (other != nullptr && *other == c) return;
            lowest = lowest ? std::min(*lowest, address) : address;
        });
    };
    look(a, b);
    look(b, a);
    if (!lowest) return {};
    return between(fmt::format("{}[{}]", name, *lowest), a.find(*lowest), b.find(*lowest));
}

std::string Comparison::run() const {
    if (a_.result.outcome != Outcome::stop || b_.result.outcome != Outcome::stop)
        return fmt::format("{} under {}, {} under {}", ending_of(a_.result), a_.model, ending_of(b_.result),
                           b_.model);
    for (std::size_t w = 0; w < a_.result.warps.size(); ++w) {
        if (std::string found = warps(w); !found.empty()) return found;
    }
    if (std::string found = memories(a_.result.memory, b_.result.memory, "memory"); !found.empty())
        return found;
    for (std::size_t block = 0; block < a_.result.shared.size(); ++block) {
        const std::string name = fmt::format("shared memory of block {}", block);
        std::string found = memories(a_.result.shared[block], b_.result.shared[block], name);
        if (!found.empty()) return found;
    }
    return {};
}

}  // namespace

std::string ending_of(const Result& result) {
    if (result.trap) return fmt::format("trap {}", to_string(result.trap->kind));
    return std::string(to_string(result.outcome));
}

std::string difference_of(const UnderModel& a, const UnderModel& b, const Program& program) {
    return Comparison(a, b, program).run();
}

}  // namespace musimd::cli
