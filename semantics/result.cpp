#include "semantics/result.hpp"

#include <cstddef>
#include <utility>

namespace musimd {

bool are_different(const Result& a, const Result& b) {
    if (a.outcome != b.outcome) return true;
    if (a.outcome == Outcome::trap) return a.trap->kind != b.trap->kind || a.trap->line != b.trap->line;
    if (a.outcome != Outcome::stop) return false;
    return a.warps != b.warps || a.memory != b.memory || a.shared != b.shared;
}

void take_memory(Memory memory, const Program& program, std::int64_t begin, Result& result) {
    const std::int64_t words = program.shared_words();
    if (words == 0) {
        result.memory = std::move(memory);
        return;
    }
    result.shared.resize(program.grid);
    memory.for_each([&](std::int64_t address, Value c) {
        const std::int64_t beyond = address - begin;
        if (beyond < 0) return result.memory.set(address, c);
        result.shared[static_cast<std::size_t>(beyond / words)].set(beyond % words, c);
    });
}

}  // namespace musimd
