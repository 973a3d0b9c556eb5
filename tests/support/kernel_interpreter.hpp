#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "dsl/lowering/lowering.hpp"

namespace musimd::tests {

/// The effect of one element of a launch.
struct ElementRun {
    enum class End { done, trapped, too_long };
    End end = End::done;
    std::map<std::int64_t, Value> stored;  ///< by address
};

/// Runs the kernel for one element alone, as C++ would: by recursion over the tree, with the arithmetic of
/// the hardware. Supports integers, f32 and f64 but no math functions, and treats unmasked forms as masked
/// ones. Gives up after `most` statements.
ElementRun interpret(const dsl::Kernel& kernel, const dsl::Launch& launch, std::int64_t element,
                     std::uint64_t most);

}  // namespace musimd::tests
