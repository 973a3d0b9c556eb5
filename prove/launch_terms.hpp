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

/// What is known of one launch in the host code. What cannot be read is left out.
struct HostPremises {
    std::uint32_t line = 0;
    std::vector<std::pair<std::string, Type>> unknowns = {};  ///< variables of the host
    std::map<std::string, std::string> values = {};           ///< of parameters
    std::vector<std::string> conditions = {};                 ///< as assumptions
    std::map<std::string, std::int64_t> sizes = {};           ///< `blockDim.x` and the like
    std::map<std::string, std::string> lengths = {};          ///< by the array's name
    std::optional<std::string> shared_bytes = {};             ///< of `extern __shared__` arrays
    /// Arrays that begin in one allocation.
    std::vector<std::pair<std::string, std::string>> same = {};
};

/// What the user says about all launches.
struct Premises {
    /// C over parameters, blockDim and gridDim; or of contents, see content_rules.hpp.
    std::vector<std::string> assumptions = {};
    std::map<std::string, std::string> lengths = {};  ///< by the array's name: the same
    std::map<std::string, std::int64_t> arguments = {};
    bool asks_arithmetic = false;  ///< whether every operation has a result
    std::optional<std::array<std::uint32_t, 3>> block = {};
    std::optional<std::array<std::uint32_t, 3>> grid = {};
    std::uint32_t warp_threads = 32;
    std::optional<HostPremises> host = {};
};

/// What is assumed of each element of an array that the kernel does not write.
struct ContentRules {
    bool is_distinct = false;
    bool is_sorted = false;                   ///< ascending
    std::vector<Term> least = {}, most = {};  ///< bounds, included
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
    std::map<dsl::BufferId, ContentRules> contents;
    std::vector<Term> facts;           ///< of all launches
    std::size_t limit_facts = 0;       ///< so many of these, the first, are limits
    std::vector<std::string> unclear;  ///< why nothing can be proved
    std::vector<std::string> limits;   ///< those that a user should read
    Term element = nullptr;            ///< Expression::Kind::element; null: any number
    Term apart = nullptr;              ///< what two threads have; null: other numbers
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
