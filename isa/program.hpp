#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "isa/instruction.hpp"
#include "isa/thread_set.hpp"
#include "isa/word.hpp"

namespace musimd {

inline constexpr std::uint32_t kMaxThreads = 65536;
inline constexpr std::uint32_t kMaxWarps = 1'048'576;
/// N × W × variables must be less than this.
inline constexpr std::uint64_t kMaxRegisters = std::uint64_t{1} << 32;
inline constexpr std::int64_t kDefaultMaxAddress = 16'777'215;

/// What happens to β at the end of an `everywhere` block (`.registers`).
enum class RegisterMode : std::uint8_t { keep, restore };

/// Which threads of a warp execute an instruction together (`.model`): see sections 11 and 12.
enum class ThreadModel : std::uint8_t { lockstep, stack, minpc, masks, maximal, uniform, barriers, volta };

/// Their spellings, in the order of ThreadModel.
inline constexpr std::string_view kThreadModelNames[] = {"lockstep", "stack",   "minpc",    "masks",
                                                         "maximal",  "uniform", "barriers", "volta"};

constexpr std::string_view to_string(ThreadModel model) {
    return kThreadModelNames[static_cast<std::size_t>(model)];
}

/// The model of one of these names. `pascal`, whose warps run in lock step, is another name of `lockstep`.
constexpr ThreadModel thread_model_named(std::string_view name) {
    const auto* const found = std::ranges::find(kThreadModelNames, name);
    return found == std::end(kThreadModelNames)
               ? ThreadModel::lockstep
               : static_cast<ThreadModel>(found - std::begin(kThreadModelNames));
}

/// Whether a warp's threads are in groups, each with a pc of its own: the models of section 12.
constexpr bool has_groups(ThreadModel model) {
    return model != ThreadModel::lockstep && model != ThreadModel::volta;
}

/// Which half of a warp that splits runs first (`--side`): the one that does not branch, or the one that
/// does.
enum class Side : std::uint8_t { next, target };

/// How the threads of a group execute (`--within`): together; one by one where they use Σ; or, but for
/// control and what they do together, each by itself.
enum class Within : std::uint8_t { collective, synchronous, control };

/// The most threads of a block, and the most words of its shared memory.
inline constexpr std::uint32_t kMaxBlockThreads = 1024;
inline constexpr std::int64_t kMaxSharedWords = 58'112;

/// Between which agents races are detected (`.races`).
enum class RaceMode : std::uint8_t { warp, thread };

/// By which memory model accesses are ordered (`.consistency`): C++'s, or PTX's.
enum class Consistency : std::uint8_t { cpp, ptx };

/// Their spellings, in the order of Consistency.
inline constexpr std::string_view kConsistencyNames[] = {"c++", "ptx"};

constexpr std::string_view to_string(Consistency consistency) {
    return kConsistencyNames[static_cast<std::size_t>(consistency)];
}

/// The scheduler's choices: the order of the threads of an atomic increment, and of the warps of a grid
/// (`.order`).
enum class Order : std::uint8_t { ascending, descending, random };

/// Their spellings, in the order of Order.
inline constexpr std::string_view kOrderNames[] = {"ascending", "descending", "random"};

/// The order of that name, which must be one of kOrderNames.
constexpr Order order_named(std::string_view name) {
    return static_cast<Order>(std::ranges::find(kOrderNames, name) - std::begin(kOrderNames));
}

/// A part of Σ before the first step: `count` words from `address` on. `.memory` lists `words`; `.fill` and
/// `.iota` stand for start, start + step, ….
struct Preload {
    std::int64_t address = 0;
    std::int64_t count = 0;
    std::vector<Value> words;  ///< for `.memory`; empty otherwise
    Value start = 0;
    Value step = 0;

    Value word(std::int64_t index) const {
        return words.empty() ? static_cast<Value>(Integer{start} + Integer{step} * index)
                             : words[static_cast<std::size_t>(index)];
    }
    friend bool operator==(const Preload&, const Preload&) = default;
};

/// `.buffer NAME A COUNT`: the addresses A … A+COUNT−1 are valid.
struct Buffer {
    std::string name;
    std::int64_t address = 0;
    std::int64_t count = 0;

    friend bool operator==(const Buffer&, const Buffer&) = default;
};

/// `.shared NAME COUNT`: an object in the shared memory of each block.
struct SharedObject {
    std::string name;
    std::int64_t offset = 0;  ///< in words, from the beginning of the block's shared memory
    std::int64_t count = 0;

    friend bool operator==(const SharedObject&, const SharedObject&) = default;
};

/// A word that a test expects: a value, undefined (`_`), or anything (`*`).
struct ExpectedWord {
    enum class Kind : std::uint8_t { value, undefined, anything };
    Kind kind = Kind::value;
    Value value = 0;

    friend bool operator==(const ExpectedWord&, const ExpectedWord&) = default;
};

/// `interrupted`: the caller ended the run (MachineOptions::interrupt).
enum class Outcome : std::uint8_t { stop, trap, limit, interrupted };

/// Their spellings, in the order of Outcome.
inline constexpr std::string_view kOutcomeNames[] = {"stop", "trap", "limit", "interrupted"};

constexpr std::string_view to_string(Outcome outcome) {
    return kOutcomeNames[static_cast<std::size_t>(outcome)];
}

/// Why a run ends with Outcome::limit.
enum class LimitReason : std::uint8_t {
    steps,     ///< a warp has reached the step limit
    stacks,    ///< the next step would make a warp's stacks exceed kMaxStackBytes
    schedule,  ///< the schedule that the run follows ends before the program
};

/// Their spellings, in the order of LimitReason.
inline constexpr std::string_view kLimitReasonNames[] = {"steps", "stacks", "schedule"};

constexpr std::string_view to_string(LimitReason reason) {
    return kLimitReasonNames[static_cast<std::size_t>(reason)];
}

struct ExpectOutcome {
    Outcome outcome = Outcome::stop;
    std::string trap;                       ///< the kind's name, for Outcome::trap
    std::optional<std::uint32_t> line;      ///< the line of the trap
    std::optional<std::uint32_t> warp;      ///< the warp that traps
    std::optional<ThreadSet> threads;       ///< the threads that it reports
    std::optional<LimitReason> limit = {};  ///< for Outcome::limit: steps or stacks

    friend bool operator==(const ExpectOutcome&, const ExpectOutcome&) = default;
};

struct ExpectActive {
    ThreadSet threads;
    std::uint32_t warp = 0;

    friend bool operator==(const ExpectActive&, const ExpectActive&) = default;
};

struct ExpectVariable {
    Variable variable = 0;
    std::vector<ExpectedWord> words;  ///< words of threads 0, 1, …
    std::uint32_t warp = 0;

    friend bool operator==(const ExpectVariable&, const ExpectVariable&) = default;
};

struct ExpectMemory {
    std::int64_t address = 0;
    std::vector<ExpectedWord> words;

    friend bool operator==(const ExpectMemory&, const ExpectMemory&) = default;
};

/// `.expect exited [warp W]: LANES`
struct ExpectExited {
    ThreadSet threads;
    std::uint32_t warp = 0;

    friend bool operator==(const ExpectExited&, const ExpectExited&) = default;
};

/// `.expect shared B F: c …`
struct ExpectShared {
    std::uint32_t block = 0;
    std::int64_t offset = 0;
    std::vector<ExpectedWord> words;

    friend bool operator==(const ExpectShared&, const ExpectShared&) = default;
};

/// `.expect warning KIND [LINE]`
struct ExpectWarning {
    std::string kind;
    std::optional<std::uint32_t> line;

    friend bool operator==(const ExpectWarning&, const ExpectWarning&) = default;
};

/// `.expect MODEL error`: the model does not accept the program.
struct ExpectError {
    friend bool operator==(const ExpectError&, const ExpectError&) = default;
};

/// `.expect steps N` and `.expect stat NAME OP c`.
struct ExpectStatistic {
    enum class Relation : std::uint8_t { eq, ne, lt, le, gt, ge };
    std::string name;
    Relation relation = Relation::eq;
    double number = 0;

    friend bool operator==(const ExpectStatistic&, const ExpectStatistic&) = default;
};

/// One `.expect` line.
struct Expectation {
    std::variant<ExpectOutcome, ExpectActive, ExpectVariable, ExpectMemory, ExpectStatistic, ExpectExited,
                 ExpectShared, ExpectWarning, ExpectError>
        what;
    std::uint32_t line = 0;                 ///< line of the directive
    std::optional<ThreadModel> model = {};  ///< under which it holds; nullopt: under each that is run

    bool has_model() const { return model.has_value(); }

    friend bool operator==(const Expectation& a, const Expectation& b) {
        return a.what == b.what && a.model == b.model;
    }
};

/// A location in the text of a program: line and column (in code points) from 1; 0 if it has no text.
struct Location {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// Where a program's text mentions its names, for messages. Empty for a program that was not read from text.
struct SourceNames {
    std::vector<Location> variables;     ///< for each variable, its first mention
    std::vector<Location> labels;        ///< for each label, its definition
    std::vector<std::string> constants;  ///< their names

    /// Equality of programs ignores their texts.
    friend bool operator==(const SourceNames&, const SourceNames&) { return true; }
};

/// A program: P, its initial state, and what its test expects.
struct Program {
    std::uint32_t threads = 32;  ///< N
    std::uint32_t warps = 1;     ///< W
    ThreadSet active = ThreadSet::all(32);
    Word word;
    RegisterMode registers = RegisterMode::keep;
    RaceMode races = RaceMode::warp;
    Consistency consistency = Consistency::cpp;
    ThreadModel model = ThreadModel::lockstep;
    std::uint32_t block_threads = 0;  ///< T; 0 without `.block`
    std::uint32_t grid = 1;           ///< G, the number of blocks
    std::vector<SharedObject> shared;
    Order order = Order::ascending;               ///< unless the command line names one
    std::uint64_t seed = 0;                       ///< for Order::random
    std::optional<std::uint64_t> max_steps = {};  ///< `.steps`, unless the command line sets a limit

    std::vector<Instruction> instructions;              ///< instruction number i is instructions[i − 1]
    std::vector<std::string> variables;                 ///< by their first mention in the text
    std::vector<std::pair<std::string, Label>> labels;  ///< in the order of the text
    std::vector<Preload> preloads;                      ///< in order: a later one wins
    std::vector<Buffer> buffers;
    std::vector<Expectation> expectations;
    std::vector<std::string> covers;  ///< rules and traps that `.covers` names
    SourceNames source;

    const Instruction& at(Label pc) const { return instructions[pc - 1]; }
    Label end() const { return static_cast<Label>(instructions.size()) + 1; }

    bool has_blocks() const { return block_threads != 0; }
    /// K, the warps of a block; without `.block`, all warps are one block.
    std::uint32_t warps_per_block() const {
        return has_blocks() ? (block_threads + threads - 1) / threads : warps;
    }
    /// The threads of a block.
    std::uint64_t threads_per_block() const {
        return has_blocks() ? block_threads : std::uint64_t{threads} * warps;
    }
    std::uint32_t block_of(std::uint32_t warp) const { return warp / warps_per_block(); }
    /// How many lanes of the warp are threads: fewer than N in the last warp of a block that N does not
    /// divide.
    std::uint32_t lanes_of(std::uint32_t warp) const {
        if (!has_blocks()) return threads;
        return std::min(threads, block_threads - warp % warps_per_block() * threads);
    }
    /// S, the words of a block's shared memory.
    std::int64_t shared_words() const {
        return shared.empty() ? 0 : shared.back().offset + shared.back().count;
    }

    /// Equality ignores locations in the text.
    friend bool operator==(const Program&, const Program&) = default;
};

/// Whether it needs section 11 or 13 of the semantics: blocks, shared memory, `exit`, collectives, threads of
/// their own, orders and scopes.
inline bool uses_blocks(const Program& program) {
    return program.has_blocks() || !program.shared.empty() || program.model != ThreadModel::lockstep ||
           std::ranges::any_of(program.instructions, [](const Instruction& i) {
               return is_of_blocks(i.opcode) || needs_strength(i);
           });
}

}  // namespace musimd
