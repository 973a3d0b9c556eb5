#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// What a whole run has done, in no order: it may be known without a look at each step. Engine::tallies says
/// who counts it. A run that traps, reaches a limit or warns need not be counted.
class Tally {
  public:
    struct Count {
        std::uint64_t steps = 0;     ///< in lock step: of warps
        std::uint64_t lanes = 0;     ///< summed over these steps: |Θ|
        std::uint64_t diverged = 0;  ///< by rule BD
    };

    Tally() = default;
    Tally(const Tally&) = delete;
    Tally& operator=(const Tally&) = delete;
    virtual ~Tally() = default;

    /// A run of a program with so many instructions begins, perhaps again.
    virtual void begin(std::size_t instructions) {
        counts_.assign(instructions, {});
        is_complete_ = false;
    }
    /// The addresses of one instruction, ascending by thread.
    virtual void on_accesses(Label pc, std::uint32_t block, std::span<const std::int64_t> addresses) = 0;

    Count& of(Label pc) { return counts_[pc - 1]; }
    const std::vector<Count>& counts() const { return counts_; }
    void complete() { is_complete_ = true; }
    bool is_complete() const { return is_complete_; }

  private:
    std::vector<Count> counts_;  ///< by instruction
    bool is_complete_ = false;
};

}  // namespace musimd
