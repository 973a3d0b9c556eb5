#pragma once

#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "host/memory_map.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/happens_before.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/snapshot.hpp"
#include "simulator/native/dense_memory.hpp"
#include "simulator/native/native.hpp"
#include "simulator/native/warp_view.hpp"

namespace musimd::native {

/// The warps of a grid and their Σ, executed by compiled code.
class NativeGrid {
  public:
    NativeGrid(const Program& program, const MachineOptions& options, const Code& code);

    /// False if the host is out of memory.
    bool good() const { return good_; }

    /// Runs all warps, each to its end, or to where it was interrupted. Returns nothing if another engine
    /// must take over.
    std::optional<Result> run(unsigned threads);

    /// The state from which another engine can continue the only warp.
    fast::Snapshot snapshot() const;
    Memory memory() const { return memory_.to_memory(); }

  private:
    enum class Stage : std::uint8_t { running, waiting, stopped };
    struct Callbacks;

    bool run_phase(unsigned threads);
    std::optional<Result> run_in_turns();
    std::optional<Result> interrupted() const;
    bool take_turn();
    bool advance(std::uint32_t first, std::uint32_t end);
    void resume_after(std::uint32_t first, std::uint32_t end);
    std::uint64_t turns_taken(std::uint32_t warp) const { return warps_[warp].steps + waits_[warp]; }
    std::uint32_t place(std::uint32_t warp) const;
    bool run_unit(std::uint32_t first, void* room);
    bool run_warp(std::uint32_t warp);
    bool is_at_block_barrier(std::uint32_t warp) const;
    bool may_open(std::uint32_t first) const;
    bool open_block_barrier(std::uint32_t first);
    void renew_sigmas();
    WarpView view(std::uint32_t warp) const;
    Result result(Outcome outcome) const;

    const Program& program_;
    const MachineOptions& options_;
    const Code& code_;
    std::size_t lanes_;  ///< from one row to the next
    std::size_t mask_words_;
    std::size_t word_bytes_;
    std::size_t row_bytes_;   ///< β of a warp
    std::size_t mask_bytes_;  ///< the masks of a warp
    host::MemoryMap rows_;
    host::MemoryMap masks_;
    std::size_t room_bytes_;  ///< for the β of a warp at the entries of its blocks
    host::MemoryMap room_;    ///< of the first thread, and others have their own; in turns, where warps pause
                              ///< in blocks, of each warp
    DenseMemory memory_;
    std::vector<Sigma> sigmas_;  ///< by block
    std::uint32_t
        unit_;  ///< warps that run on one host thread: those of a block, if they wait for each other
    Services services_;
    std::vector<WarpState> warps_;
    std::vector<Stage> stages_;
    bool good_ = false;

    // Of programs that take turns:
    HappensBefore order_;
    std::vector<std::uint64_t> waits_;  ///< of each warp: turns that were no step
    using Turn = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;  ///< round, place in it, warp
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>>
        atomics_;                                  ///< the next turns of warps at one
    std::vector<std::uint32_t> at_block_barrier_;  ///< of each block: its warps there
    std::vector<std::uint32_t> ready_;             ///< first warps of blocks whose barrier can open
    std::uint32_t at_barrier_ = 0;
    std::uint32_t stopped_ = 0;
};

}  // namespace musimd::native
