#include "semantics/order.hpp"

#include <algorithm>

namespace musimd {
namespace {

// The finalizer of splitmix64.
std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

// Sorts ascending numbers by (key(number), number).
template <typename Key>
void sort_by_key(std::vector<std::uint32_t>& numbers, Key key) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
    keyed.reserve(numbers.size());
    for (const std::uint32_t n : numbers) keyed.emplace_back(key(n), n);
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, numbers.begin(), [](const auto& pair) { return pair.second; });
}

}  // namespace

std::uint64_t order_key(std::uint64_t seed, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return mix(mix(mix(mix(seed) ^ a) ^ b) ^ c);
}

std::vector<Thread> thread_order(Order order, std::uint64_t seed, std::uint32_t warp, std::uint64_t steps,
                                 const ThreadSet& active) {
    std::vector<Thread> threads = active.threads();
    if (order == Order::descending) std::ranges::reverse(threads);
    if (order == Order::random) {
        sort_by_key(threads, [&](Thread t) { return order_key(seed, warp, steps, t); });
    }
    return threads;
}

void order_warps(Order order, std::uint64_t seed, std::uint64_t turn, std::vector<std::uint32_t>& warps) {
    std::ranges::sort(warps);
    if (order == Order::descending) std::ranges::reverse(warps);
    if (order == Order::random) {
        sort_by_key(warps, [&](std::uint32_t w) { return order_key(seed, UINT64_MAX, turn, w); });
    }
}

}  // namespace musimd
