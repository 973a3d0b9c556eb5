#include "views/trace/machine_mirror.hpp"

#include <utility>

namespace musimd::views::trace {

bool begin(MachineMirror& machine, const Program& program, std::uint64_t number) {
    machine.number = number;
    std::uint64_t warp = number / 2;
    Thread lane = 0;
    const bool waits = number % 2 != 0;
    const bool is_thread = program.model == ThreadModel::volta && !waits;
    if (is_thread) {
        lane = static_cast<Thread>(warp % program.threads);
        warp /= program.threads;
    }
    if (warp >= program.warps) return false;
    machine.warp = static_cast<std::uint32_t>(warp);
    if (waits) return true;
    const Thread lanes = program.lanes_of(machine.warp);
    if (is_thread) {
        machine.all.insert(lane);
        machine.active = machine.all;
        return true;
    }
    machine.all = ThreadSet::all(lanes);
    machine.active = program.has_blocks() ? machine.all : program.active;
    return true;
}

std::vector<std::uint64_t> words_of(const ThreadSet& set, Thread threads) {
    std::vector<std::uint64_t> words((std::size_t{threads} + 63) / 64);
    set.for_each([&](Thread t) { words[t / 64] |= std::uint64_t{1} << (t % 64); });
    return words;
}

namespace {

ThreadSet difference(const ThreadSet& a, const ThreadSet& b, Thread threads) {
    if (threads <= 64) {
        const std::uint64_t word = word_of(a) & ~word_of(b);
        return ThreadSet::of_words({&word, 1});
    }
    std::vector<std::uint64_t> words = words_of(a, threads);
    const std::vector<std::uint64_t> without = words_of(b, threads);
    for (std::size_t w = 0; w < words.size(); ++w) words[w] &= ~without[w];
    return ThreadSet::of_words(words);
}

void sync(MachineMirror& m, Label pc, RuleId rule) {
    if (m.sync_stack.empty()) return;
    if (rule == RuleId::SP) {
        m.active |= m.sync_stack.top().done;
        m.sync_stack.pop();
        return;
    }
    SyncEntry entry = m.sync_stack.top();
    m.sync_stack.pop();
    entry.done |= m.active;
    entry.join = pc;
    m.active = std::exchange(entry.todo, {});
    m.sync_stack.push(std::move(entry));
}

// The threads that wait in Π go on.
void resume(MachineMirror& m) {
    m.active = {};
    while (!m.sync_stack.empty() && m.active.empty()) {
        SyncEntry entry = m.sync_stack.top();
        m.sync_stack.pop();
        if (entry.todo.empty()) {
            m.active = std::move(entry.done);
            continue;
        }
        m.active = std::exchange(entry.todo, {});
        m.sync_stack.push(std::move(entry));
    }
}

void end_block(MachineMirror& m) {
    if (m.context_stack.empty()) return;
    m.active = m.context_stack.top().active;
    m.sync_stack = m.context_stack.top().sync_stack;
    m.context_stack.pop();
}

void branch(MachineMirror& m, const Program& program, Label pc) {
    if (m.sync_stack.empty() || m.sync_stack.top().branch != pc)
        m.sync_stack.push({pc, program.at(pc).target, {}, {}});
}

}  // namespace

void apply(MachineMirror& m, const Program& program, Label pc, RuleId rule) {
    if (rule == RuleId::BT || rule == RuleId::BF) {
        branch(m, program, pc);
    } else if (rule == RuleId::BD) {
        branch(m, program, pc);
        m.splits = true;
    } else if (rule == RuleId::SS || rule == RuleId::SP) {
        sync(m, pc, rule);
    } else if (rule == RuleId::EB) {
        m.context_stack.push({m.active, m.sync_stack, pc, nullptr});
        m.active = m.all;
        m.sync_stack = {};
    } else if (rule == RuleId::EE) {
        end_block(m);
    } else if (rule == RuleId::EX) {
        m.all = difference(m.all, m.active, program.threads);
        resume(m);
    }
}

void split(MachineMirror& m, const Program& program, const ThreadSet& going) {
    m.splits = false;
    ThreadSet branching = difference(m.active, going, program.threads);
    m.active = going;
    if (branching.empty() || m.sync_stack.empty()) return;
    SyncEntry entry = m.sync_stack.top();
    m.sync_stack.pop();
    entry.todo |= branching;
    m.sync_stack.push(std::move(entry));
}

}  // namespace musimd::views::trace
