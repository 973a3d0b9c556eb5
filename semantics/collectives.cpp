#include "semantics/collectives.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "semantics/arithmetic.hpp"
#include "semantics/typed/arithmetic.hpp"

namespace musimd {
namespace {

const Instruction& at(const Participant& t, const Program& program) {
    return program.at(t.pc);
}

std::optional<std::uint64_t> mask_bits(const Participant& t, const Program& program) {
    RuleSet rules;
    const auto m = evaluate(at(t, program).operands[0], t.lane, *t.machine, program, rules);
    if (!m) return std::nullopt;
    return static_cast<std::uint64_t>(*m) & low_bits(static_cast<std::size_t>(program.word.width));
}

bool are_same_operation(const Instruction& a, const Instruction& b) {
    return a.opcode == b.opcode && a.variant == b.variant && a.width == b.width && a.type == b.type;
}

/// The threads that step, and what the rules for one of them read.
class Collective {
  public:
    Collective(const std::vector<Participant>& threads, const ThreadSet& present, const Program& program,
               CollectiveRules rules)
        : threads_(threads), present_(present), program_(program), how_(rules) {}

    std::optional<CollectiveFailure> check_operands();
    std::optional<CollectiveFailure> check_masks();
    std::optional<CollectiveFailure> apply_rules();
    CollectiveEffects take_effects() { return std::move(effects_); }

  private:
    using Written = tl::expected<std::optional<Value>, Failure>;

    Written rule(std::size_t t);
    Written SW(std::size_t t);
    Written SH(std::size_t t);
    Written VO(std::size_t t);
    Written MA(std::size_t t);
    Written RD(std::size_t t);

    const Instruction& instruction(std::size_t t) const { return at(threads_[t], program_); }
    tl::expected<Value, Failure> operand(std::size_t t, std::size_t number) {
        return evaluate(instruction(t).operands[number], threads_[t].lane, *threads_[t].machine, program_,
                        effects_.rules);
    }
    /// o of participant s, which check_operands has found defined.
    Value o(std::size_t s) const { return last_operands_[s]; }
    /// Whether participant s is in P(m) of participant t.
    bool is_in_group(std::size_t t, std::size_t s) const { return groups_[t].contains(threads_[s].lane); }
    /// Calls f(s) for the participants of P(m) of participant t, ascending.
    template <typename F>
    void each_of_group(std::size_t t, F&& f) const {
        for (std::size_t s = 0; s < threads_.size(); ++s) {
            if (is_in_group(t, s)) f(s);
        }
    }
    ThreadSet group_of(std::size_t t) const;
    std::optional<CollectiveFailure> incomplete(std::size_t t) const;

    const std::vector<Participant>& threads_;
    const ThreadSet& present_;
    const Program& program_;
    CollectiveRules how_;
    std::vector<Value> last_operands_;  // of each participant
    std::vector<std::uint64_t> masks_;  // likewise
    std::vector<ThreadSet> groups_;     // P(m) of each participant
    CollectiveEffects effects_;
};

std::optional<CollectiveFailure> Collective::check_operands() {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        last_operands_.push_back(0);
        for (std::size_t n = 0; n < operand_count(instruction(t)); ++n) {
            if (is_read_elsewhere(instruction(t).opcode, n)) continue;
            const auto value = operand(t, n);
            if (!value) return CollectiveFailure{t, value.error()};
            last_operands_.back() = *value;
        }
    }
    return std::nullopt;
}

// P(m) of participant t.
ThreadSet Collective::group_of(std::size_t t) const {
    const ThreadSet mask = ThreadSet::of_words(std::span(&masks_[t], 1));
    if (how_.meeting == Meeting::all) return present_in(mask, present_);
    ThreadSet group;
    for (std::size_t s = 0; s < threads_.size(); ++s) {
        if (masks_[s] == masks_[t] && mask.contains(threads_[s].lane)) group.insert(threads_[s].lane);
    }
    return group;
}

// The mask of participant t names a lane of P(m) that t does not meet: t fails.
std::optional<CollectiveFailure> Collective::incomplete(std::size_t t) const {
    std::uint64_t missing = 0;
    groups_[t].for_each([&](Thread lane) { missing |= std::uint64_t{1} << lane; });
    for (std::size_t s = 0; s < threads_.size(); ++s) {
        if (masks_[t] == masks_[s] && are_same_operation(instruction(t), instruction(s)))
            missing &= ~(std::uint64_t{1} << threads_[s].lane);
    }
    if (missing == 0) return std::nullopt;
    Failure failure{.kind = TrapKind::collective_mask,
                    .rule = only_rule_of(instruction(t).opcode),
                    .thread = threads_[t].lane};
    failure.missing = missing;
    return CollectiveFailure{t, failure};
}

std::optional<CollectiveFailure> Collective::check_masks() {
    for (const Participant& t : threads_) {
        masks_.push_back(*mask_bits(t, program_));
        effects_.named |= ThreadSet::of_words(std::span(&masks_.back(), 1));
    }
    for (std::size_t t = 0; t < threads_.size(); ++t) groups_.push_back(group_of(t));
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        if (const auto failure = own_checks(threads_[t], program_, effects_.rules))
            return CollectiveFailure{t, *failure};
        if (auto failure = incomplete(t)) return failure;
        if (groups_[t].front() == threads_[t].lane) effects_.groups.push_back(groups_[t]);
    }
    return std::nullopt;
}

std::optional<CollectiveFailure> Collective::apply_rules() {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        const Written v = rule(t);
        if (!v) return CollectiveFailure{t, v.error()};
        if (info(instruction(t).opcode).format.destination)
            effects_.registers.push_back({threads_[t].lane, *v});
    }
    return std::nullopt;
}

Collective::Written Collective::rule(std::size_t t) {
    effects_.rules.insert(RuleId::TL);
    effects_.rules.insert(only_rule_of(instruction(t).opcode));
    switch (instruction(t).opcode) {
        case Opcode::syncwarp:
            return SW(t);
        case Opcode::shuffle:
            return SH(t);
        case Opcode::vote:
            return VO(t);
        case Opcode::match:
            return MA(t);
        case Opcode::reduce:
        case Opcode::typed_reduce:
            return RD(t);
#define MUSIMD_COLLECTIVE(opcode, ...)
#define MUSIMD_INSTRUCTION(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            break;
    }
    assert(false && "only collectives have groups");
    return std::nullopt;
}

/// SW:   t, β ⊢ m = m_t    t meets every s ∈ P(m_t)
///       ────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, syncwarp m) → (σ_t, Σ)              it orders events: happens_before.hpp
Collective::Written Collective::SW(std::size_t) {
    return std::nullopt;
}

// The lane from which a shuffle with operand o takes x in lane t.
Thread source_lane(const Instruction& i, Value o, Thread t, Thread lanes) {
    const auto p = static_cast<Value>(std::bit_ceil(lanes));
    const Value k = ((o % p) + p) % p;
    const auto width = static_cast<Value>(i.width);
    const Value begin = t - t % width;
    const Value last = std::min<Value>(begin + width, lanes) - 1;
    Value j = t;
    if (i.variant == Variant::idx) j = begin + k % width;
    if (i.variant == Variant::up) j = t - k;
    if (i.variant == Variant::down) j = t + k;
    if (i.variant == Variant::xor_) j = Value{t} ^ k;
    const bool stays = i.variant == Variant::up ? j < begin : j > last;
    return stays ? t : static_cast<Thread>(j);
}

/// SH:   t, β ⊢ m = m_t    t, β ⊢ o = k    j = the lane that the variant, k and width name for t
///       j ∈ P(m_t)    j, β ⊢ x = c                                       j ∉ P(m_t)
///       ──────────────────────────────────────────────────────   ───────────────────────────────
///       (t, β, Σ, Θ_mask, v = shfl.… m, x, o) → (σ_t[v ↦ c], Σ)   → (σ_t without v, Σ)
///
/// Where a shuffle reads all lanes, j need only exist.
Collective::Written Collective::SH(std::size_t t) {
    const Instruction& i = instruction(t);
    const Thread j = source_lane(i, o(t), threads_[t].lane, program_.threads);
    const bool takes_part = groups_[t].contains(j);
    if (!takes_part && !(how_.reads_all_lanes && j < program_.lanes_of(threads_[t].machine->number)))
        return std::nullopt;
    Participant source(j, *threads_[t].machine, threads_[t].pc);
    if (takes_part) source = *std::ranges::find(threads_, j, &Participant::lane);
    const auto x = evaluate(at(source, program_).operands[1], j, *source.machine, program_, effects_.rules);
    if (x) return *x;
    Failure failure = x.error();
    failure.rule = RuleId::SH;
    failure.thread = threads_[t].lane;
    failure.other = j;
    return tl::unexpected(failure);
}

/// VO:   t, β ⊢ m = m_t    s, β ⊢ o = c_s for each s ∈ P = P(m_t)
///       ─────────────────────────────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = vote.ballot m, o) → (σ_t[v ↦ Σ {2^s | s ∈ P, c_s ≠ 0}], Σ)      modulo 2^w
///
/// and `any`, `all`: 1 if c_s ≠ 0 for some, for every s ∈ P, else 0.
Collective::Written Collective::VO(std::size_t t) {
    Integer votes = 0;
    bool any = false;
    bool all = true;
    each_of_group(t, [&](std::size_t s) {
        const bool vote = o(s) != 0;
        if (vote) votes += Integer{1} << threads_[s].lane;
        any = any || vote;
        all = all && vote;
    });
    if (instruction(t).variant == Variant::any) return any ? 1 : 0;
    if (instruction(t).variant == Variant::all) return all ? 1 : 0;
    return program_.word.wrapped(votes);
}

/// MA:   t, β ⊢ m = m_t    s, β ⊢ o = c_s for each s ∈ P = P(m_t)
///       ─────────────────────────────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = match.any m, o) → (σ_t[v ↦ Σ {2^s | s ∈ P, c_s = c_t}], Σ)      modulo 2^w
///
/// and `all`: Σ {2^s | s ∈ P} if all c_s are equal, else 0.
Collective::Written Collective::MA(std::size_t t) {
    Integer same = 0;
    bool all = true;
    each_of_group(t, [&](std::size_t s) {
        const bool is_same = o(s) == o(t);
        if (is_same) same += Integer{1} << threads_[s].lane;
        all = all && is_same;
    });
    if (instruction(t).variant == Variant::all && !all) return 0;
    return program_.word.wrapped(same);
}

Integer combined(Variant operation, Integer a, Integer b) {
    switch (operation) {
        case Variant::add:
            return a + b;
        case Variant::min:
            return std::min(a, b);
        case Variant::max:
            return std::max(a, b);
        case Variant::and_:
            return a & b;
        case Variant::or_:
            return a | b;
        case Variant::xor_:
            return a ^ b;
        case Variant::none:
        case Variant::count:
        case Variant::idx:
        case Variant::up:
        case Variant::down:
        case Variant::ballot:
        case Variant::any:
        case Variant::all:
            break;
    }
    assert(false && "not an operation of a reduction");
    return a;
}

/// RD:   t, β ⊢ m = m_t    s, β ⊢ o = c_s for each s ∈ P = P(m_t) = {s1 < s2 < …}
///       ────────────────────────────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = reduce.OP m, o) → (σ_t[v ↦ c_s1 OP c_s2 OP …], Σ)
///
/// in ℤ, and then in the word; with a type, OP is the operation on typed words, applied from left to right.
Collective::Written Collective::RD(std::size_t t) {
    const Instruction& i = instruction(t);
    std::optional<Integer> result;
    each_of_group(t, [&](std::size_t s) {
        if (!result) {
            result = o(s);
        } else if (i.opcode == Opcode::typed_reduce) {
            const TypedOperands operands{static_cast<Value>(*result), o(s)};
            result = *apply(i.typed_operation, i.type, i.from, operands);
        } else {
            result = combined(i.variant, *result, o(s));
        }
    });
    const auto word = to_word(*result, program_.word);
    if (word) return *word;
    return tl::unexpected(Failure{.kind = word.error(), .rule = RuleId::RD, .thread = groups_[t].front()});
}

}  // namespace

std::optional<ThreadSet> mask_of(const Participant& t, const Program& program) {
    const auto bits = mask_bits(t, program);
    if (!bits) return std::nullopt;
    return ThreadSet::of_words(std::span(&*bits, 1));
}

ThreadSet present_in(const ThreadSet& mask, const ThreadSet& present) {
    ThreadSet result;
    mask.for_each([&](Thread s) {
        if (present.contains(s)) result.insert(s);
    });
    return result;
}

bool meets(const Participant& t, const Participant& s, const Program& program) {
    if (t.pc >= program.end() || s.pc >= program.end()) return false;
    const Instruction& a = at(t, program);
    const Instruction& b = at(s, program);
    return is_collective(a.opcode) && are_same_operation(a, b) &&
           mask_bits(t, program) == mask_bits(s, program);
}

std::optional<Failure> own_checks(const Participant& t, const Program& program, RuleSet& rules) {
    const Instruction& i = at(t, program);
    for (std::size_t n = 0; n < operand_count(i); ++n) {
        if (is_read_elsewhere(i.opcode, n)) continue;
        const auto value = evaluate(i.operands[n], t.lane, *t.machine, program, rules);
        if (!value) return value.error();
    }
    const ThreadSet mask = *mask_of(t, program);
    const bool is_too_high = !mask.all_of([&](Thread s) { return s < program.threads; });
    if (!is_too_high && mask.contains(t.lane)) return std::nullopt;
    return Failure{.kind = TrapKind::collective_mask, .rule = only_rule_of(i.opcode), .thread = t.lane};
}

tl::expected<CollectiveEffects, CollectiveFailure> collective(const std::vector<Participant>& threads,
                                                              const ThreadSet& present,
                                                              const Program& program, CollectiveRules rules) {
    Collective step(threads, present, program, rules);
    if (auto failure = step.check_operands()) return tl::unexpected(*failure);
    if (auto failure = step.check_masks()) return tl::unexpected(*failure);
    if (auto failure = step.apply_rules()) return tl::unexpected(*failure);
    return step.take_effects();
}

}  // namespace musimd
