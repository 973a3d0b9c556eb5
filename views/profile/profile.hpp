#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"

// What a run costs, by instruction and by line of the source.

namespace musimd::views {

/// What happened at an instruction, on a line or in a run.
struct ProfileCounts {
    std::uint64_t steps = 0;
    std::uint64_t lanes_used = 0;       ///< the sum over steps of |Θ| before the step
    std::uint64_t lanes_available = 0;  ///< steps × N; N is 1 if threads are machines of their own
    std::uint64_t requests = 0;         ///< LD, ST and AT steps with an address outside shared memory
    std::uint64_t transactions = 0;     ///< distinct aligned segments, summed over these steps
    std::uint64_t bank_requests = 0;    ///< LD, ST and AT steps with an address in banks
    std::uint64_t conflicts = 0;        ///< passes of these steps after the first
    std::uint64_t branches = 0;         ///< bz and bnz steps
    std::uint64_t divergent = 0;        ///< those by BD

    ProfileCounts& operator+=(const ProfileCounts& other);
    /// lanes_used / lanes_available; 1 if there are no steps.
    double lane_use() const;
    friend bool operator==(const ProfileCounts&, const ProfileCounts&) = default;
};

/// One of these counts.
struct ProfileEvent {
    std::string_view name;   ///< in JSON
    std::string_view event;  ///< in callgrind's format
    std::string_view meaning;
    std::uint64_t ProfileCounts::*count;
};

inline constexpr ProfileEvent kProfileEvents[] = {
    {"steps", "Steps", "steps of warps", &ProfileCounts::steps},
    {"lanes_used", "LanesUsed", "active threads", &ProfileCounts::lanes_used},
    {"lanes_available", "LanesAvailable", "threads, active or not", &ProfileCounts::lanes_available},
    {"requests", "Requests", "memory requests", &ProfileCounts::requests},
    {"transactions", "Transactions", "memory transactions", &ProfileCounts::transactions},
    {"bank_requests", "BankRequests", "requests to banks", &ProfileCounts::bank_requests},
    {"conflicts", "BankConflicts", "bank conflicts", &ProfileCounts::conflicts},
    {"branches", "Branches", "branches", &ProfileCounts::branches},
    {"divergent", "Divergent", "divergent branches", &ProfileCounts::divergent},
};

/// A file, whose lines have numbers from lines_before + 1 among those of all files.
struct ProfileSource {
    std::string file;
    std::uint32_t lines_before = 0;
    std::vector<std::string> lines;

    bool has(std::uint32_t number) const {
        return number > lines_before && number - lines_before <= lines.size();
    }
};

/// A call around an instruction, whose function is inlined there.
struct ProfileCall {
    std::string function;
    std::uint32_t line = 0;  ///< the number of the call's line
};

/// An instruction that was executed.
struct ProfiledInstruction {
    Label pc = 0;
    std::uint32_t line = 0;  ///< its number among those of all files; 0 if it has none
    std::string text;        ///< text of the instruction, if no file has its line
    std::string function;    ///< the innermost one that is inlined there; empty: the kernel itself
    /// The loops, everywhere blocks and calls around it, outermost first, if they are wanted.
    std::vector<std::string> frames;
    ProfileCounts counts;
};

/// All runs of a program or of a kernel.
struct ProfiledKernel {
    std::string name;
    std::vector<ProfileSource> sources;  ///< ascending by lines_before; the first is its own file
    std::uint64_t runs = 0;
    std::vector<ProfiledInstruction> instructions;

    ProfileCounts total() const;
    std::map<std::uint32_t, ProfileCounts> by_line() const;
    /// The file of the line; null if none has it.
    const ProfileSource* source_of(std::uint32_t line) const;
};

/// How memory is counted.
struct ProfileMemory {
    std::int64_t segment = 32;  ///< words of an aligned segment, at least 1
    std::int64_t banks = 32;    ///< at least 1; a word wide each
    /// The highest address before those of shared memory, unless the program has buffers after it.
    std::int64_t max_address = kDefaultMaxAddress;
    /// Whether also Σ has banks, if the program has no shared memory.
    bool memory_has_banks = false;
};

struct Profile {
    ProfileMemory memory;
    std::vector<ProfiledKernel> kernels;  ///< in the order of their first runs
};

}  // namespace musimd::views
