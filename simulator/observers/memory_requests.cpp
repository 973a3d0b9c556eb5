#include "simulator/observers/memory_requests.hpp"

#include <algorithm>

namespace musimd {
namespace {

// Sorts the numbers, and returns those that are left of equal ones.
std::span<std::int64_t> sort_once(std::span<std::int64_t> numbers) {
    if (!std::ranges::is_sorted(numbers)) std::ranges::sort(numbers);
    return {numbers.begin(), std::unique(numbers.begin(), numbers.end())};
}

}  // namespace

void take_addresses(const StepEvent& e, std::int64_t max_address, std::vector<std::int64_t>& addresses) {
    addresses.clear();
    for (const Access& access : e.accesses) {
        if (access.address <= max_address) addresses.push_back(access.address);
    }
}

void take_shared_offsets(const StepEvent& e, std::int64_t max_address, std::vector<std::int64_t>& offsets) {
    const std::int64_t first = max_address + 1 + e.program.shared_words() * e.program.block_of(e.warp);
    offsets.clear();
    for (const Access& access : e.accesses) {
        if (access.address > max_address) offsets.push_back(access.address - first);
    }
}

std::uint64_t count_segments(std::span<std::int64_t> addresses, std::int64_t segment) {
    for (std::int64_t& address : addresses) address /= segment;
    return sort_once(addresses).size();
}

std::uint64_t count_passes(std::span<std::int64_t> words, std::int64_t banks) {
    words = sort_once(words);
    if (words.back() - words.front() < banks) return 1;
    for (std::int64_t& word : words) word %= banks;
    std::ranges::sort(words);
    std::size_t most = 0;
    for (auto bank = words.begin(); bank != words.end();) {
        const auto next = std::upper_bound(bank, words.end(), *bank);
        most = std::max(most, static_cast<std::size_t>(next - bank));
        bank = next;
    }
    return most;
}

}  // namespace musimd
