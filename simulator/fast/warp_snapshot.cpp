// Continues a warp that another engine began.

#include <algorithm>
#include <utility>

#include "simulator/fast/warp.hpp"

namespace musimd::fast {

void FastWarp::take_bank(const Snapshot::Bank& bank) {
    for (std::size_t v = 0; v < bank.words.size(); ++v) {
        for (std::size_t t = 0; t < bank.words[v].size(); ++t) set_word(v * r_.lanes + t, bank.words[v][t]);
        std::ranges::copy(bank.defined[v], r_.defined + v * r_.mask_words);
    }
}

void FastWarp::take_entry(const Snapshot::Entry& entry) {
    if (code_.program.at(entry.at).opcode == Opcode::everywhere) {
        contexts_.push_back({entry.at, base_, context_masks_.size(), nullptr});
        context_masks_.insert(context_masks_.end(), entry.active.begin(), entry.active.end());
        base_ = sync_.size();
        if (code_.program.registers != RegisterMode::restore) return;
        take_bank(entry.bank);
        contexts_.back().bank = copy_of_bank();
        return;
    }
    sync_.push_back({entry.at, code_.program.at(entry.at).target, 0, 0});
    if (r_.mask_words == 1) {
        sync_.back().done = entry.done[0];
        sync_.back().todo = entry.todo[0];
    } else if (std::ranges::any_of(entry.done, [](std::uint64_t w) { return w != 0; }) ||
               std::ranges::any_of(entry.todo, [](std::uint64_t w) { return w != 0; })) {
        give_masks(sync_.back());
        std::ranges::copy(entry.done, done_of<false>(sync_.size() - 1));
        std::ranges::copy(entry.todo, todo_of<false>(sync_.size() - 1));
    }
}

void FastWarp::take(const Snapshot& snapshot) {
    pc_ = snapshot.pc;
    steps_ = snapshot.steps;
    for (const Snapshot::Entry& entry : snapshot.open) take_entry(entry);
    take_bank(snapshot.bank);
    std::ranges::copy(snapshot.active, r_.active);
    sync_limit_ = max_sync_entries(contexts_.size());
    find_entry_mask();
    r_.changed = true;
}

}  // namespace musimd::fast
