#include "gpu_backend/portable/program_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "simulator/preload.hpp"

namespace musimd::portable {
namespace {

constexpr std::int64_t kMostSigmaWords = std::int64_t{1} << 22;
constexpr Value kUnwritten = -6148914691236517206;  // 0xaaaa…: what nobody has stored

std::vector<std::byte> bytes_of(const std::vector<Value>& words) {
    std::vector<std::byte> bytes(words.size() * sizeof(Value));
    if (!words.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

void take_words(const std::vector<std::byte>& bytes, std::vector<Value>& words) {
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(Value));
}

std::size_t place_of(const Program& program, std::uint32_t warp, Thread lane) {
    return std::size_t{warp} * program.threads + lane;
}

}  // namespace

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

Result with_words(const Program& program, Result expected, const KernelWords& words) {
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
                if (warp.bank.find(lane, v) != nullptr)
                    warp.bank.set(lane, v, words.bank[place * program.variables.size() + v]);
            }
        }
    }
    return expected;
}

std::string difference_of(const Program& program, const Result& expected, const Result& actual) {
    std::string difference;
    const auto found = [&](std::string text) {
        if (difference.empty()) difference = std::move(text);
    };
    actual.memory.for_each([&](std::int64_t address, Value word) {
        const Value* const wanted = expected.memory.find(address);
        if (wanted == nullptr)
            found(fmt::format("[{}] is {}, and the program does not store there", address, word));
        else if (*wanted != word)
            found(fmt::format("[{}] is {}, expected {}", address, word, *wanted));
    });
    for (std::uint32_t w = 0; w < expected.warps.size(); ++w) {
        const WarpResult& wanted = expected.warps[w];
        const WarpResult& got = actual.warps[w];
        const std::string of_warp = program.warps > 1 ? fmt::format(" of warp {}", w) : "";
        if (wanted.active != got.active) found(fmt::format("other threads{} are active at the end", of_warp));
        if (wanted.exited != got.exited) found(fmt::format("other threads{} have exited", of_warp));
        for (Thread lane = 0; lane < program.lanes_of(w); ++lane) {
            for (Variable v = 0; v < program.variables.size(); ++v) {
                const Value* const x = wanted.bank.find(lane, v);
                const Value* const y = got.bank.find(lane, v);
                if (x != nullptr && y != nullptr && *x != *y)
                    found(fmt::format("{} of thread {}{} is {}, expected {}", program.variables[v], lane,
                                      of_warp, *y, *x));
            }
        }
    }
    return difference;
}

tl::expected<void, std::string> run_source(Backend& backend, const ProgramSource& source,
                                           KernelWords& words) {
    auto unit = backend.compile(source.text);
    if (!unit) return tl::unexpected(unit.error());
    Launch launch;
    launch.buffers = {bytes_of(words.sigma), bytes_of(words.bank), bytes_of(words.ends)};
    launch.groups = {source.shape.groups, 1, 1};
    launch.threads = {source.shape.threads, 1, 1};
    if (auto run = (*unit)->run(source.entry, launch); !run) return run;
    take_words(launch.buffers[0], words.sigma);
    take_words(launch.buffers[1], words.bank);
    take_words(launch.buffers[2], words.ends);
    return {};
}

}  // namespace musimd::portable
