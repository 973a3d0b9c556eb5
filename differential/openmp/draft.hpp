#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "differential/openmp/nest_case.hpp"
#include "differential/openmp/random_nest.hpp"
#include "differential/random/dice.hpp"

// What the parts of the generator of nests share.

namespace musimd::differential::openmp {

__extension__ using Wide = __int128;  ///< holds every integer of 64 bits

/// The smallest and the largest value of an integer.
struct Range {
    Wide least = 0;
    Wide most = 0;
    bool within(const Range& other) const { return least >= other.least && most <= other.most; }
    bool contains(Wide value) const { return least <= value && value <= most; }
};

Range range_of(Type type);

inline dsl::Expr infix(dsl::Function function, dsl::Expr a, dsl::Expr b) {
    return dsl::apply(function, {std::move(a), std::move(b)}, true);
}

/// The step of a loop. Bounds are of type long: an unsigned variable then steps by 1, since otherwise Clang
/// computes a wrong number of iterations.
inline std::int64_t step_of(Type type, Dice& dice) {
    return type == Type::u32 || dice.chance(75) ? 1 : dice.between<std::int64_t>(2, 3);
}

/// A variable that may be read.
struct NestLocal {
    dsl::VariableId id = 0;
    Type type = Type::i32;
    Range range;              ///< for integers
    bool assignable = false;  ///< by statements of the loop that declares it
};

/// An array: a parameter.
struct NestArray {
    Type type = Type::i32;
    std::int64_t own = 1;  ///< elements that belong to one iteration of a parallel loop: a power of two
    std::int64_t size = 1;
};

/// What may be accessed at a point of the nest.
struct Draft {
    explicit Draft(std::uint64_t seed) : dice(seed) {}

    Dice dice;
    NestCase nest;
    std::vector<NestArray> arrays;  ///< by BufferId
    std::vector<NestLocal> visible;
    std::set<dsl::BufferId> written;  ///< in this parallel loop: of these, only own elements are accessed
    std::set<dsl::BufferId>
        by_lanes;  ///< in this simd loop: of these, only the element `lane` of the own ones
    /// In this parallel loop, only atomic updates access it.
    std::optional<dsl::BufferId> updated;
    dsl::Function update = dsl::Function::add;  ///< by which; add: and sub
    dsl::Expr slot;                             ///< the iteration's number: its elements begin at slot · own
    std::int64_t slots = 0;                     ///< its values are below
    dsl::Expr lane;                             ///< the number of the simd loop's iteration; null outside
    unsigned loops = 0;                         ///< sequential loops around this place
    bool in_simd = false;
    bool in_call = false;    ///< where no array is accessed
    bool no_simd = false;    ///< in this parallel loop
    bool may_leave = false;  ///< `break` and `continue` are possible

    dsl::VariableId variable(const std::string& name, dsl::ValueType type) {
        auto& variables = nest.function.variables;
        variables.push_back({name, type});
        return static_cast<dsl::VariableId>(variables.size() - 1);
    }
    dsl::VariableId variable(Type type) {
        return variable("v" + std::to_string(nest.function.variables.size()), dsl::ValueType::number(type));
    }
};

}  // namespace musimd::differential::openmp
