#include "semantics/openings.hpp"

#include "semantics/arithmetic.hpp"
#include "semantics/data_rules.hpp"

namespace musimd {

tl::expected<Value, Failure> opened_value(const Instruction& barrier, Integer threads, Integer votes,
                                          Word word) {
    if (barrier.variant == Variant::and_) return votes == threads ? 1 : 0;
    if (barrier.variant == Variant::or_) return votes != 0 ? 1 : 0;
    const auto count = to_word(votes, word);
    if (count) return *count;
    return tl::unexpected(Failure{.kind = count.error(), .rule = RuleId::BB, .a = static_cast<Value>(votes)});
}

Failure deadlock_failure(const Instruction& instruction) {
    if (is_collective(instruction.opcode))
        return {
            .kind = TrapKind::collective_mask, .rule = only_rule_of(instruction.opcode), .all_active = true};
    const bool is_block = is_block_barrier(instruction.opcode);
    return {.kind = TrapKind::barrier_while_diverged,
            .rule = is_block ? RuleId::BB : RuleId::BR,
            .all_active = true};
}

}  // namespace musimd
