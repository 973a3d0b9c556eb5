#include "isa/fetch_operation.hpp"

#include <algorithm>

namespace musimd {
namespace {

constexpr std::string_view spelled(std::string_view enumerator) {
    return enumerator.ends_with('_') ? enumerator.substr(0, enumerator.size() - 1) : enumerator;
}

constexpr FetchOperationInfo kTable[] = {
#define MUSIMD_FETCH_OPERATION(name, operands, types, failure, meaning) \
    {FetchOperation::name, spelled(#name), operands, types, FailureMode::failure, meaning},
#include "isa/fetch_operations.def"
};

}  // namespace

std::span<const FetchOperationInfo> fetch_operation_table() {
    return kTable;
}

const FetchOperationInfo& info(FetchOperation operation) {
    return kTable[static_cast<std::size_t>(operation)];
}

std::optional<FetchOperation> fetch_operation_named(std::string_view name) {
    const auto* const row = std::ranges::find(kTable, name, &FetchOperationInfo::name);
    return row == std::end(kTable) ? std::nullopt : std::optional(row->operation);
}

std::string spelling_of(FetchOperation operation) {
    const std::string name(info(operation).name);
    return operation == FetchOperation::load ? name : "fetch_" + name;
}

bool has_type(FetchOperation operation, Type type) {
    return has_kind(info(operation).types, type);
}

}  // namespace musimd
