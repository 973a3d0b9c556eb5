#include "isa/typed_operation.hpp"

#include <algorithm>

namespace musimd {
namespace {

constexpr std::string_view spelled(std::string_view enumerator) {
    return enumerator.ends_with('_') ? enumerator.substr(0, enumerator.size() - 1) : enumerator;
}

constexpr TypedOperationInfo kTable[] = {
#define MUSIMD_TYPED_OPERATION(name, group, operands, types, failure, meaning) \
    {TypedOperation::name, spelled(#name), operands, types, FailureMode::failure, meaning},
#include "isa/typed_operations.def"
};

}  // namespace

std::span<const TypedOperationInfo> typed_operation_table() {
    return kTable;
}

const TypedOperationInfo& info(TypedOperation operation) {
    return kTable[static_cast<std::size_t>(operation)];
}

std::optional<TypedOperation> typed_operation_named(std::string_view name) {
    const auto* const row = std::ranges::find(kTable, name, &TypedOperationInfo::name);
    return row == std::end(kTable) ? std::nullopt : std::optional(row->operation);
}

bool has_kind(std::string_view kinds, Type type) {
    constexpr char kLetters[] = {'i', 'u', 'f'};
    return kinds.find(kLetters[static_cast<std::size_t>(kind_of(type))]) != std::string_view::npos;
}

bool has_type(TypedOperation operation, Type type) {
    return has_kind(info(operation).types, type);
}

bool can_fail(TypedOperation operation, Type type, Type from) {
    if (is_float(type)) return false;
    return operation == TypedOperation::cvt ? is_float(from) : can_fail_on_integers(operation);
}

}  // namespace musimd
