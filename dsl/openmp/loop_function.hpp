#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/kernel.hpp"

// A C function of parallel loops, as the front end reads it.

namespace musimd::dsl::openmp {

/// A parameter of the function: a pointer to the elements of a buffer, or a number.
struct Parameter {
    std::string name;
    Type type = Type::i32;               ///< of the number, or of the elements
    std::optional<BufferId> buffer;      ///< of a pointer
    std::optional<VariableId> variable;  ///< of a number: the variable with its value
    bool writes = true;                  ///< a pointer to const does not
    bool boolean = false;                ///< a u8 that is a _Bool: 0 or 1
    std::uint32_t line = 0;
};

struct LoopFunction {
    std::string name;
    std::string file;
    std::vector<Parameter> parameters;
    std::vector<KernelBuffer> buffers;      ///< those of the parameters, then the arrays of the host code
    std::vector<KernelVariable> variables;  ///< parameters that are numbers, then those of the body
    /// Of a function that returns one: it has the returned value at the end.
    std::optional<VariableId> result = {};
    /// What one thread runs, with parallel loops (Statement::Kind::parallel) in it, also in conditionals,
    /// loops and calls. A parallel loop has no other inside.
    Block body;
};

}  // namespace musimd::dsl::openmp
