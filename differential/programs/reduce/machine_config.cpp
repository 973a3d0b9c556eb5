#include <algorithm>
#include <bit>

#include "differential/programs/reduce/edit.hpp"
#include "differential/programs/reduce/passes.hpp"

namespace musimd::differential {
namespace {

// The masks of collectives name lanes below n only.
void narrow_masks(Program& program, Thread n) {
    for (Instruction& i : program.instructions) {
        Operand& mask = i.operands[0];
        if (!is_collective(i.opcode) || mask.kind != Operand::Kind::constant) continue;
        mask.value = static_cast<Value>(static_cast<std::uint64_t>(mask.value) & low_bits(n));
    }
}

// The program in a warp of n threads. If all were active, all are. A block keeps its number of warps.
Program with_threads(Program program, Thread n) {
    if (program.has_blocks())
        program.block_threads = std::min(program.block_threads, program.warps_per_block() * n);
    narrow_masks(program, n);
    for (Instruction& i : program.instructions) {
        if (i.opcode == Opcode::shuffle) i.width = std::min(i.width, std::bit_ceil(n));
    }
    ThreadSet active;
    program.active.for_each([&](Thread t) {
        if (t < n) active.insert(t);
    });
    program.active = active.empty() ? ThreadSet::all(n) : std::move(active);
    program.threads = n;
    return program;
}

template <typename Change>
bool offer_changed(Search& search, Change change) {
    Case candidate = search.current();
    change(candidate);
    return search.offer(std::move(candidate));
}

bool take_smaller_block(Search& search) {
    for (const Value t : towards(search.program().block_threads, 1)) {
        if (offer_changed(search, [&](Case& c) { c.program.block_threads = static_cast<std::uint32_t>(t); }))
            return true;
    }
    return false;
}

// Offers smaller numbers of warps or threads; false if none is accepted.
bool take_fewer_warps(Search& search) {
    for (const Value w : towards(search.program().warps, 1)) {
        if (offer_changed(search, [&](Case& c) { c.program.warps = static_cast<std::uint32_t>(w); }))
            return true;
    }
    return false;
}

bool take_fewer_threads(Search& search) {
    for (const Value n : towards(search.program().threads, 1)) {
        if (search.offer_program(with_threads(search.program(), static_cast<Thread>(n)))) return true;
    }
    return false;
}

}  // namespace

void shrink_grid(Search& search) {
    for (bool taken = true; taken;) {
        taken = false;
        for (const Value g : towards(search.program().grid, 1)) {
            taken = offer_changed(search, [&](Case& c) { c.program.grid = static_cast<std::uint32_t>(g); });
            if (taken) break;
        }
    }
}

void shrink_block(Search& search) {
    if (!search.program().has_blocks()) return;
    const bool taken = offer_changed(search, [](Case& c) {
        c.program.block_threads = 0;
        c.program.grid = 1;
    });
    while (!taken && take_smaller_block(search)) {
    }
}

void shrink_warps(Search& search) {
    while (take_fewer_warps(search)) {
    }
}

void shrink_threads(Search& search) {
    while (take_fewer_threads(search)) {
    }
}

void simplify_active(Search& search) {
    const ThreadSet all = ThreadSet::all(search.program().threads);
    if (search.program().active == all) return;
    if (offer_changed(search, [&](Case& c) { c.program.active = all; })) return;
    for (const Thread t : search.program().active.threads()) {
        if (search.program().active.size() > 1) {
            offer_changed(search, [&](Case& c) { c.program.active.erase(t); });
        }
    }
}

void simplify_modes(Search& search) {
    offer_changed(search, [](Case& c) { c.program.word = Word{}; });
    offer_changed(search, [](Case& c) { c.program.registers = RegisterMode::keep; });
    offer_changed(search, [](Case& c) { c.program.races = RaceMode::warp; });
    offer_changed(search, [](Case& c) { c.program.model = ThreadModel::lockstep; });
}

void simplify_run_options(Search& search) {
    offer_changed(search, [](Case& c) { c.options.max_address = kDefaultMaxAddress; });
    const Order order = search.current().options.order;
    for (const Order simpler : {Order::ascending, Order::descending}) {
        if (simpler < order && offer_changed(search, [&](Case& c) { c.options.order = simpler; })) break;
    }
    // Only a random order uses the seed, and any seed is as good as another.
    for (std::uint64_t seed = 0; seed < 16 && seed < search.current().options.seed; ++seed) {
        if (offer_changed(search, [&](Case& c) { c.options.seed = seed; })) break;
    }
}

}  // namespace musimd::differential
