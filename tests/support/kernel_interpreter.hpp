#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "dsl/lowering/lowering.hpp"

namespace musimd::tests {

/// What one element of a launch does.
struct ElementRun {
    enum class End { done, trapped, too_long };
    End end = End::done;
    std::map<std::int64_t, Value> stored;  ///< by address
};

/// Runs the kernel for one element alone, as C++ would: by recursion over the tree, with the arithmetic of
/// the hardware. It knows integers, f32 and f64, none of the functions of the mathematical library, and takes
/// unmasked forms for masked ones. After `most` statements it gives up.
ElementRun interpret(const dsl::Kernel& kernel, const dsl::Launch& launch, std::int64_t element,
                     std::uint64_t most);

}  // namespace musimd::tests
