#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "host/memory_map.hpp"
#include "simulator/codegen/translation.hpp"
#include "simulator/fast/turn_order.hpp"

namespace musimd::native {

struct Sigma;
struct WarpState;

/// Atomics that the warps of a compiled program have passed without executing them: their turns come later.
/// Nobody reads what they yield (can_be_logged in simulator/fast/atomic_log.hpp).
class LoggedAtomics {
  public:
    LoggedAtomics(const Program& program, const codegen::Translation& translation);

    /// False if the host is out of memory.
    bool good() const { return words_.get() != nullptr; }

    /// Gives the warps empty logs.
    void begin(std::span<WarpState> warps);

    /// Whether the warp must wait before its next atomic.
    bool is_full(const WarpState& warp) const;

    /// Executes them in the order of their turns, up to this turn or, without one, all. Returns false if a
    /// word overflows.
    bool execute(std::span<WarpState> warps, const fast::TurnOrder& turns,
                 const std::optional<fast::Turn>& end, const Sigma& sigma);

  private:
    std::uint64_t* log_of(std::uint32_t warp) const {
        return static_cast<std::uint64_t*>(words_.get()) + warp * stride_;
    }
    const Instruction& instruction_of(const std::uint64_t* entry) const;
    const std::uint64_t* after(const std::uint64_t* entry) const;
    template <typename Word>
    bool update(const WarpState& warp, const std::uint64_t* entry, const Sigma& sigma) const;

    const Program& program_;
    const codegen::Translation& translation_;
    std::size_t stride_;  ///< words of a log
    host::MemoryMap words_;
};

}  // namespace musimd::native
