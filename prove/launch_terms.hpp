#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "prove/term.hpp"

// The launch of a kernel, and its arguments, as unknowns.

namespace musimd::prove {

/// Which two threads are compared.
enum class Level : std::uint8_t {
    warp,   ///< two of a warp; only of a kernel that has warp functions
    block,  ///< two of a block; if it has them, of different warps
    grid,   ///< two of different blocks
};

/// What the user says about all launches.
struct Premises {
    std::vector<std::string> assumptions = {};        ///< C over parameters, blockDim and gridDim
    std::map<std::string, std::string> lengths = {};  ///< by the array's name: the same
    std::map<std::string, std::int64_t> arguments = {};
    std::optional<std::array<std::uint32_t, 3>> block = {};
    std::optional<std::array<std::uint32_t, 3>> grid = {};
    std::uint32_t warp_threads = 32;
};

struct LaunchTerms {
    std::array<Term, 3> thread, block, threads, blocks;  ///< threadIdx, blockIdx, blockDim, gridDim
    /// Of a kernel that has warp functions: the number of the warp in its block, and of the thread in its
    /// warp.
    Term warp = nullptr, lane = nullptr;
    std::uint32_t warp_threads = 32;
    std::map<dsl::VariableId, Term> variables;  ///< parameters, and the above
    std::map<std::string, Term> names;          ///< what an assumption may name
    std::map<dsl::BufferId, Term> lengths;      ///< of arrays whose length is known
    std::map<std::string, Term> given_lengths;  ///< by the array's name
    std::vector<Term> facts;                    ///< of all launches
    std::vector<std::string> limits;            ///< those that a user should read
    Term element = nullptr;                     ///< Expression::Kind::element; null: any number
    Term apart = nullptr;                       ///< what two threads have; null: other numbers
};

/// Throws std::invalid_argument that says what is wrong with an assumption.
LaunchTerms launch_terms(Terms& terms, const dsl::cuda::KernelFunction& kernel, const Premises& premises,
                         Level level);

/// The values of an integer type.
Range range_of(Type type);

/// C over these names: a condition, or a number.
Term read_condition(Terms& terms, const std::string& text, const std::map<std::string, Term>& names);
Term read_number(Terms& terms, const std::string& text, const std::map<std::string, Term>& names);

}  // namespace musimd::prove
