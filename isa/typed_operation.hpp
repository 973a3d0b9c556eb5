#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "isa/type.hpp"

namespace musimd {

enum class TypedOperation : std::uint8_t {
#define MUSIMD_TYPED_OPERATION(name, operands, types, meaning) name,
#include "isa/typed_operations.def"
#undef MUSIMD_TYPED_OPERATION
};

/// A row of the table of operations on typed words.
struct TypedOperationInfo {
    TypedOperation operation;
    std::string_view name;   ///< as it is spelled before the dot: `add`
    std::size_t operands;    ///< 1, 2 or 3
    std::string_view types;  ///< the kinds of T that it has: letters of `iuf`
    std::string_view meaning;
};

std::span<const TypedOperationInfo> typed_operation_table();
const TypedOperationInfo& info(TypedOperation operation);
std::optional<TypedOperation> typed_operation_named(std::string_view name);

/// Whether there is `operation.type`.
bool has_type(TypedOperation operation, Type type);

}  // namespace musimd
