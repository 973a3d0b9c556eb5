#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "host/memory_map.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/happens_before.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/phase_threads.hpp"
#include "simulator/fast/snapshot.hpp"
#include "simulator/fast/turn_order.hpp"
#include "simulator/native/counts.hpp"
#include "simulator/native/dense_memory.hpp"
#include "simulator/native/logged_atomics.hpp"
#include "simulator/native/native.hpp"
#include "simulator/native/warp_view.hpp"

namespace musimd::native {

/// The warps of a grid and their Σ, executed by compiled code.
class NativeGrid {
  public:
    /// `atomics`: how they are executed if the program takes turns (codegen::takes_turns), but has no blocks.
    /// `segment`: words of an aligned segment, for code that counts.
    NativeGrid(const Program& program, const MachineOptions& options, const Code& code, Atomics atomics,
               std::int64_t segment);

    /// False if the host is out of memory.
    bool good() const { return good_; }

    /// Runs all warps, each to its end, or to where it was interrupted. Returns nothing if another engine
    /// must take over.
    std::optional<Result> run(unsigned threads);

    /// Whether it stopped because of accesses of two warps that need another way to execute atomics, or race.
    bool met_conflict() const { return conflict_; }

    /// What the warps have done so far, if the code counts.
    Statistics statistics() const { return counts_.statistics(warps_); }
    void add_to(Tally& tally) const { counts_.add_to(tally); }

    /// The state from which another engine can continue the only warp.
    fast::Snapshot snapshot() const;
    Memory memory() const { return memory_.to_memory(); }

  private:
    enum class Stage : std::uint8_t { running, waiting, stopped };
    struct Callbacks;

    bool begin_phase(std::uint32_t& first);
    bool run_phase(unsigned threads);
    bool provide_rooms(std::size_t threads);
    std::optional<Result> run_in_turns(unsigned threads);
    std::optional<Result> interrupted();
    bool take_turn(unsigned threads);
    bool advance(std::uint32_t first, std::uint32_t end);
    bool advance_all(unsigned threads);
    void settle(std::uint32_t warp);
    void open_barrier(std::uint32_t first, std::uint32_t end);
    bool execute_logs(bool all);
    bool run_unit(std::uint32_t first, void* room, Counters* counters);
    bool run_warp(std::uint32_t warp);
    const Instruction& next_of(std::uint32_t warp) const;
    bool is_at_block_barrier(std::uint32_t warp) const;
    bool may_open(std::uint32_t first) const;
    bool open_block_barrier(std::uint32_t first);
    void renew_sigmas();
    WarpView view(std::uint32_t warp) const;
    Result result(Outcome outcome) const;

    const Program& program_;
    const MachineOptions& options_;
    const Code& code_;
    bool pauses_;        ///< stretches end before atomics
    std::size_t lanes_;  ///< from one row to the next
    std::size_t mask_words_;
    std::size_t word_bytes_;
    std::size_t row_bytes_;   ///< β of a warp
    std::size_t mask_bytes_;  ///< the masks of a warp
    host::MemoryMap rows_;
    host::MemoryMap masks_;
    std::size_t room_bytes_;             ///< for the β of a warp at the entries of its blocks
    host::MemoryMap room_;               ///< for the first thread, or for each warp if it pauses_
    std::deque<host::MemoryMap> rooms_;  ///< rooms of the other threads
    DenseMemory memory_;
    std::vector<Sigma> sigmas_;  ///< by block
    std::uint32_t
        unit_;  ///< warps that run on one host thread: those of a block, if they wait for each other
    Services services_;
    std::vector<WarpState> warps_;
    Counts counts_;
    fast::PhaseThreads helpers_;
    std::vector<Stage> stages_;
    bool good_ = false;
    bool conflict_ = false;
    fast::TurnOrder turns_;
    std::optional<LoggedAtomics> logs_;

    // Of programs whose atomics are executed at their turns:
    HappensBefore order_;
    std::priority_queue<fast::Turn, std::vector<fast::Turn>, std::greater<>>
        atomics_;                                  ///< the turns of warps at one
    std::vector<std::uint32_t> at_block_barrier_;  ///< for each block: its warps there
    std::vector<std::uint32_t> ready_;             ///< first warps of blocks whose barrier can open
    std::uint32_t at_barrier_ = 0;
    std::uint32_t stopped_ = 0;
};

}  // namespace musimd::native
