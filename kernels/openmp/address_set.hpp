#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/openmp/simd_races.hpp"

namespace musimd::kernels::openmp {

/// Which addresses are in one of several ranges.
class AddressSet {
  public:
    explicit AddressSet(std::vector<AddressRange> ranges) {
        std::ranges::sort(ranges);
        for (const AddressRange& range : ranges) {
            if (range.first >= range.end) continue;
            if (ranges_.empty() || ranges_.back().end < range.first)
                ranges_.push_back(range);
            else
                ranges_.back().end = std::max(ranges_.back().end, range.end);
        }
    }

    bool contains(std::int64_t address) const {
        const auto after = std::ranges::upper_bound(ranges_, address, {}, &AddressRange::first);
        return after != ranges_.begin() && address < std::prev(after)->end;
    }

  private:
    std::vector<AddressRange> ranges_;  ///< ascending, with gaps between them
};

}  // namespace musimd::kernels::openmp
