#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "differential/random/dice.hpp"
#include "differential/spmd/generate/generator.hpp"

namespace musimd::differential::spmd {

/// A variable that can be read: it has a value on every path to here.
struct Local {
    dsl::VariableId id = 0;
    dsl::ValueType type;
    bool fixed = false;  ///< a loop's variable, which only the loop sets
};

/// A kernel under construction: its variables and buffers, and what is visible at the current statement.
struct Draft {
    Dice dice;
    KernelShape shape;
    dsl::Kernel kernel;
    std::vector<Local> visible;
    std::vector<bool> written;  ///< by buffer: has stores, so it is only accessed at offset 0
    bool memory = true;         ///< whether buffers can be accessed from here
    bool stores = true;         ///< and written
    bool nested = false;        ///< whether expressions call device functions
    bool guarded = false;       ///< whether statements guard divisions and shifts

    Draft(std::uint64_t seed, const KernelShape& wanted) : dice(seed), shape(wanted) {}

    Type signed_type() const { return kernel.signed_type(); }
    Type unsigned_type() const { return kernel.unsigned_type(); }
    bool has_floats() const { return kernel.bits >= 32; }
    Type float_type() const { return *type_of(TypeKind::floating, kernel.bits); }
    /// Infix arithmetic of narrow integers promotes to int on scalar targets, and wraps on vectors.
    bool infix_arithmetic() const { return kernel.bits >= 32; }

    dsl::VariableId add_variable(const std::string& stem, dsl::ValueType type) {
        const auto id = static_cast<dsl::VariableId>(kernel.variables.size());
        kernel.variables.push_back({stem + std::to_string(id), type});
        return id;
    }
};

}  // namespace musimd::differential::spmd
