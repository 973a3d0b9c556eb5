#include "simulator/native/counts.hpp"

#include <algorithm>
#include <bit>

#include "simulator/observers/memory_requests.hpp"

namespace musimd::native {
namespace {

std::uint64_t segments(std::int64_t* addresses, std::size_t n, std::int64_t segment) {
    return count_segments({addresses, n}, segment);
}

std::uint64_t active_threads(const WarpState& warp, std::uint32_t threads) {
    const std::size_t words = mask_words(threads);
    return ThreadSet::of_words({warp.masks + codegen::MaskNumbers::kActive * words, words}).size();
}

}  // namespace

void Counts::provide(std::size_t threads) {
    if (translation_.counted.empty()) return;
    while (threads_.size() < threads) {
        Thread& thread = threads_.emplace_back();
        thread.cells.resize(translation_.cells);
        thread.addresses.resize(program_.threads);
        const auto words = static_cast<std::uint64_t>(segment_);
        thread.counters = {.cells = thread.cells.data(),
                           .segment = segment_,
                           .segment_bits = std::has_single_bit(words) ? std::countr_zero(words) : -1,
                           .addresses = thread.addresses.data(),
                           .segments = segments,
                           .ranges = ranges_.empty() ? nullptr : ranges_.data()};
    }
}

void Counts::watch_ranges(const Tally& tally) {
    for (const Tally::Range& range : tally.ranges())
        ranges_.push_back({range.first, range.end - 1, range.is_shared});
}

void Counts::add_to(Tally& tally) const {
    tally.begin();
    const std::vector<std::uint64_t> cells = sum();
    for (const codegen::CountedBlock& block : translation_.counted) {
        for (const Label pc : block.steps) {
            tally.of(pc).steps += cells[block.cell];
            tally.of(pc).lanes += cells[block.cell + 1];
        }
        const Opcode last = program_.at(block.steps.back()).opcode;
        if (last == Opcode::bz || last == Opcode::bnz)
            tally.of(block.steps.back()).diverged += cells[block.cell + 2];
    }
    for (const Thread& thread : threads_) {
        tally.add_segments(thread.counters.transactions);
        if (!thread.counters.is_inside) tally.note_outside();
    }
    tally.complete();
}

// The cells of all host threads.
std::vector<std::uint64_t> Counts::sum() const {
    std::vector<std::uint64_t> cells(translation_.cells);
    for (const Thread& thread : threads_)
        std::ranges::transform(cells, thread.cells, cells.begin(), std::plus<>());
    return cells;
}

// All that began the block did its steps, but those of the warps `early` that left it before its end.
Counts::Done Counts::done(std::size_t block, std::size_t step, const std::vector<std::uint64_t>& cells,
                          std::span<const WarpState* const> early) const {
    const std::uint32_t cell = translation_.counted[block].cell;
    Done done{cells[cell], cells[cell + 1]};
    for (const WarpState* warp : early) {
        if (warp->given_back != block + 1 || step < warp->first_given_back) continue;
        done.times -= 1;
        done.lanes -= active_threads(*warp, program_.threads);
    }
    return done;
}

void Counts::add(const Instruction& instruction, const Done& done, Statistics& to) const {
    to.steps += done.times;
    to.active_lane_instructions += done.lanes;
    to.by_instruction[static_cast<std::size_t>(counted_as(instruction.opcode))] += done.times;
    if (info(instruction.opcode).memory != MemoryUse::none) to.memory_requests += done.times;
    if (instruction.opcode != Opcode::everywhere) return;
    to.everywhere_blocks += done.times;
    to.lanes_woken += done.times * program_.threads - done.lanes;
}

Statistics Counts::statistics(std::span<const WarpState> warps) const {
    const std::vector<std::uint64_t> cells = sum();
    std::vector<const WarpState*> early;  // few, if any
    for (const WarpState& warp : warps) {
        if (warp.given_back != 0) early.push_back(&warp);
    }
    Statistics all;
    all.threads = program_.threads;
    for (const Thread& thread : threads_) all.memory_transactions += thread.counters.transactions;
    for (std::size_t b = 0; b < translation_.counted.size(); ++b) {
        const codegen::CountedBlock& block = translation_.counted[b];
        Done last;
        for (std::size_t i = 0; i < block.steps.size(); ++i) {
            last = done(b, i, cells, early);
            add(program_.at(block.steps[i]), last, all);
        }
        if (last.times == 0) continue;
        all.max_sync_depth = std::max<std::uint64_t>(all.max_sync_depth, block.sync_depth);
        all.max_context_depth = std::max<std::uint64_t>(all.max_context_depth, block.context_depth);
        const Opcode opcode = program_.at(block.steps.back()).opcode;
        if (opcode != Opcode::bz && opcode != Opcode::bnz) continue;
        all.branches_divergent += cells[block.cell + 2];
        all.branches_uniform += last.times - cells[block.cell + 2];
    }
    return all;
}

}  // namespace musimd::native
