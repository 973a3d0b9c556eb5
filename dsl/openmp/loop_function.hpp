#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/kernel.hpp"

// A C function of parallel loops, as the front end reads it.

namespace musimd::dsl::openmp {

/// A parameter of the function: a pointer to the elements of a buffer, or a number.
struct Parameter {
    std::string name;
    Type type = Type::i32;               ///< type of the number, or of the elements
    std::optional<BufferId> buffer;      ///< for pointers
    std::optional<VariableId> variable;  ///< for numbers: the variable with its value
    bool writes = true;                  ///< a pointer to const does not
    bool boolean = false;                ///< a u8 that is a _Bool: 0 or 1
    bool of_structure = false;           ///< a member of all structures that a pointer points to
    std::uint32_t line = 0;
};

/// In place of an index that is outside of a local array: no address is so low.
inline constexpr std::int64_t kOutside = -(std::int64_t{1} << 40);

/// The `function` of a check that the thread has the lock which it unsets.
inline constexpr const char* kLock = "lock";

// In host code, a `print` statement that is `in_place` is a call of C's library which the host executes:
// `function` is the name and, for each of `arguments`, what it points to, or `-`; `variable`, declared
// before, is the result. The `function` of an array is the bytes that it begins with.

/// The `function` of a check that the stack of recursive functions has room, of which one is named after it.
inline constexpr const char* kStackOverflow = "stack-overflow ";

/// The `function` of a check that ends the program, in parallel code, with the status that follows.
inline constexpr const char* kExitOfThread = "exit_of_thread ";

/// An array, or a variable in memory, that each iteration has of its own. Its elements have no values at
/// first.
struct LocalArray {
    BufferId buffer = 0;
    std::int64_t elements = 0;  ///< in an iteration
};

/// A parameter that points to structures. Buffer `whole` is all of them, one value after the other; the
/// `members` buffers after it are the members, as parameters of their own: element i of member m is element
/// i * members + m of the whole.
struct StructureArray {
    BufferId whole = 0;
    std::uint32_t members = 0;
};

/// What the source calls the elements of a buffer, as `a[3][7].x`.
struct ObjectShape {
    BufferId buffer = 0;
    std::string name = {};
    bool is_array = true;                       ///< or through a pointer; else it is one object
    std::vector<std::int64_t> dimensions = {};  ///< sizes of those after the first
    std::vector<std::string> members = {};      ///< of structures, one per element of the buffer: `.x`
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
    /// loops and calls. A parallel loop has no other inside; its `function` says what its iterations are, if
    /// they are no iterations: "thread", "section" or "team". `operands` of a loop may have the number of
    /// threads that share its iterations. A `team` statement outside of parallel loops says what teams do at
    /// the same time: from `iteration` to `joined`, the parts from `independent` to `done`, if `value` of
    /// `iteration`, the number of teams, is more than 1. Of a part, `function` is what it is, one of "team",
    /// "iteration" and "loop", and `value` is its number.
    Block body;
    std::vector<LocalArray> locals = {};
    std::vector<BufferId> of_threads = {};  ///< arrays with a part for each thread of a team
    std::optional<BufferId> heap = {};      ///< what threads get of `malloc` is a part of it
    std::vector<StructureArray> structures = {};
    std::vector<ObjectShape> shapes = {};         ///< of buffers that the source names
    std::vector<VariableId> thread_numbers = {};  ///< variables of regions with tasks: the thread's number
    bool prints_in_parallel = false;              ///< where nothing is printed here
    bool counts_threads = false;  ///< what it computes depends on how many threads a region has
    bool asks_for_devices = false;
    /// The buffer whose index is an address; pointers that may refer to several objects use it.
    std::optional<BufferId> memory = {};
    /// Variables that hold the address of a buffer's first element, an i64.
    std::vector<std::pair<VariableId, BufferId>> addresses = {};
};

}  // namespace musimd::dsl::openmp
