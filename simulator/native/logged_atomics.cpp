#include "simulator/native/logged_atomics.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "simulator/codegen/prelude/interface.hpp"
#include "simulator/fast/fetch.hpp"

namespace musimd::native {
namespace {

/// Words in the logs of all warps together, unless warps have more in one step.
constexpr std::size_t kLoggedWords = std::size_t{1} << 18;

// An entry, as Target::log writes it (simulator/codegen/prelude/cpu_memory.inc): the steps before it, its
// point and its threads, and each thread's words.
constexpr std::size_t kHeader = 2;
std::uint32_t point_of(const std::uint64_t* entry) {
    return static_cast<std::uint32_t>(entry[1] >> 32);
}
std::uint32_t threads_of(const std::uint64_t* entry) {
    return static_cast<std::uint32_t>(entry[1]);
}
std::size_t words_of_thread(const Instruction& i) {
    return i.opcode == Opcode::atomic_inc ? 1 : 3;
}

}  // namespace

LoggedAtomics::LoggedAtomics(const Program& program, const codegen::Translation& translation)
    : program_(program),
      translation_(translation),
      stride_(std::max(log_words(program.threads), kLoggedWords / program.warps)),
      words_(program.warps * stride_ * sizeof(std::uint64_t)) {}

void LoggedAtomics::begin(std::span<WarpState> warps) {
    for (WarpState& warp : warps) {
        warp.log = log_of(warp.warp);
        warp.log_end = warp.log + stride_;
    }
}

bool LoggedAtomics::is_full(const WarpState& warp) const {
    return static_cast<std::size_t>(warp.log_end - warp.log) < log_words(program_.threads);
}

const Instruction& LoggedAtomics::instruction_of(const std::uint64_t* entry) const {
    return program_.at(translation_.points[point_of(entry)].pc);
}

const std::uint64_t* LoggedAtomics::after(const std::uint64_t* entry) const {
    return entry + kHeader + threads_of(entry) * words_of_thread(instruction_of(entry));
}

template <typename Word>
bool LoggedAtomics::update(const WarpState& warp, const std::uint64_t* entry, const Sigma& sigma) const {
    const Instruction& i = instruction_of(entry);
    Word* const words = static_cast<Word*>(sigma.words);
    Word* const row = static_cast<Word*>(warp.rows) + i.destination * row_stride(program_.threads);
    const std::size_t words_each = words_of_thread(i);
    const std::uint64_t* const end = after(entry);
    for (const std::uint64_t* at = entry + kHeader; at < end; at += words_each) {
        Word& word = words[static_cast<std::uint32_t>(*at)];
        const auto operand = [&](std::size_t n) {
            return n < words_each ? static_cast<std::int64_t>(at[n]) : 0;
        };
        const fast::Fetched fetched = fast::updated(i, word, operand(1), operand(2), program_.word);
        if (fetched.overflows) return false;
        word = static_cast<Word>(fetched.word);
        row[*at >> 32] = static_cast<Word>(fetched.received);
    }
    return true;
}

bool LoggedAtomics::execute(std::span<WarpState> warps, const fast::TurnOrder& turns,
                            const std::optional<fast::Turn>& end, const Sigma& sigma) {
    std::vector<const std::uint64_t*> next;
    std::priority_queue<fast::Turn, std::vector<fast::Turn>, std::greater<>> order;
    const auto add = [&](std::uint32_t w) {
        if (next[w] == warps[w].log) return;
        const fast::Turn turn = turns.of_step(w, next[w][0]);
        if (!end || turn < *end) order.push(turn);
    };
    for (std::uint32_t w = 0; w < warps.size(); ++w) {
        next.push_back(log_of(w));
        add(w);
    }
    const bool wide = program_.word.width > 32;
    while (!order.empty()) {
        const std::uint32_t w = order.top().warp;
        order.pop();
        if (!(wide ? update<std::int64_t>(warps[w], next[w], sigma)
                   : update<std::int32_t>(warps[w], next[w], sigma)))
            return false;
        next[w] = after(next[w]);
        add(w);
    }
    for (std::uint32_t w = 0; w < warps.size(); ++w) {
        const std::uint64_t* const left = next[w];
        warps[w].log = std::copy(left, static_cast<const std::uint64_t*>(warps[w].log), log_of(w));
    }
    return true;
}

}  // namespace musimd::native
