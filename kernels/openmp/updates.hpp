#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "dsl/kernel.hpp"

// How statements use an object in memory: whether they update it by an operation, or write it before they
// read it.

namespace musimd::kernels::openmp {

/// `s += x`, `s = s * x`, `if (x > s) s = x` and the like.
struct Update {
    dsl::Function function = dsl::Function::add;  ///< add, mul, min, max, andb, orb or xorb
    std::uint32_t line = 0;
};

struct ObjectUses {
    std::vector<Update> updates = {};
    bool has_others = false;  ///< reads and writes that are no part of an update
    bool is_written = false;  ///< by others
};

ObjectUses uses_of(dsl::BufferId buffer, const dsl::Block& block);

/// Whether the statement has an access to the buffer, but not in its blocks.
bool accesses(dsl::BufferId buffer, const dsl::Statement& s);

/// Whether the block may read the buffer before it has written to it.
bool may_read_first(dsl::BufferId buffer, const dsl::Block& block);

/// Whether what comes after the statement in the text, in its block or around it, reads the buffer, and what
/// comes first does.
bool is_read_after(dsl::BufferId buffer, const dsl::Statement& s, const dsl::Block& whole);

/// How the clause `reduction` spells it: `+`.
std::string_view clause_name(dsl::Function function);

}  // namespace musimd::kernels::openmp
