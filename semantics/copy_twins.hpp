#pragma once

#include <optional>
#include <span>

#include "semantics/data_rules.hpp"

namespace musimd {

/// The first access of asynchronous copies of one instruction to an address that another thread of them uses,
/// too, if one of the two writes.
std::optional<Access> twin_of_copies(std::span<const Access> accesses);

}  // namespace musimd
