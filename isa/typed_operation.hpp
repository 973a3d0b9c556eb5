#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "isa/type.hpp"

namespace musimd {

#define MUSIMD_PREDICATE constexpr bool
#include "isa/typed_groups.def"

constexpr bool divides(FailureMode mode) {
    return mode == FailureMode::divisor || mode == FailureMode::quotient;
}
constexpr bool shifts(FailureMode mode) {
    return mode == FailureMode::count || mode == FailureMode::shift;
}
constexpr bool overflows(FailureMode mode) {
    return mode == FailureMode::overflow || mode == FailureMode::quotient || mode == FailureMode::shift;
}

/// A row of the table of operations on typed words.
struct TypedOperationInfo {
    TypedOperation operation;
    std::string_view name;   ///< as spelled before the dot: `add`
    std::size_t operands;    ///< 1, 2 or 3
    std::string_view types;  ///< the kinds of T that it has: letters of `iuf`
    FailureMode failure;     ///< on integers; of cvt, from floats to integers
    std::string_view meaning;
};

std::span<const TypedOperationInfo> typed_operation_table();
const TypedOperationInfo& info(TypedOperation operation);
std::optional<TypedOperation> typed_operation_named(std::string_view name);

/// Whether the type is of one of the kinds, letters of `iuf`.
bool has_kind(std::string_view kinds, Type type);

/// Whether `operation.type` exists.
bool has_type(TypedOperation operation, Type type);

/// Whether `operation.type`, of cvt `cvt.type.from`, can have no result.
bool can_fail(TypedOperation operation, Type type, Type from);

}  // namespace musimd
