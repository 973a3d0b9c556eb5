#include "gpu_backend/interpreted/batch.hpp"

#include <algorithm>

#include "semantics/waiting.hpp"

namespace musimd::gpu {

using interpreter::kLanes;
using interpreter::MachineStatus;

MachineBatch::MachineBatch(Device& device, std::span<const PlannedRun> runs, const Capacity& capacity)
    : runs_(runs), layout_(runs, capacity), memory_(device.allocate(layout_.end)), machines_(runs.size()) {
    if (memory_ == nullptr) return;
    const std::vector<char> image = image_of(layout_, runs, static_cast<char*>(memory_->address()));
    memory_->write(0, image.data(), image.size());
}

const void* MachineBatch::argument(std::uint64_t steps) {
    memory_->write(layout_.batch + offsetof(interpreter::Batch, steps), &steps, sizeof steps);
    return static_cast<const char*>(memory_->address()) + layout_.batch;
}

bool MachineBatch::all_ended() {
    memory_->read(layout_.machines, machines_.data(), machines_.size() * sizeof machines_[0]);
    return std::ranges::none_of(machines_, [](const auto& m) { return m.status == MachineStatus::running; });
}

// ---- reading

std::vector<char> MachineBatch::bytes_at(std::size_t offset, std::size_t bytes) const {
    std::vector<char> data(bytes);
    memory_->read(offset, data.data(), bytes);
    return data;
}

void MachineBatch::read_warps() {
    state_ = bytes_at(0, layout_.state_end);
    banks_ = bytes_at(layout_.bank, layout_.bank_end - layout_.bank);
}

const interpreter::Warp& MachineBatch::warp(std::size_t i, std::size_t w) const {
    return reinterpret_cast<const interpreter::Warp*>(state_.data() + layout_.parts[i].warps)[w];
}

fast::Snapshot::Mask MachineBatch::mask(const std::uint32_t* words, std::size_t i) const {
    const std::size_t strips = layout_.dimensions[i].strips;
    fast::Snapshot::Mask result((strips + 1) / 2);
    for (std::size_t s = 0; s < strips; ++s) result[s / 2] |= std::uint64_t{words[s]} << (s % 2 * 32);
    return result;
}

fast::Snapshot::Bank MachineBatch::bank(std::size_t i, const std::int64_t* rows,
                                        const std::uint32_t* defined) const {
    const Dimensions& d = layout_.dimensions[i];
    fast::Snapshot::Bank result;
    for (std::size_t v = 0; v < d.variables; ++v) {
        const std::int64_t* const row = rows + v * d.row_lanes();
        result.words.emplace_back(row, row + runs_[i].program->threads);
        result.defined.push_back(mask(defined + v * d.strips, i));
    }
    return result;
}

// Adds the defined words from number `begin` on, of which the first has this address.
void MachineBatch::add_words(Memory& memory, std::size_t i, std::int64_t begin, std::int64_t count,
                             std::int64_t address) const {
    const auto first = static_cast<std::size_t>(begin);
    const auto all = static_cast<std::size_t>(count);
    const std::vector<char> words =
        bytes_at(layout_.parts[i].words + first * sizeof(std::int64_t), all * sizeof(std::int64_t));
    const std::vector<char> defined = bytes_at(layout_.parts[i].sigma_defined + first, all);
    for (std::size_t k = 0; k < all; ++k) {
        if (defined[k] != 0)
            memory.set(address + static_cast<std::int64_t>(k),
                       reinterpret_cast<const std::int64_t*>(words.data())[k]);
    }
}

Memory MachineBatch::memory(std::size_t i) const {
    Memory result;
    add_words(result, i, 0, machines_[i].used, 0);
    return result;
}

// With the shared memory of all blocks.
Memory MachineBatch::all_memory(std::size_t i) const {
    Memory result = memory(i);
    const Dimensions& d = layout_.dimensions[i];
    if (d.shared != 0) add_words(result, i, d.limit, d.shared, runs_[i].options.max_address + 1);
    return result;
}

const std::uint32_t* MachineBatch::mask_of(std::size_t offset, std::size_t i, std::size_t w) const {
    return reinterpret_cast<const std::uint32_t*>(state_.data() + offset) + w * layout_.dimensions[i].strips;
}

namespace {

WarningKind kind_of(interpreter::Warned kind) {
    switch (kind) {
        case interpreter::Warned::instructions:
            return WarningKind::barrier_instructions;
        case interpreter::Warned::exited:
            return WarningKind::barrier_exited;
        case interpreter::Warned::collective:
            break;
    }
    return WarningKind::collective_exited;
}

std::string message_of(interpreter::Warned kind, const ThreadSet& threads) {
    switch (kind) {
        case interpreter::Warned::instructions:
            return barrier_instructions_text();
        case interpreter::Warned::exited:
            return barrier_exited_text();
        case interpreter::Warned::collective:
            break;
    }
    return collective_exited_text(threads);
}

}  // namespace

std::vector<RunWarning> MachineBatch::warnings(std::size_t i) const {
    const std::size_t count = machines_[i].warning_count;
    const std::size_t strips = layout_.dimensions[i].strips;
    const std::vector<char> coded =
        bytes_at(layout_.parts[i].warnings, count * sizeof(interpreter::CodedWarning));
    const std::vector<char> words =
        bytes_at(layout_.parts[i].warned_threads, count * strips * sizeof(std::uint32_t));
    std::vector<RunWarning> warnings;
    for (std::size_t k = 0; k < count; ++k) {
        const auto& one = reinterpret_cast<const interpreter::CodedWarning*>(coded.data())[k];
        const auto* const masks = reinterpret_cast<const std::uint32_t*>(words.data());
        const ThreadSet threads = ThreadSet::of_words(mask(masks + k * strips, i));
        warnings.push_back({kind_of(one.kind), one.pc, runs_[i].program->at(one.pc).line, one.warp,
                            threads.threads(), message_of(one.kind, threads)});
    }
    return warnings;
}

Result MachineBatch::result(std::size_t i) const {
    const Dimensions& d = layout_.dimensions[i];
    const Parts& p = layout_.parts[i];
    const Program& program = *runs_[i].program;
    Result result;
    result.outcome = machines_[i].status == MachineStatus::stopped ? Outcome::stop : Outcome::limit;
    for (std::uint32_t w = 0; w < d.warps; ++w) {
        result.steps += warp(i, w).steps;
        const char* const rows = banks_.data() + (p.rows - layout_.bank) + w * p.row_bytes;
        const char* const defined = banks_.data() + (p.defined - layout_.bank) + w * p.defined_bytes;
        WarpResult& one = result.warps.emplace_back();
        one.active = ThreadSet::of_words(mask(mask_of(p.active, i, w), i));
        one.exited = ThreadSet::all(program.lanes_of(w));
        ThreadSet::of_words(mask(mask_of(p.all, i, w), i)).for_each([&](Thread t) { one.exited.erase(t); });
        one.bank = Bank(program.threads, d.variables);
        const fast::Snapshot::Bank found = bank(i, reinterpret_cast<const std::int64_t*>(rows),
                                                reinterpret_cast<const std::uint32_t*>(defined));
        for (Variable v = 0; v < d.variables; ++v) one.bank.assign(v, found.words[v], found.defined[v]);
    }
    take_memory(all_memory(i), program, runs_[i].options.max_address + 1, result);
    result.warnings = warnings(i);
    if (result.outcome == Outcome::limit) {
        const std::uint32_t w = machines_[i].ended_warp;
        result.limit = limit_at(LimitReason::steps, w, warp(i, w).steps, warp(i, w).pc, program);
    }
    return result;
}

// Π and Λ as one stack: below an entry of Λ is the Π that it saved.
fast::Snapshot MachineBatch::snapshot(std::size_t i) const {
    const Dimensions& d = layout_.dimensions[i];
    const Parts& p = layout_.parts[i];
    const interpreter::Warp& from = warp(i, 0);
    const std::size_t stack_bytes = from.depth * kLanes * sizeof(std::uint32_t);
    const std::size_t context_bytes = from.contexts * kLanes * sizeof(std::uint32_t);
    const auto words_at = [&](const std::vector<char>& bytes, std::size_t entry) {
        return reinterpret_cast<const std::uint32_t*>(bytes.data()) + entry * kLanes;
    };
    const std::vector<char> branches = bytes_at(p.branches, stack_bytes);
    const std::vector<char> done = bytes_at(p.done, stack_bytes);
    const std::vector<char> todo = bytes_at(p.todo, stack_bytes);
    const std::vector<char> blocks = bytes_at(p.blocks, context_bytes);
    const std::vector<char> bases = bytes_at(p.bases, context_bytes);
    const std::vector<char> entry_mask = bytes_at(p.entry_mask, context_bytes);
    const std::vector<char> saved = bytes_at(p.saved_rows, p.saved_row_bytes);
    const std::vector<char> saved_defined = bytes_at(p.saved_defined, p.saved_defined_bytes);

    fast::Snapshot snapshot;
    snapshot.pc = from.pc;
    snapshot.steps = from.steps;
    snapshot.active = mask(reinterpret_cast<const std::uint32_t*>(state_.data() + p.active), i);
    snapshot.bank = bank(i, reinterpret_cast<const std::int64_t*>(banks_.data() + (p.rows - layout_.bank)),
                         reinterpret_cast<const std::uint32_t*>(banks_.data() + (p.defined - layout_.bank)));
    std::uint32_t entry = 0;
    const auto take_entries = [&](std::uint32_t end) {
        for (; entry < end; ++entry) {
            fast::Snapshot::Entry one;
            one.at = *words_at(branches, entry);
            one.done = mask(words_at(done, entry), i);
            one.todo = mask(words_at(todo, entry), i);
            snapshot.open.push_back(std::move(one));
        }
    };
    for (std::uint32_t c = 0; c < from.contexts; ++c) {
        take_entries(c + 1 < from.contexts ? *words_at(bases, c + 1) : from.base);
        fast::Snapshot::Entry one;
        one.at = *words_at(blocks, c);
        one.active = mask(words_at(entry_mask, c), i);
        if (d.restore) {
            const std::size_t lanes = d.variables * d.row_lanes();
            one.bank = bank(i, reinterpret_cast<const std::int64_t*>(saved.data()) + c * lanes,
                            reinterpret_cast<const std::uint32_t*>(saved_defined.data()) +
                                c * std::size_t{d.variables} * d.strips);
        }
        snapshot.open.push_back(std::move(one));
    }
    take_entries(from.depth);
    return snapshot;
}

}  // namespace musimd::gpu
