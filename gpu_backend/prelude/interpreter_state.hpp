#pragma once

#include <cstddef>
#include <cstdint>

// What the interpreter of gpu_backend/prelude/interpreter.hpp and the engine that gives it programs say to
// one another. All of it lies in the device's memory, and pointers are the device's.

namespace musimd::interpreter {

inline constexpr std::uint32_t kMostThreads = 1024;  ///< N: a lane mask is a word for each of 32 lanes
inline constexpr std::uint32_t kLanes = 32;
// As musimd::Order.
inline constexpr std::uint8_t kAscending = 0;
inline constexpr std::uint8_t kDescending = 1;
inline constexpr std::uint8_t kRandom = 2;

/// An instruction. Members are those of musimd::Instruction; an operand is a word, or the number of a
/// variable, as its kind says.
struct Coded {
    std::uint8_t opcode;
    std::uint8_t operation;  ///< of bp and typed
    std::uint8_t type;
    std::uint8_t from;
    std::uint8_t kinds[3];
    std::uint8_t operands;  ///< how many it uses
    std::uint32_t destination;
    std::uint32_t target;
    std::int64_t words[3];
};

/// A part of Σ before the first step: words[i], or start + i · step where there are none.
struct CodedPreload {
    std::int64_t address;
    std::int64_t count;
    const std::int64_t* words;
    std::int64_t start;
    std::int64_t step;
};

struct CodedBuffer {
    std::int64_t address;
    std::int64_t count;
};

enum class Stage : std::uint8_t { running, waiting, released, stopped };

/// How a machine stands behind a slice of its steps.
enum class Standing : std::uint8_t {
    running,
    stopped,  ///< all warps
    limited,  ///< the warp `ended_warp` reached the step limit
    handed,   ///< before an instruction of the warp `ended_warp` that is left to another engine
};

/// Why an instruction is left to another engine.
enum class Reason : std::uint8_t {
    none,
    trap,         ///< it traps, or a thread has no result: who and why is told by the other engine
    race,         ///< with another warp or thread
    increments,   ///< in random order, of more than 32 threads
    mathematics,  ///< a function that must be rounded correctly
    address,      ///< above Machine::places
    stacks,       ///< Π or Λ has no room for one more
};

/// A warp between two slices. Words of lanes stand one beside the other, 32 · strips of them; a lane mask is
/// `strips` words of 32 bits; what each of the 32 lanes keeps for itself has 32 places, whatever N is.
struct Warp {
    std::int64_t* rows;        ///< β: a row for each variable, and one of room
    std::uint32_t* active;     ///< Θ
    std::uint32_t* defined;    ///< a mask for each variable
    std::uint32_t* branches;   ///< Π: l_id of each entry, by lanes
    std::uint32_t* done;       ///< Θ_done of each entry, by lanes: the word of strip s is lane s's
    std::uint32_t* todo;       ///< Θ_todo
    std::uint32_t* blocks;     ///< Λ: the number of the everywhere of each entry, by lanes
    std::uint32_t* bases;      ///< entries of Π below it
    std::uint32_t* named;      ///< Θ_mask
    std::int64_t* saved_rows;  ///< β of each entry, under `restore`
    std::uint32_t* saved_defined;
    std::uint64_t steps;
    std::uint32_t pc;
    std::uint32_t depth;     ///< entries of Π, those saved in Λ included
    std::uint32_t base;      ///< those that are saved
    std::uint32_t contexts;  ///< entries of Λ
    Stage stage;
};

/// A program and its run.
struct Machine {
    const Coded* code;
    const CodedPreload* preloads;
    const CodedBuffer* buffers;
    Warp* warps;
    std::int64_t* words;    ///< Σ from address 0 on
    std::uint8_t* defined;  ///< a byte each
    std::uint64_t* claims;  ///< who used it since the last barrier; null where nobody asks
    std::int64_t places;    ///< how many; what lies above is left to another engine
    std::int64_t used;      ///< all that are defined lie below
    std::int64_t max_address;
    std::uint64_t max_steps;
    std::uint64_t seed;
    std::uint64_t phase;  ///< of claims: barriers so far, from 1
    std::uint64_t turns;  ///< of a grid, so far
    std::uint32_t instructions;
    std::uint32_t preload_count;
    std::uint32_t buffer_count;
    std::uint32_t threads;
    std::uint32_t strips;  ///< of 32 threads
    std::uint32_t variables;
    std::uint32_t warp_count;
    std::uint32_t most_depth;     ///< entries of Π that there is room for
    std::uint32_t most_contexts;  ///< and of Λ
    std::uint32_t waiting;        ///< warps of Stage::waiting
    std::uint32_t alive;
    std::uint32_t ended_warp;
    std::int32_t width;  ///< of the word
    bool wrap;
    bool restore;       ///< `.registers restore`
    bool thread_races;  ///< `.races thread`
    std::uint8_t order;
    bool begun;
    Standing standing;
    Reason reason;
};

/// What a launch is given: one machine for each hardware warp.
struct Batch {
    Machine* machines;
    std::uint64_t steps;  ///< of each machine, about, before it is left for the next launch
};

}  // namespace musimd::interpreter
