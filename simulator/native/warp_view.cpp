#include "simulator/native/warp_view.hpp"

#include "simulator/codegen/prelude/interface.hpp"

namespace musimd::native {
namespace {

std::vector<std::int64_t> row(const WarpView& warp, const void* rows, std::size_t number) {
    std::vector<std::int64_t> words(warp.program.threads);
    const std::size_t first = number * row_stride(warp.program.threads);
    const bool wide = warp.program.word.width > 32;
    for (std::size_t t = 0; t < words.size(); ++t) {
        words[t] = wide ? static_cast<const std::int64_t*>(rows)[first + t]
                        : static_cast<const std::int32_t*>(rows)[first + t];
    }
    return words;
}

fast::Snapshot::Mask mask(const WarpView& warp, std::size_t number) {
    const std::uint64_t* first = warp.masks + number * warp.mask_stride;
    return {first, first + mask_words(warp.program.threads)};
}

fast::Snapshot::Entry entry(const WarpView& warp, Label at) {
    const codegen::MaskNumbers& numbers = warp.translation.masks;
    fast::Snapshot::Entry entry;
    entry.at = at;
    if (warp.program.at(at).opcode != Opcode::everywhere) {
        entry.todo = mask(warp, numbers.todo[at]);
        entry.done = mask(warp, numbers.todo[at] + 1);
        return entry;
    }
    entry.active = mask(warp, numbers.saved[at]);
    if (warp.program.registers != RegisterMode::restore) return entry;
    for (Variable v = 0; v < warp.program.variables.size(); ++v) {
        entry.bank.words.push_back(row(warp, warp.room, warp.translation.saved_rows[at] + v));
        entry.bank.defined.push_back(mask(warp, numbers.saved[at] + 1 + v));
    }
    return entry;
}

}  // namespace

WarpResult result_of(const WarpView& warp) {
    WarpResult result{ThreadSet::of_words(mask(warp, codegen::MaskNumbers::kActive)),
                      Bank(warp.program.threads, warp.program.variables.size())};
    if (const std::uint32_t all = warp.translation.masks.all; all != 0)
        result.exited = ThreadSet::of_words(mask(warp, all + 1));
    for (Variable v = 0; v < warp.program.variables.size(); ++v)
        result.bank.assign(v, row(warp, warp.rows, v), mask(warp, warp.translation.masks.defined + v));
    return result;
}

fast::Snapshot snapshot_of(const WarpView& warp, std::uint32_t point_number, std::uint64_t steps) {
    const ProgramPoint& point = warp.translation.points[point_number];
    fast::Snapshot snapshot;
    snapshot.pc = point.pc;
    snapshot.steps = steps;
    snapshot.active = mask(warp, codegen::MaskNumbers::kActive);
    for (Variable v = 0; v < warp.program.variables.size(); ++v) {
        snapshot.bank.words.push_back(row(warp, warp.rows, v));
        snapshot.bank.defined.push_back(mask(warp, warp.translation.masks.defined + v));
    }
    for (const Label at : warp.translation.contexts[point.context]) snapshot.open.push_back(entry(warp, at));
    return snapshot;
}

}  // namespace musimd::native
