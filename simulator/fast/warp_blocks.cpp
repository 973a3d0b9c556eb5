// Block barriers, collectives and fences (section 11), under `lockstep`. Collectives need N ≤ w, so that
// masks are one word.

#include <algorithm>
#include <bit>
#include <limits>

#include "simulator/fast/warp.hpp"

namespace musimd::fast {

// ---- block barriers

bool FastWarp::waits_at_block_barrier() const {
    const Decoded& i = code_.code[pc_ - 1];
    if (barrier_open_ || i.end_sentinel || !is_block_barrier(i.opcode) || !contexts_.empty()) return false;
    return std::equal(r_.active, r_.active + r_.mask_words, all_) &&
           (i.opcode == Opcode::block_barrier || are_defined(i));
}

Event FastWarp::block_barrier(const Decoded& i, Workspace& work) {
    if (!contexts_.empty() || !std::equal(r_.active, r_.active + r_.mask_words, all_))
        return fail_all(TrapKind::barrier_while_diverged, RuleId::BB);
    const bool has_operand = i.opcode == Opcode::block_barrier_of;
    if (has_operand && !are_defined(i)) return undefined_operand();
    if (!barrier_open_) return Event::waits;
    barrier_open_ = false;
    if (has_operand) {
        work.row.set(0, opened_);
        write(i, {work.row.at(0), true});
    }
    pc_ += 1;
    last_rule_ = RuleId::BB;
    return Event::stepped;
}

// ---- fences and activemask

Event FastWarp::fence(GridContext& grid) {
    if (grid.history != nullptr)
        grid.history->fence(number_, active(), kind_of(code_.program.at(pc_)).strength);
    return next();
}

namespace {

// The bits as a word of that width: the highest is its sign.
std::int64_t as_word(std::uint64_t bits, int width) {
    const int unused = 64 - width;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

constexpr std::uint64_t lane_bit(std::size_t lane) {
    return std::uint64_t{1} << lane;
}

}  // namespace

Event FastWarp::active_mask(const Decoded& i, Workspace& work) {
    work.row.set(0, as_word(r_.active[0], r_.width));
    write(i, {work.row.at(0), true});
    return next();
}

// ---- collectives

/// The masks of the active lanes, as bits, and their threads that exist and have not exited.
struct FastWarp::Masks {
    std::uint64_t mask[64];
    std::uint64_t present[64];
    bool are_equal = true;
};

// The mask of the lane has a lane that does not exist, lacks its own, or names `missing`, which do not meet
// it.
bool FastWarp::fails_mask(std::size_t lane, std::uint64_t missing) {
    fail({.kind = TrapKind::collective_mask,
          .rule = only_rule_of(code_.code[pc_ - 1].opcode),
          .thread = static_cast<Thread>(lane)});
    failure_.missing = missing;
    return false;
}

bool FastWarp::masks_are_good(const Decoded& i, Masks& masks) {
    const LaneOperand m = source(i, 0);
    const std::uint64_t whole = low_bits(static_cast<std::size_t>(r_.width));
    const std::uint64_t exist = low_bits(code_.program.threads);
    const bool meets_here = code_.plan != nullptr && code_.plan->policy.meet == models::Policy::Meet::here;
    const std::uint64_t first =
        static_cast<std::uint64_t>(word(m, static_cast<std::size_t>(std::countr_zero(r_.active[0])))) & whole;
    each_active([&](std::size_t lane) {
        masks.mask[lane] = static_cast<std::uint64_t>(word(m, lane)) & whole;
        masks.present[lane] = masks.mask[lane] & all_[0];
        if (meets_here) masks.present[lane] &= r_.active[0];
        masks.are_equal = masks.are_equal && masks.mask[lane] == first;
        return true;
    });
    return each_active([&](std::size_t lane) {
        const std::uint64_t mask = masks.mask[lane];
        if ((mask & ~exist) != 0 || (mask & lane_bit(lane)) == 0) return fails_mask(lane, 0);
        std::uint64_t missing = masks.present[lane] & ~r_.active[0];
        for (std::uint64_t rest = masks.are_equal ? 0 : masks.present[lane] & r_.active[0]; rest != 0;
             rest &= rest - 1) {
            const auto s = static_cast<std::size_t>(std::countr_zero(rest));
            if (masks.mask[s] != mask) missing |= lane_bit(s);
        }
        if (meets_here) {
            masks.present[lane] &= ~missing;
            return true;
        }
        return missing == 0 || fails_mask(lane, missing);
    });
}

Event FastWarp::collective(const Decoded& i, GridContext& grid, Workspace& work) {
    const std::size_t operands = operand_count(code_.program.at(pc_));
    const bool defined = each_active([&](std::size_t lane) {
        for (std::size_t o = 0; o < operands; ++o) {
            if (!is_read_elsewhere(i.opcode, o) && undefined_lane(operand(o), lane)) return false;
        }
        return true;
    });
    Masks masks;
    if (!defined || !masks_are_good(i, masks)) return Event::failed;
    work.named = 0;
    work.groups = 0;
    each_active([&](std::size_t lane) {
        work.named |= masks.mask[lane];
        if (static_cast<std::size_t>(std::countr_zero(masks.present[lane])) != lane) return true;
        work.groups += 1;
        const std::uint64_t ended = masks.mask[lane] & ~all_[0];
        const std::uint64_t named = (masks.present[lane] | ended) & low_bits(code_.program.lanes_of(number_));
        if (i.opcode == Opcode::syncwarp && grid.history != nullptr)
            grid.history->meet(number_, set_of(&named));
        return true;
    });
    if (i.opcode == Opcode::shuffle) return warp_shuffle(i, masks, work);
    if (i.opcode == Opcode::vote) return vote(i, masks, work);
    if (i.opcode == Opcode::match) return match(i, masks, work);
    if (i.opcode == Opcode::reduce || i.opcode == Opcode::typed_reduce) return reduce(i, masks, work);
    return next();  // syncwarp
}

// Writes work.row to v, which becomes undefined in the active lanes that `defined` lacks.
Event FastWarp::finish_collective(const Decoded& i, std::uint64_t defined, Workspace& work) {
    code_.kernels.copy(bank_word(i.row), {work.row.at(0), false}, r_.active, r_.lanes);
    std::uint64_t& of_v = r_.defined[i.destination * r_.mask_words];
    of_v = (of_v & ~r_.active[0]) | (defined & r_.active[0]);
    r_.changed = true;
    return next();
}

namespace {

// The lane that a shuffle with operand o reads in lane t.
std::int64_t shuffled_lane(const Instruction& i, std::int64_t o, std::int64_t t, std::int64_t lanes) {
    const auto p = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(lanes)));
    const std::int64_t k = o & (p - 1);
    const std::int64_t width = i.width;
    const std::int64_t begin = t & ~(width - 1);
    const std::int64_t end = std::min(begin + width, lanes);
    switch (i.variant) {
        case Variant::up:
            return t - k < begin ? t : t - k;
        case Variant::down:
            return t + k >= end ? t : t + k;
        case Variant::xor_:
            return (t ^ k) >= end ? t : t ^ k;
        case Variant::idx: {
            const std::int64_t j = begin + (k & (width - 1));
            return j >= end ? t : j;
        }
        case Variant::none:
        case Variant::count:
        case Variant::ballot:
        case Variant::any:
        case Variant::all:
        case Variant::add:
        case Variant::min:
        case Variant::max:
        case Variant::and_:
        case Variant::or_:
            break;
    }
    return t;
}

}  // namespace

Event FastWarp::warp_shuffle(const Decoded& i, const Masks& masks, Workspace& work) {
    const Instruction& instruction = code_.program.at(pc_);
    const Operand& x = operand(1);
    const bool reads_all = code_.plan != nullptr && code_.plan->policy.reads == models::Policy::Reads::warp;
    const std::uint64_t others = reads_all ? low_bits(code_.program.lanes_of(number_)) : 0;
    std::uint64_t defined = 0;
    const bool done = each_active([&](std::size_t lane) {
        const auto j = static_cast<std::size_t>(shuffled_lane(
            instruction, lane_word(i, 2, lane), static_cast<std::int64_t>(lane), code_.program.threads));
        if (((masks.present[lane] | others) & lane_bit(j)) == 0) {
            work.row.set(lane, static_cast<std::int64_t>(pc_));  // the instruction that made it undefined
            return true;
        }
        if (!lane_defined(x, j)) {
            fail({.kind = TrapKind::undefined_variable,
                  .rule = RuleId::SH,
                  .thread = static_cast<Thread>(lane),
                  .other = static_cast<Thread>(j),
                  .variable = x.variable});
            return false;
        }
        work.row.set(lane, lane_word(i, 1, j));
        defined |= lane_bit(lane);
        return true;
    });
    if (!done) return Event::failed;
    if (defined != 0 && x.kind != Operand::Kind::constant)
        last_rules_.insert(x.kind == Operand::Kind::variable ? RuleId::MV : RuleId::MT);
    return finish_collective(i, defined, work);
}

Event FastWarp::vote(const Decoded& i, const Masks& masks, Workspace& work) {
    std::uint64_t votes = 0;
    each_active([&](std::size_t lane) {
        if (lane_word(i, 1, lane) != 0) votes |= lane_bit(lane);
        return true;
    });
    const Variant variant = code_.program.at(pc_).variant;
    each_active([&](std::size_t lane) {
        const std::uint64_t group = masks.present[lane];
        const std::uint64_t bits = votes & group;
        if (variant == Variant::ballot) {
            work.row.set(lane, as_word(bits, r_.width));
        } else {
            work.row.set(lane, (variant == Variant::any ? bits != 0 : bits == group) ? 1 : 0);
        }
        return true;
    });
    return finish_collective(i, ~std::uint64_t{0}, work);
}

Event FastWarp::match(const Decoded& i, const Masks& masks, Workspace& work) {
    const bool all = code_.program.at(pc_).variant == Variant::all;
    each_active([&](std::size_t lane) {
        std::uint64_t same = 0;
        for (std::uint64_t rest = masks.present[lane]; rest != 0; rest &= rest - 1) {
            const auto s = static_cast<std::size_t>(std::countr_zero(rest));
            if (lane_word(i, 1, s) == lane_word(i, 1, lane)) same |= lane_bit(s);
        }
        const std::uint64_t bits = all && same != masks.present[lane] ? 0 : same;
        work.row.set(lane, as_word(bits, r_.width));
        return true;
    });
    return finish_collective(i, ~std::uint64_t{0}, work);
}

// A sum is taken in 128 bits, since its parts may overflow where the whole does not; the others never leave
// the word.
Event FastWarp::reduce(const Decoded& i, const Masks& masks, Workspace& work) {
    const Instruction& instruction = code_.program.at(pc_);
    const Word word = code_.program.word;
    Instruction step;
    step.opcode = i.opcode == Opcode::typed_reduce ? Opcode::typed_fetch : Opcode::fetch;
    step.fetch_operation = fetch_operation_of(instruction.variant);
    step.type = instruction.type;
    const bool sums = i.opcode == Opcode::reduce && instruction.variant == Variant::add;
    const bool done = each_active([&](std::size_t lane) {
        std::uint64_t rest = masks.present[lane];
        const auto first = static_cast<std::size_t>(std::countr_zero(rest));
        if (first != lane) {  // the lowest of the group has computed it
            work.row.set(lane, work.row.get(first));
            return true;
        }
        std::int64_t result = lane_word(i, 1, first);
        Integer sum = result;
        for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
            const std::int64_t o = lane_word(i, 1, static_cast<std::size_t>(std::countr_zero(rest)));
            sum += o;
            if (!sums) result = fetch(step, result, o, 0, word).word;
        }
        if (sums && !word.wrap && (sum < word.min() || sum > word.max())) {
            fail({.kind = TrapKind::overflow, .rule = RuleId::RD, .thread = static_cast<Thread>(lane)});
            return false;
        }
        work.row.set(lane, sums ? as_word(static_cast<std::uint64_t>(sum), r_.width) : result);
        return true;
    });
    return done ? finish_collective(i, ~std::uint64_t{0}, work) : Event::failed;
}

}  // namespace musimd::fast
