#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "kernels/cuda/grid_thread.hpp"
#include "kernels/launch/part.hpp"
#include "kernels/launch/schedules.hpp"
#include "kernels/openmp/run.hpp"
#include "semantics/observer.hpp"

// The program of a launch, and what its memory holds.

namespace musimd::kernels::cuda {

/// What reads of memory that was never written do.
enum class Undefined : std::uint8_t {
    trap,
    warn,  ///< they give 0, and a warning
    zero,  ///< they give 0
};

/// What accesses to volatile objects are: those of PTX, relaxed and atomic, of whose races there is a
/// warning, or not; or plain accesses.
enum class Volatiles : std::uint8_t { warn, relaxed, plain };

/// Which races are findings.
enum class Races : std::uint8_t {
    all,
    different,  ///< not those of two writes of the same value
};

inline constexpr std::int64_t kSharedBytes = 227 << 10;  ///< of a block

/// A parameter that does not point to device memory. Its address is so far from all others that an access
/// near it must be by this parameter.
struct WrongPointer {
    dsl::BufferId buffer = 0;
    std::string what;  ///< after its name: `is a host pointer`

    static constexpr std::int64_t kApart = -2 * dsl::openmp::kOutside;
    static constexpr std::int64_t address_of(std::size_t number) {
        return -kApart * (static_cast<std::int64_t>(number) + 1);
    }
};

/// <<<grid, block, shared_bytes>>>, under a thread model.
struct LaunchConfiguration {
    dsl::Dimensions grid = {1, 1, 1};
    dsl::Dimensions block = {32, 1, 1};
    std::int64_t shared_bytes = 0;  ///< for `extern __shared__`
    /// So many bytes of those may be had with the static ones, if there are more than 48 KiB in all.
    std::int64_t shared_limit = kSharedBytes;
    std::uint32_t warp = 32;  ///< N
    ThreadModel model = ThreadModel::lockstep;
    /// Which side of a branch runs first, where the model leaves it open; nothing: both, in two runs.
    std::optional<Side> side = {};
    std::uint64_t max_steps = 10'000'000;  ///< limit for a warp, or for a thread under `volta`
    Undefined undefined = Undefined::trap;
    Races races = Races::all;
    Volatiles volatiles = Volatiles::warn;
    Consistency consistency = Consistency::ptx;
    Schedule schedule = {};
    /// Schedules that are tried while no finding comes up, with `schedule` the first, if they are cheap.
    std::uint32_t schedules = 1;
    bool tries_all = false;      ///< they are tried if they are not cheap, too
    std::uint64_t explored = 0;  ///< at most so many schedules of each launch (exploring.hpp)
    bool goes_on = false;        ///< after what C++ leaves undefined; then each distinct finding is reported
    /// Ascending lines on which signed overflow wraps in any case.
    std::vector<std::uint32_t> wrapping_lines = {};
    std::vector<std::uint32_t> maskless_lines = {};  ///< ascending; see ignore_masks
    std::vector<std::uint32_t> zeroed_lines = {};    ///< ascending; see zero_variables
    bool reads_guesses_atomically = false;           ///< see guesses.hpp
    bool has_margins = false;          ///< what is a little outside of an object may be accessed
    bool reports_unwritten = false;    ///< reads that give 0 by `undefined` are findings
    std::int64_t resident_blocks = 0;  ///< that run at once, at most; 0: as many as there is memory for
    std::uint32_t sample_blocks = 0;   ///< of each grid that may be sampled, only so many run; 0: all
    dsl::Sample sample = {};           ///< of this grid: see sampling.hpp
    /// Of a part of the blocks that run: the number of its first, and how many it has; 0: these are all.
    std::uint32_t first_block = 0;
    std::uint32_t part_blocks = 0;

    std::vector<WrongPointer> wrong_pointers = {};

    bool watches_deadlocks = true;  ///< see deadlock_watch.hpp
    bool for_volta = false;         ///< under `lockstep`: what the run says about `volta` is wanted, too

    const std::atomic<bool>* interrupt = nullptr;  ///< see MachineOptions

    Observer* watch = nullptr;  ///< sees the steps of the grid; not those of grids that it launches

    /// That run, in all parts.
    std::int64_t all_blocks() const { return sample.blocks != 0 ? sample.blocks : dsl::count_of(grid); }
    std::int64_t blocks() const { return part_blocks != 0 ? part_blocks : all_blocks(); }
    std::int64_t threads() const { return blocks() * dsl::count_of(block); }
    std::int64_t grid_threads() const { return dsl::count_of(grid) * dsl::count_of(block); }
    GridShape shape() const { return {grid, block, first_block, sample}; }
};

/// An object in the memory of a launch.
struct LaunchObject {
    std::string name;
    Space space = Space::global;
    std::int64_t address = 0;  ///< for shared objects: from the beginning of the block's shared memory
    std::int64_t elements = 0;
    std::int64_t per_thread = 0;        ///< for local arrays: elements per thread
    std::uint32_t bytes = 4;            ///< size of an element
    dsl::cuda::ObjectShape shape = {};  ///< without parts: it is an array of numbers
};

/// A parameter by which an instruction accesses memory.
struct LaunchPointer {
    std::string name;
    std::int64_t address = 0;  ///< to which it points
    std::string what = {};     ///< see WrongPointer
    dsl::cuda::ObjectShape shape = {};
};

/// The program of the launch in the memory of the arguments, as it runs.
struct LaunchProgram {
    Program program;
    MachineOptions options;
    /// By instruction, and then by copy, of its source: see openmp::ObjectObserver. So `through` and
    /// `shared`.
    std::vector<openmp::AddressRange> objects;
    std::map<Label, Label> sources = {};  ///< see dsl::LoweredKernel
    dsl::InlinedCalls calls;
    GridShape shape;
    std::vector<LaunchObject> memory;
    std::vector<LaunchPointer> pointers = {};
    /// By instruction: its pointer, as an index into `pointers`.
    std::vector<std::optional<std::size_t>> through = {};
    std::vector<std::uint32_t> columns = {};  ///< by instruction: the byte of its line; 0 if unknown
    /// By instruction: the shared object that it accesses, as an index into `memory`.
    std::vector<std::optional<std::size_t>> shared = {};
    /// By VariableId: the program's variable; nullopt if it has none.
    std::vector<std::optional<Variable>> variables = {};
    const dsl::cuda::KernelFunction* kernel = nullptr;

    dsl::SourcePoint point_of(Label pc) const {
        const bool is_known = pc >= 1 && pc <= columns.size();
        return {program.at(pc).line, is_known ? columns[pc - 1] : 0};
    }
    const LaunchPointer* pointer_at(Label pc) const {
        const bool is_known = pc >= 1 && pc <= through.size() && through[pc - 1];
        return is_known ? &pointers[*through[pc - 1]] : nullptr;
    }

    /// Where the shared memory of the block begins.
    std::int64_t shared_base_of(std::uint32_t block) const {
        return options.max_address + 1 + block * program.shared_words();
    }
    /// The same of the warp's block.
    std::int64_t shared_base(std::uint32_t warp) const { return shared_base_of(program.block_of(warp)); }
};

/// Whether its blocks wait for each other.
bool has_grid_barrier(const dsl::cuda::KernelFunction& kernel);

/// How many blocks of the launch run at once. Those of a grid that needs too much memory for its threads, or
/// has more than LaunchConfiguration::resident_blocks, run in parts, one after the other; but all of one that
/// waits at grid barriers run at once.
std::int64_t blocks_at_once(const dsl::cuda::KernelFunction& kernel, const LaunchConfiguration& config);

/// Why a launch is refused, as CUDA's errors distinguish it.
struct Refusal {
    enum class Because : std::uint8_t { configuration, resources, argument };
    std::string reason;
    Because because = Because::configuration;
};

/// Why there is no such launch: a size that CUDA does not allow either, or that the machine has no room for.
/// nullopt: it can run.
std::optional<Refusal> why_not(const dsl::cuda::KernelFunction& kernel, const LaunchConfiguration& config);

/// The memory of the launch, and the body as a kernel.
struct PreparedLaunch {
    openmp::CallState state;
    openmp::Part part;
};

/// `memory`: of the arguments.
PreparedLaunch prepare(const dsl::cuda::KernelFunction& kernel, const openmp::CallState& memory,
                       const LaunchConfiguration& config);
LaunchProgram lower(const dsl::cuda::KernelFunction& kernel, const PreparedLaunch& prepared,
                    const LaunchConfiguration& config);

LaunchProgram program_of(const dsl::cuda::KernelFunction& kernel, const openmp::CallArguments& arguments,
                         const LaunchConfiguration& config);

}  // namespace musimd::kernels::cuda
