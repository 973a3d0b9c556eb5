#pragma once

#include <cstddef>
#include <cstdint>

// The interface between the interpreter (gpu_backend/interpreted/prelude/interpreter.hpp) and its engine.
// Everything is in the device's memory, and pointers are device addresses.

namespace musimd::interpreter {

inline constexpr std::uint32_t kMaxWarpThreads = 1024;  ///< N: a lane mask has one word for each of 32 lanes
inline constexpr std::uint32_t kLanes = 32;
inline constexpr std::uint64_t kMaxAgents = std::uint64_t{1}
                                            << 26;  ///< limit for races: fewer warps or threads
// As musimd::Order.
inline constexpr std::uint8_t kAscending = 0;
inline constexpr std::uint8_t kDescending = 1;
inline constexpr std::uint8_t kRandom = 2;

/// An instruction. Members as in musimd::Instruction; an operand is a word or a variable's number, depending
/// on its kind.
struct Coded {
    std::uint8_t opcode;
    std::uint8_t operation;  ///< for bp, typed and fetch; for reductions, as for fetch
    std::uint8_t type;
    std::uint8_t from;
    std::uint8_t kinds[3];
    std::uint8_t operands;  ///< number of operands
    std::uint8_t variant;
    std::uint32_t width;  ///< for shuffle
    std::uint32_t destination;
    std::uint32_t target;
    std::int64_t words[3];
};

/// A part of Σ before the first step: words[i], or start + i · step if `words` is null.
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

/// Of a warp: `waiting` at a `barrier`, `blocked` at a `block_barrier`, `released` from either.
enum class Stage : std::uint8_t { running, waiting, blocked, released, stopped };

/// A block, and what its warps bring to its barrier.
struct Block {
    std::int64_t opened;      ///< what the last opening yields
    std::uint64_t opened_at;  ///< its epoch (claims.hpp)
    std::uint32_t alive;      ///< warps that have not stopped
    std::uint32_t waiting;    ///< warps at the barrier; the rest is about them
    std::uint32_t votes;      ///< threads whose operand is not 0
    std::uint32_t threads;
    std::uint32_t pc;    ///< pc of the first that came
    std::uint8_t form;   ///< the variant of its instruction
    bool forms_differ;   ///< among the warps
    bool places_differ;  ///< among the warps: pc
    bool has_exited;     ///< a thread of the block, at any time
};

/// As musimd::WarningKind.
enum class Warned : std::uint8_t { instructions, exited, collective };

struct CodedWarning {
    std::uint32_t pc;
    std::uint32_t warp;
    Warned kind;
};

/// The state of a machine after a slice of steps.
enum class MachineStatus : std::uint8_t {
    running,
    stopped,  ///< all warps
    limited,  ///< the warp `ended_warp` reached the step limit
    handed,   ///< before an instruction of the warp `ended_warp` that is left to another engine
};

/// Why an instruction is left to another engine.
enum class Reason : std::uint8_t {
    none,
    trap,         ///< it traps, or a thread has no result; the other engine reports it
    race,         ///< with another warp or thread, unless fences or a `syncwarp` order them
    increments,   ///< in random order, with more than 32 threads
    mathematics,  ///< a function that must be correctly rounded
    address,      ///< above Machine::limit
    stacks,       ///< Π or Λ is full
};

/// A warp between two slices. Rows have 32 · strips words; a lane mask has `strips` 32-bit words; an array
/// "by lanes" has 32 elements, one for each lane, whatever N is.
struct Warp {
    std::int64_t* rows;         ///< β: a row for each variable, and one scratch row
    std::uint32_t* active;      ///< Θ
    std::uint32_t* all;         ///< Θ_all
    std::uint32_t* defined;     ///< a mask for each variable
    std::uint32_t* branches;    ///< Π: l_id of each entry, by lanes
    std::uint32_t* done;        ///< Θ_done of each entry, by lanes: lane s has the word of strip s
    std::uint32_t* todo;        ///< Θ_todo
    std::uint32_t* joins;       ///< where Θ_done waits
    std::uint32_t* blocks;      ///< Λ: the number of the everywhere of each entry, by lanes
    std::uint32_t* bases;       ///< entries of Π below it
    std::uint32_t* entry_mask;  ///< the entry mask Θ_mask, by lanes
    std::int64_t* saved_rows;   ///< β of each entry, with `restore`
    std::uint32_t* saved_defined;
    std::uint64_t steps;
    std::uint32_t pc;
    std::uint32_t depth;     ///< entries of Π, including those saved in Λ
    std::uint32_t base;      ///< saved entries
    std::uint32_t contexts;  ///< entries of Λ
    Stage stage;
};

/// A program and its run.
struct Machine {
    const Coded* code;
    const CodedPreload* preloads;
    const CodedBuffer* buffers;
    Warp* warps;
    Block* blocks;                  ///< without `.block`, one
    std::uint8_t* warned;           ///< for each instruction, the kinds of warnings as bits
    CodedWarning* warnings;         ///< in the order of the run
    std::uint32_t* warned_threads;  ///< a lane mask for each
    std::int64_t* words;            ///< Σ from address 0 on, then the shared memory of each block
    std::uint8_t* defined;          ///< a byte per word
    std::uint64_t* claims;          ///< who used each word (claims.hpp); null if races are not watched
    std::int64_t limit;             ///< size of Σ; higher addresses are left to another engine
    std::int64_t shared_words;      ///< S
    std::int64_t used;              ///< all defined words are below this address
    std::int64_t max_address;
    std::uint64_t max_steps;
    std::uint64_t seed;
    std::uint64_t epoch;  ///< openings of any barrier so far, from 1
    std::uint64_t phase;  ///< the epoch that the last `barrier` began
    std::uint64_t turns;  ///< turns of a grid, so far
    std::uint32_t instructions;
    std::uint32_t preload_count;
    std::uint32_t buffer_count;
    std::uint32_t threads;
    std::uint32_t strips;  ///< strips of 32 threads each
    std::uint32_t variables;
    std::uint32_t warp_count;
    std::uint32_t block_count;
    std::uint32_t block_warps;    ///< K
    std::uint32_t block_agents;   ///< warps or, with thread_races, lanes of them
    std::uint32_t block_threads;  ///< T; 0 without `.block`
    std::uint32_t warning_count;
    std::uint32_t max_depth;     ///< capacity of Π
    std::uint32_t max_contexts;  ///< capacity of Λ
    std::uint32_t waiting;       ///< number of warps in Stage::waiting
    std::uint32_t blocked;       ///< number of those in Stage::blocked
    std::uint32_t alive;
    std::uint32_t ended_warp;
    std::int32_t width;  ///< width of the word
    bool wrap;
    bool restore;       ///< `.registers restore`
    bool thread_races;  ///< `.races thread`
    bool alone;         ///< one warp, without block barriers: it never waits
    std::uint8_t order;
    bool begun;
    MachineStatus status;
    Reason reason;
};

/// The argument of a launch: one machine for each hardware warp.
struct Batch {
    Machine* machines;
    std::uint64_t steps;  ///< approximate steps of each machine in this launch
};

}  // namespace musimd::interpreter
