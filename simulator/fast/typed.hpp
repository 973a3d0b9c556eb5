#pragma once

#include <optional>

#include "isa/instruction.hpp"
#include "semantics/rule_id.hpp"
#include "simulator/fast/kernels.hpp"

// The lane loops of the operations on typed words. As those of kernels.hpp, they are compiled for several
// instruction sets, and use the processor's arithmetic, which the rules do not share.

namespace musimd::fast {

inline constexpr std::size_t kTypedOperations = 0
#define MUSIMD_TYPED_OPERATION(name, ...) +1
#include "isa/typed_operations.def"
    ;

/// The loops of one instruction set: null for an invalid combination, or a mathematical
/// function.
struct TypedKernels {
    StepKernel operation[kTypedOperations][kTypes];
    StepKernel cvt[kTypes][kTypes];  ///< from the second type to the first
};

extern const TypedKernels kTypedBaseline;
extern const TypedKernels kTypedAvx2;
extern const TypedKernels kTypedAvx512;

/// The loop of `operation.type`, with `from` for cvt; the type must have the operation.
StepKernel typed_kernel(const TypedKernels& kernels, TypedOperation operation, Type type, Type from);

/// Why the operation has no result for a lane's operands; nothing if it has one.
std::optional<TrapKind> typed_failure(TypedOperation operation, Type type, Type from, std::int64_t a,
                                      std::int64_t b);

}  // namespace musimd::fast
