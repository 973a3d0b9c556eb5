#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/kernel.hpp"

// A C function whose body is a sequence of parallel loops, as the front end reads it.

namespace musimd::dsl::openmp {

/// A parameter of the function: a pointer to the elements of a buffer, or a number.
struct Parameter {
    std::string name;
    Type type = Type::i32;               ///< of the number, or of the elements
    std::optional<BufferId> buffer;      ///< of a pointer
    std::optional<VariableId> variable;  ///< of a number: the variable with its value
    bool writes = true;                  ///< a pointer to const does not
    std::uint32_t line = 0;
};

/// A loop nest under `target teams distribute parallel for`, collapsed: each iteration is one element of a
/// launch.
struct ParallelLoop {
    /// The number of iterations, an i64 computed from the parameters. Not positive: there are none.
    Expr count;
    /// One iteration. It begins with the declarations of the loops' variables, computed from the element's
    /// number.
    Block body;
    std::uint32_t simd_width =
        0;  ///< of the combined form with `simd`: its simdlen, or 32 if it names none; else 0
    std::uint32_t line = 0;  ///< of the directive
};

struct LoopFunction {
    std::string name;
    std::string file;
    std::vector<Parameter> parameters;
    std::vector<KernelBuffer> buffers;  ///< of all loops
    std::vector<KernelVariable>
        variables;                    ///< of all loops: parameters that are numbers, then those of the bodies
    std::vector<ParallelLoop> loops;  ///< in the order in which they run
};

}  // namespace musimd::dsl::openmp
