#include "semantics/tally.hpp"

#include <algorithm>

namespace musimd {

void Tally::begin() {
    counts_.assign(ranges_.size() - sources_.size(), {});
    segments_ = 0;
    is_inside_ = true;
    is_complete_ = false;
}

std::uint64_t Tally::segments_of(std::span<const std::int64_t> addresses) {
    std::int64_t last = addresses[0] / segment_;
    std::uint64_t count = 1;
    bool ascend = true;
    for (const std::int64_t address : addresses) {
        if (address / segment_ == last) continue;
        ascend = ascend && address / segment_ > last;
        last = address / segment_;
        ++count;
    }
    if (ascend) return count;
    numbers_.clear();
    for (const std::int64_t address : addresses) numbers_.push_back(address / segment_);
    std::ranges::sort(numbers_);
    return numbers_.size() - std::ranges::unique(numbers_).size();
}

void Tally::see(Label row, std::int64_t shared, std::span<const std::int64_t> addresses) {
    if (addresses.empty()) return;
    const Range& range = ranges_[row - 1];
    const std::int64_t first = range.is_shared ? shared + range.first : range.first;
    const std::int64_t end = range.is_shared ? shared + range.end : range.end;
    bool is_inside = true;
    for (const std::int64_t address : addresses) is_inside &= first <= address && address < end;
    is_inside_ = is_inside_ && is_inside;
    segments_ += segments_of(addresses);
}

}  // namespace musimd
