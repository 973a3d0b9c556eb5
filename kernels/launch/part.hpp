#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/openmp/run.hpp"
#include "semantics/result.hpp"

// Parts of a C function that run as one program: a parallel loop, or host code without parallel loops in it.

namespace musimd::kernels::openmp {

/// The memory and the variables of a call, between two parts.
struct CallState {
    /// By BufferId; those after the function's buffers hold partial values. Each has an address of its own,
    /// far from the others; words that are not defined are 0.
    std::vector<dsl::Region> memory;
    /// By VariableId: patterns, or nothing if the variable is undefined. The last is a part's value.
    std::vector<std::optional<std::uint64_t>> values;
    /// Objects that had been in the memory of a buffer, before it became a new one.
    std::vector<dsl::Region> unnamed;
    /// Buffers are addresses in `unnamed`, which several may share: a part's memory is all that there is.
    bool shares_memory = false;
    std::int64_t end = 0;  ///< from this address on, memory is free
    std::vector<std::pair<dsl::VariableId, dsl::BufferId>> addresses;  ///< as in the function
    std::optional<dsl::BufferId> whole_memory;                         ///< as in the function
    dsl::BufferId partials = 0;                                        ///< the first of those buffers
    /// In a part of a long loop: its first iteration, for which partial values begin.
    std::optional<std::int64_t> first;
    std::int64_t margin = 0;  ///< so many elements before and after each object may be accessed; first 0
    std::vector<std::uint32_t> wrapping_lines;  ///< lines of all launches
};

/// No object is at a lower address.
inline constexpr std::int64_t kFirstAddress = 65'536;

/// Whether an address of no object is that of an element of a null pointer.
constexpr bool is_near_null(std::int64_t address) {
    return -kFirstAddress / 2 < address && address < kFirstAddress / 2;
}

/// The buffer, of no elements, of a program that has no other: without any, each address would be valid.
inline constexpr std::string_view kNoMemory = "no_memory";

/// Of this many elements, those of two objects do not meet.
inline constexpr std::int64_t kMargin = 128;

CallState state_of(const dsl::openmp::LoopFunction& function, const CallArguments& arguments);

/// Where there is free memory for so many elements, far from other objects, unless there will be many such.
std::int64_t reserve(std::int64_t elements, CallState& state, bool one_of_many = false);

/// Gives the array of the function this many undefined elements.
void allocate(dsl::BufferId buffer, std::int64_t elements, CallState& state);

/// The same, at a new address; what the buffer was before goes on to exist.
void allocate_new(dsl::BufferId buffer, std::int64_t elements, CallState& state);

/// At the end: the values of structures become those of their members.
void split_structures(const dsl::openmp::LoopFunction& function, CallState& state);

/// Statements as a kernel, and what they mention. If they end by computing a value, it is in one more
/// variable, the last.
struct Part {
    dsl::Kernel kernel;
    std::vector<dsl::VariableId> variables;  ///< also those that it declares
    std::vector<dsl::VariableId> declared;
    std::vector<dsl::BufferId> buffers;
    std::vector<dsl::BufferId> written;  ///< those of them that it changes
};

/// `value` may be null.
Part part_of(const dsl::openmp::LoopFunction& function, dsl::Block body, const dsl::Expr& value = nullptr,
             std::uint32_t line = 0);

/// An iteration of the loop. With reductions, it also stores its partial values: that of the k-th in element
/// i, of iteration i, of the buffer that follows those of the function by k.
Part part_of_loop(const dsl::openmp::LoopFunction& function, const dsl::Statement& loop);

/// All iterations of the loop, one after the other, by one thread. `races`: they could run at once.
Part part_in_order(const dsl::openmp::LoopFunction& function, const dsl::Statement& loop,
                   std::int64_t iterations, bool races);

/// The code that combines the partial values of so many iterations, in their order, into the originals.
Part part_of_combination(const dsl::openmp::LoopFunction& function, const dsl::Statement& loop,
                         std::int64_t iterations);

/// The memory of the buffers; all of it, if the buffer that is the whole memory is one of them.
std::vector<const dsl::Region*> regions_of(const std::vector<dsl::BufferId>& buffers, const CallState& state);

/// The launch of the part in the memory of the call: what it mentions has the values of the state.
/// `with_words`: of its memory, too.
dsl::Launch launch_of(const Part& part, const CallState& state, std::int64_t elements,
                      bool with_words = true);

/// A run's memory becomes that of the call.
void take_memory(const Part& part, const Result& result, CallState& state);

/// The variables that a run of one thread mentions get the values that they have at its end.
/// `variables`: of the program, by VariableId.
void take_values(const Part& part, const std::vector<std::optional<Variable>>& variables,
                 const Result& result, CallState& state);

}  // namespace musimd::kernels::openmp
