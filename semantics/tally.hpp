#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
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
        friend bool operator==(const Count&, const Count&) = default;
    };
    /// Addresses that an instruction may use.
    struct Range {
        std::int64_t first = std::numeric_limits<std::int64_t>::min();
        std::int64_t end = std::numeric_limits<std::int64_t>::max();
        bool is_shared = false;  ///< counted from the beginning of the block's shared memory
    };

    /// `segment`: the words of an aligned segment. `ranges`: by instruction, and after them those of
    /// `sources`. `sources`: by copy, the number of the range of its source, from 1.
    Tally(std::int64_t segment, std::vector<Range> ranges, std::map<Label, Label> sources = {})
        : segment_(segment), ranges_(std::move(ranges)), sources_(std::move(sources)) {}
    Tally(const Tally&) = delete;
    Tally& operator=(const Tally&) = delete;

    /// A run begins, perhaps again.
    void begin();
    /// The addresses of one instruction, ascending by thread. `shared`: where the block's shared memory
    /// begins.
    void see(Label row, std::int64_t shared, std::span<const std::int64_t> addresses);
    /// The same, of what a copy reads.
    void see_sources(Label pc, std::int64_t shared, std::span<const std::int64_t> addresses) {
        see(sources_.at(pc), shared, addresses);
    }
    /// What has been seen elsewhere.
    void add_segments(std::uint64_t segments) { segments_ += segments; }
    void note_outside() { is_inside_ = false; }
    void complete() { is_complete_ = true; }

    Count& of(Label pc) { return counts_[pc - 1]; }
    const std::vector<Count>& counts() const { return counts_; }
    std::uint64_t segments() const { return segments_; }  ///< of each step, different ones
    std::int64_t words_of_segment() const { return segment_; }
    std::span<const Range> ranges() const { return ranges_; }
    bool is_inside() const { return is_inside_; }  ///< all accesses were in their ranges
    bool is_complete() const { return is_complete_; }

  private:
    std::uint64_t segments_of(std::span<const std::int64_t> addresses);

    std::int64_t segment_;
    std::vector<Range> ranges_;
    std::map<Label, Label> sources_;
    std::vector<Count> counts_;  ///< by instruction
    std::vector<std::int64_t> numbers_;
    std::uint64_t segments_ = 0;
    bool is_inside_ = true;
    bool is_complete_ = false;
};

}  // namespace musimd
