#include "differential/cuda/plain_races.hpp"

#include <algorithm>

namespace musimd::differential::cuda {

void PlainRaces::begin_block() {
    ++block_;
    phase_ = 0;
    clocks_.assign(threads_, std::vector<std::uint32_t>(threads_, 0));
    for (std::uint32_t t = 0; t < threads_; ++t) clocks_[t][t] = 1;
}

void PlainRaces::barrier() {
    ++phase_;
}

void PlainRaces::sync(const std::vector<std::uint32_t>& threads) {
    std::vector<std::uint32_t> all(threads_, 0);
    for (const std::uint32_t t : threads)
        std::ranges::transform(all, clocks_[t], all.begin(), [](auto a, auto b) { return std::max(a, b); });
    for (const std::uint32_t t : threads) {
        clocks_[t] = all;
        ++clocks_[t][t];
    }
}

bool PlainRaces::is_ordered(const Access& earlier, std::uint32_t thread) const {
    if (earlier.block != block_) return false;
    return earlier.thread == thread || earlier.phase != phase_ ||
           earlier.time <= clocks_[thread][earlier.thread];
}

void PlainRaces::access(std::uint32_t array, std::uint64_t element, bool of_block, std::uint32_t thread,
                        Use use) {
    const std::uint64_t place = (of_block ? block_ : 0);
    std::vector<Access>& earlier = accesses_[place << 48U | std::uint64_t{array} << 32U | element];
    const Access access{block_, phase_, thread, clocks_[thread][thread], use};
    if (std::ranges::find(earlier, access) != earlier.end()) return;
    // What is before a barrier of the same block orders itself.
    std::erase_if(earlier, [&](const Access& a) { return a.block == block_ && a.phase != phase_; });
    for (const Access& other : earlier) {
        const bool conflicts = other.use == Use::write || use == Use::write ||
                               (other.use == Use::read && use == Use::atomic) ||
                               (other.use == Use::atomic && use == Use::read);
        if (!conflicts || is_ordered(other, thread)) continue;
        among_threads_ = true;
        among_warps_ = among_warps_ || other.block != block_ || other.thread / 32 != thread / 32;
    }
    earlier.push_back(access);
}

}  // namespace musimd::differential::cuda
