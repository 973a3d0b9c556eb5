#include "semantics/waiting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "isa/variant.hpp"

namespace musimd {
namespace {

std::uint32_t line_of(Label pc, const Program& program) {
    return pc == 0 || pc >= program.end() ? 0 : program.at(pc).line;
}

ThreadSet taken_from(ThreadSet& rest, const ThreadSet& threads) {
    ThreadSet taken;
    rest.for_each([&](Thread t) {
        if (threads.contains(t)) taken.insert(t);
    });
    taken.for_each([&](Thread t) { rest.erase(t); });
    return taken;
}

}  // namespace

std::vector<Missing> places_of(const ThreadSet& threads, const Warp& warp, const Program& program) {
    std::vector<Missing> places;
    ThreadSet rest = threads;
    const auto place = [&](const ThreadSet& here, Label pc) {
        const ThreadSet found = taken_from(rest, here);
        if (!found.empty()) add_missing(places, {{warp.number, found.threads(), pc, line_of(pc, program)}});
    };
    place(warp.active, warp.pc);
    for (SyncStack stack = warp.sync_stack; !stack.empty(); stack.pop()) {
        place(stack.top().todo, stack.top().next);
        place(stack.top().done, stack.top().join);
    }
    place(ThreadSet(rest), 0);
    std::ranges::sort(places, {}, [](const Missing& m) { return m.threads.front(); });
    return places;
}

Waiting waiting_at(const Warp& warp, std::vector<Thread> threads, const Program& program) {
    return {warp.number, std::move(threads), warp.pc, line_of(warp.pc, program), {}};
}

void add_missing(std::vector<Missing>& list, std::vector<Missing> more) {
    for (Missing& entry : more) {
        const auto same = std::ranges::find_if(
            list, [&](const Missing& m) { return m.warp == entry.warp && m.pc == entry.pc; });
        if (same == list.end()) {
            if (list.size() < kMaxWaiting) list.push_back(std::move(entry));
            continue;
        }
        same->threads.insert(same->threads.end(), entry.threads.begin(), entry.threads.end());
        std::ranges::sort(same->threads);
    }
}

// ---- warnings

std::string barrier_instructions_text() {
    return "threads of the block wait at different block barriers, which __syncthreads does not allow";
}

std::string barrier_exited_text() {
    return "the block barrier opens without threads that have exited, which __syncthreads does not allow";
}

std::string collective_exited_text(const ThreadSet& exited) {
    const bool is_one = exited.size() == 1;
    return fmt::format("the mask names {} {}, which {} exited", is_one ? "thread" : "threads",
                       to_string(exited), is_one ? "has" : "have");
}

void warn_once(std::vector<RunWarning>& warnings, RunWarning warning) {
    const auto is_same = [&](const RunWarning& w) { return w.kind == warning.kind && w.pc == warning.pc; };
    if (std::ranges::none_of(warnings, is_same)) warnings.push_back(std::move(warning));
}

// ---- for a person

namespace {

/// Threads of several warps, in groups with one list each.
using Crowd = std::map<std::uint32_t, ThreadSet>;

bool is_one(const Crowd& crowd) {
    return crowd.size() == 1 && crowd.begin()->second.size() == 1;
}

std::string described(const Crowd& crowd, const Program& program) {
    std::vector<std::string> parts;
    for (const auto& [warp, threads] : crowd) {
        const std::string who = threads.size() == 1 ? fmt::format("thread {}", threads.front())
                                                    : fmt::format("threads {}", to_string(threads));
        parts.push_back(program.warps == 1 ? who : fmt::format("{} of warp {}", who, warp));
    }
    constexpr std::size_t kShown = 3;
    if (parts.size() <= kShown) return fmt::format("{}", fmt::join(parts, ", "));
    const std::size_t more = parts.size() - kShown;
    parts.resize(kShown);
    return fmt::format("{} and those of {} more {}", fmt::join(parts, ", "), more,
                       more == 1 ? "warp" : "warps");
}

std::string name_of(const Instruction& i) {
    const std::string_view mnemonic = info(i.opcode).format.mnemonic;
    const std::string_view word = mnemonic.empty() ? info(i.opcode).name : mnemonic;
    return i.variant == Variant::none ? std::string(word) : fmt::format("{}.{}", word, to_string(i.variant));
}

// Where threads are, as a verb with its place.
std::string place(Label pc, bool is_one, const Program& program) {
    const std::string_view are = is_one ? "is" : "are";
    if (pc == 0) return fmt::format("{} dormant", are);
    if (pc >= program.end()) return fmt::format("{} past the last instruction", are);
    const Instruction& i = program.at(pc);
    const bool waits = is_collective(i.opcode) || is_block_barrier(i.opcode) || i.opcode == Opcode::barrier;
    const std::string_view verb = waits ? (is_one ? "waits" : "wait") : are;
    const std::string where =
        i.line == 0 ? fmt::format("instruction {}", pc) : fmt::format("line {}", i.line);
    return fmt::format("{} at {} ({})", verb, where, name_of(i));
}

}  // namespace

std::vector<std::string> who_waits_for_whom(const std::vector<Waiting>& waiting, const Program& program) {
    // Machines at one instruction are one line, for each place of those that they wait for.
    std::map<std::pair<Label, Label>, std::pair<Crowd, Crowd>> lines;
    const auto add = [](Crowd& crowd, std::uint32_t warp, const std::vector<Thread>& threads) {
        for (const Thread t : threads) crowd[warp].insert(t);
    };
    for (const Waiting& machine : waiting) {
        for (const Missing& missing : machine.missing) {
            auto& [who, whom] = lines[{machine.pc, missing.pc}];
            add(who, machine.warp, machine.threads);
            add(whom, missing.warp, missing.threads);
        }
    }
    constexpr std::size_t kLines = 10;
    std::vector<std::string> texts;
    for (const auto& [pcs, crowds] : lines) {
        texts.push_back(fmt::format("{} {} for {}, which {}", described(crowds.first, program),
                                    place(pcs.first, is_one(crowds.first), program),
                                    described(crowds.second, program),
                                    place(pcs.second, is_one(crowds.second), program)));
    }
    if (texts.size() <= kLines) return texts;
    const std::size_t more = texts.size() - (kLines - 1);
    texts.resize(kLines - 1);
    texts.push_back(fmt::format("… and {} more", more));
    return texts;
}

}  // namespace musimd
