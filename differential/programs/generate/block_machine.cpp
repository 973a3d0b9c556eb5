#include "differential/programs/generate/block_machine.hpp"

#include <algorithm>

#include "differential/programs/generate/machine_config.hpp"

namespace musimd::differential {
namespace {

// Collectives need a bit of the word for each lane.
std::uint32_t lanes(Dice& dice, const Shape& shape, Word word) {
    if (shape.threads) return *shape.threads;
    const auto width = static_cast<std::uint32_t>(word.width);
    const std::uint32_t wide = dice.pick<std::uint32_t>({16, 31, 32, 33, 63, 64});
    if (dice.chance(20) && wide <= width) return wide;
    return dice.pick<std::uint32_t>({1, 2, 3, 4, 4, 4, 5, 6, 7, 8, 8, 8, 16});
}

// The numbers of warps of a block that divide those of the grid.
std::vector<std::uint32_t> shares(std::uint32_t warps, std::uint32_t threads) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t k = 1; k <= warps; ++k) {
        const bool is_small = std::uint64_t{k - 1} * threads < kMaxBlockThreads;
        if (warps % k == 0 && is_small) list.push_back(k);
    }
    return list;
}

}  // namespace

Program make_block_machine(Profile profile, Dice& dice, const Shape& shape) {
    Program machine;
    machine.word = {dice.pick({32, 32, 64}), dice.chance(50)};
    machine.threads = lanes(dice, shape, machine.word);
    const std::uint32_t most = profile == Profile::volta ? kMaxGridThreads / 3 : kMaxGridThreads;
    std::uint32_t per_block = dice.pick<std::uint32_t>({1, 1, 2, 2, 3});
    machine.grid = dice.pick<std::uint32_t>({1, 1, 2, 3});
    if (shape.warps) {
        per_block = dice.pick(shares(*shape.warps, machine.threads));
        machine.grid = *shape.warps / per_block;
    } else {
        while (machine.grid * per_block * machine.threads > most && machine.grid * per_block > 1)
            machine.grid > 1 ? --machine.grid : --per_block;
    }
    const std::uint32_t before = (per_block - 1) * machine.threads;
    const std::uint32_t last = std::min(machine.threads, kMaxBlockThreads - before);
    machine.block_threads = before + (dice.chance(50) ? last : dice.between<std::uint32_t>(1, last));
    machine.warps = machine.grid * per_block;
    machine.active = ThreadSet::all(machine.threads);
    if (machine.threads > static_cast<std::uint32_t>(machine.word.width)) machine.word.width = 64;
    machine.races = dice.chance(50) ? RaceMode::thread : RaceMode::warp;
    if (profile == Profile::volta) machine.model = ThreadModel::volta;
    return machine;
}

}  // namespace musimd::differential
