#include "gpu_backend/languages/program_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "simulator/preload.hpp"

namespace musimd::languages {
namespace {

constexpr std::int64_t kMostSigmaWords = std::int64_t{1} << 22;
constexpr Value kUnwritten = -6148914691236517206;  // 0xaaaa…: what nobody has stored

}  // namespace

std::size_t place_of(const Program& program, std::uint32_t warp, Thread lane) {
    return std::size_t{warp} * program.threads + lane;
}

tl::expected<KernelWords, std::string> words_before(const Program& program, const Result& expected) {
    std::int64_t count = 1;
    expected.memory.for_each([&](std::int64_t address, Value) { count = std::max(count, address + 1); });
    for (const Preload& p : program.preloads) count = std::max(count, p.address + p.count);
    for (const Buffer& b : program.buffers) count = std::max(count, b.address + b.count);
    if (count > kMostSigmaWords)
        return tl::unexpected(
            fmt::format("Σ has addresses up to {}; at most {} words are copied", count - 1, kMostSigmaWords));
    const std::size_t threads = std::size_t{program.warps} * program.threads;
    KernelWords words;
    words.sigma.assign(static_cast<std::size_t>(count), kUnwritten);
    each_preloaded_word(program, [&](std::int64_t address, Value word) {
        words.sigma[static_cast<std::size_t>(address)] = word;
    });
    words.bank.assign(threads * std::max<std::size_t>(program.variables.size(), 1), kUnwritten);
    words.ends.assign(threads, kUnwritten);
    return words;
}

Result with_words(const Program& program, Result expected, const KernelWords& words,
                  const std::vector<Variable>& excluded) {
    for (std::size_t a = 0; a < words.sigma.size(); ++a) {
        const auto address = static_cast<std::int64_t>(a);
        if (expected.memory.find(address) != nullptr || words.sigma[a] != kUnwritten)
            expected.memory.set(address, words.sigma[a]);
    }
    for (std::uint32_t w = 0; w < expected.warps.size(); ++w) {
        WarpResult& warp = expected.warps[w];
        warp.active = {};
        warp.exited = {};
        for (Thread lane = 0; lane < program.lanes_of(w); ++lane) {
            const std::size_t place = place_of(program, w, lane);
            const auto end = static_cast<EndOfThread>(words.ends[place]);
            if (end == EndOfThread::stopped) warp.active.insert(lane);
            if (end == EndOfThread::exited) warp.exited.insert(lane);
            for (Variable v = 0; v < program.variables.size(); ++v) {
                if (warp.bank.find(lane, v) != nullptr && std::ranges::find(excluded, v) == excluded.end())
                    warp.bank.set(lane, v, words.bank[place * program.variables.size() + v]);
            }
        }
    }
    return expected;
}

}  // namespace musimd::languages
