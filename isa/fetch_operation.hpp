#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "isa/typed_operation.hpp"

namespace musimd {

enum class FetchOperation : std::uint8_t {
#define MUSIMD_FETCH_OPERATION(name, ...) name,
#include "isa/fetch_operations.def"
};

/// A row of the table of operations of fetch_OP.
struct FetchOperationInfo {
    FetchOperation operation;
    std::string_view name;   ///< as it is spelled after `fetch_`
    std::size_t operands;    ///< after the address: 0, 1 or 2
    std::string_view types;  ///< the kinds of T that it has: letters of `iuf`
    FailureMode failure;     ///< on untyped words
    std::string_view meaning;
};

std::span<const FetchOperationInfo> fetch_operation_table();
const FetchOperationInfo& info(FetchOperation operation);
std::optional<FetchOperation> fetch_operation_named(std::string_view name);

/// How it is written, without its type: `fetch_add`, `load`.
std::string spelling_of(FetchOperation operation);

/// Whether there is `fetch_operation.type`.
bool has_type(FetchOperation operation, Type type);

}  // namespace musimd
