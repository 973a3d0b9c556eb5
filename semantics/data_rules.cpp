#include "semantics/data_rules.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "isa/user_instruction.hpp"
#include "semantics/arithmetic.hpp"
#include "semantics/typed/arithmetic.hpp"
#include "semantics/update.hpp"

namespace musimd {

void Effects::clear() {
    registers.clear();
    accesses.clear();
    stores.clear();
    rules = {};
}

namespace {

// ---- operands

/// MT:   ─────────────────        and the same for wid, bid, btid and the addresses of shared objects:
/// numbers are
///       t, β ⊢ tid = t           read in the program's word
Value MT(Integer number, const Program& program, RuleSet& rules) {
    rules.insert(RuleId::MT);
    return program.word.wrapped(number);
}

/// MV:   β[t](v) = c
///       ──────────────
///       t, β ⊢ v = c
tl::expected<Value, Failure> MV(Variable v, Thread t, const Warp& warp, RuleSet& rules) {
    rules.insert(RuleId::MV);
    const Value* c = warp.bank.find(t, v);
    if (c != nullptr) return *c;
    return tl::unexpected(
        Failure{.kind = TrapKind::undefined_variable, .rule = RuleId::MV, .thread = t, .variable = v});
}

using Checked = tl::expected<void, Failure>;

// ---- addresses

bool is_valid(std::int64_t address, const EvalContext& s) {
    if (address < 0) return false;
    const std::int64_t in_block = address - s.warp.shared_base;
    if (address > s.options.max_address) return 0 <= in_block && in_block < s.program.shared_words();
    const auto& buffers = s.program.buffers;
    return buffers.empty() || std::ranges::any_of(buffers, [&](const Buffer& b) {
               return b.address <= address && address - b.address < b.count;
           });
}

/// t, β ⊢ a = x, where x is a valid address.
tl::expected<Value, Failure> address_of(const EvalContext& s, Thread t, RuleId rule) {
    const auto x = s.operand(0, t);
    if (!x) return x;
    if (is_valid(*x, s)) return x;
    return tl::unexpected(Failure{.kind = TrapKind::invalid_address, .rule = rule, .thread = t, .a = *x});
}

/// MM:   Σ(x) = c
///       ──────────
///       Σ ⊢ x = c
tl::expected<Value, Failure> MM(const EvalContext& s, Thread t, std::int64_t x) {
    s.effects.rules.insert(RuleId::MM);
    const Value* c = s.memory.find(x);
    if (c != nullptr) return *c;
    return tl::unexpected(
        Failure{.kind = TrapKind::undefined_memory, .rule = RuleId::MM, .thread = t, .a = x});
}

// ---- the rules of one thread

/// CT:   ─────────────────────────────────        o is a constant c
///       (t, β, Σ, Θ_mask, v = c) → (σ_t[v ↦ c], Σ)
Checked CT(const EvalContext& s, Thread t) {
    s.effects.rules.insert(RuleId::CT);
    s.effects.assign(t, s.instruction.operands[0].value);
    return {};
}

/// AS:   t, β ⊢ o = c
///       ─────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = o) → (σ_t[v ↦ c], Σ)
Checked AS(const EvalContext& s, Thread t) {
    const auto c = s.operand(0, t);
    if (!c) return tl::unexpected(c.error());
    s.effects.rules.insert(RuleId::AS);
    s.effects.assign(t, *c);
    return {};
}

/// LD:   t, β ⊢ a = x    Σ ⊢ x = c
///       ───────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = [a]) → (σ_t[v ↦ c], Σ)
Checked LD(const EvalContext& s, Thread t) {
    const auto x = address_of(s, t, RuleId::LD);
    if (!x) return tl::unexpected(x.error());
    const auto c = MM(s, t, *x);
    if (!c) return tl::unexpected(c.error());
    s.effects.rules.insert(RuleId::LD);
    s.effects.use(t, *x, 0);
    s.effects.assign(t, *c);
    return {};
}

/// ST:   t, β ⊢ a = x    t, β ⊢ o = c
///       ───────────────────────────────────────────
///       (t, β, Σ, Θ_mask, [a] = o) → (σ_t, Σ[x ↦ c])           and the same for store [a], o
///
/// The operands are evaluated before the address is checked.
Checked ST(const EvalContext& s, Thread t) {
    const auto operand = s.operand(0, t);
    if (!operand) return tl::unexpected(operand.error());
    const auto c = s.operand(1, t);
    if (!c) return tl::unexpected(c.error());
    const auto x = address_of(s, t, RuleId::ST);
    if (!x) return tl::unexpected(x.error());
    s.effects.rules.insert(RuleId::ST);
    s.effects.use(t, *x, *c);
    return {};
}

// The address that operand number i evaluates to, as the rule needs it.
tl::expected<Value, Failure> valid_operand(const EvalContext& s, std::size_t i, Thread t, RuleId rule) {
    const auto x = s.operand(i, t);
    if (!x || is_valid(*x, s)) return x;
    return tl::unexpected(Failure{.kind = TrapKind::invalid_address, .rule = rule, .thread = t, .a = *x});
}

/// AC:   t, β ⊢ x = s    Σ ⊢ s = c    t, β ⊢ a = d
///       ─────────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, copy.async [a], [x]) → (σ_t, Σ[d ↦ c])
///
/// All threads read before one writes. What fails is reported as of a load, then as of a store.
Checked AC(const EvalContext& s, Thread t) {
    const auto from = valid_operand(s, 1, t, RuleId::LD);
    if (!from) return tl::unexpected(from.error());
    const auto c = MM(s, t, *from);
    if (!c) return tl::unexpected(c.error());
    const auto to = valid_operand(s, 0, t, RuleId::ST);
    if (!to) return tl::unexpected(to.error());
    s.effects.rules.insert(RuleId::AC);
    s.effects.use(t, *from, 0);
    s.effects.accesses.back().only_reads = true;
    s.effects.use(t, *to, *c);
    return {};
}

/// The premises of AT that do not depend on the order of the threads: t, β ⊢ a = x, t, β ⊢ o = …, x ∈ dom Σ.
Checked AT_address(const EvalContext& s, Thread t) {
    for (std::size_t o = 0; o < operand_count(s.instruction); ++o) {
        if (const auto value = s.operand(o, t); !value) return tl::unexpected(value.error());
    }
    const auto x = address_of(s, t, RuleId::AT);
    if (!x) return tl::unexpected(x.error());
    const auto c = MM(s, t, *x);
    if (!c) return tl::unexpected(c.error());
    s.effects.use(t, *x, 0);
    return {};
}

/// AT:   t, β ⊢ a = x    Σ ⊢ x = c
///       ──────────────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = atomic_inc [a]) → (σ_t[v ↦ c+1], Σ[x ↦ c+1])
///
/// `sigma` holds the words that the threads before t have changed.
Checked AT(const EvalContext& s, const Access& access, std::unordered_map<std::int64_t, Value>& sigma) {
    const auto [entry, first] = sigma.try_emplace(access.address, 0);
    if (first) entry->second = *s.memory.find(access.address);
    const auto next = to_word(Integer{entry->second} + 1, s.program.word);
    if (!next) {
        return tl::unexpected(
            Failure{.kind = next.error(), .rule = RuleId::AT, .thread = access.thread, .a = access.address});
    }
    s.effects.rules.insert(RuleId::AT);
    entry->second = *next;
    s.effects.assign(access.thread, *next);
    s.effects.stores.push_back({access.thread, access.address, *next});
    return {};
}

/// AT:   t, β ⊢ a = x    t, β ⊢ o1 = c1    t, β ⊢ o2 = c2    Σ ⊢ x = c
///       ────────────────────────────────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = fetch_OP [a], o1, o2) → (σ_t[v ↦ c], Σ[x ↦ OP(c, c1, c2)])
///
/// and so for typed words, where v becomes c as a T. A fetch_cas that fails leaves Σ as it is, as does a
/// load.
Checked AT_fetch(const EvalContext& s, Access& access, std::unordered_map<std::int64_t, Value>& sigma) {
    const auto [entry, first] = sigma.try_emplace(access.address, 0);
    if (first) entry->second = *s.memory.find(access.address);
    const Value c1 = operand_count(s.instruction) > 1 ? *s.operand(1, access.thread) : 0;
    const Value c2 = operand_count(s.instruction) > 2 ? *s.operand(2, access.thread) : 0;
    const auto updated = update(s.instruction, entry->second, c1, c2, s.program.word);
    if (!updated) {
        return tl::unexpected(Failure{.kind = updated.error(),
                                      .rule = RuleId::AT,
                                      .thread = access.thread,
                                      .a = access.address,
                                      .b = c1});
    }
    s.effects.rules.insert(RuleId::AT);
    s.effects.assign(access.thread, updated->before);
    access.only_reads = updated->only_reads;
    if (updated->only_reads) return {};
    entry->second = updated->word;
    s.effects.stores.push_back({access.thread, access.address, updated->word});
    return {};
}

/// UN:   t, β ⊢ o = c
///       ─────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = popc o) → (σ_t[v ↦ popc c], Σ)           and the same for clz
Checked UN(const EvalContext& s, Thread t) {
    const auto c = s.operand(0, t);
    if (!c) return tl::unexpected(c.error());
    s.effects.rules.insert(RuleId::UN);
#define MUSIMD_UNARY(op, ...) \
    if (s.instruction.opcode == Opcode::op) s.effects.assign(t, op(*c, s.program.word));
#include "isa/instructions.def"
    return {};
}

TrapKind trap_of(UserFailure failure) {
    switch (failure) {
        case UserFailure::overflow:
            return TrapKind::overflow;
        case UserFailure::division_by_zero:
            return TrapKind::division_by_zero;
        case UserFailure::assertion:
            break;
    }
    return TrapKind::assertion;
}

/// op.T(c1, …), or the function of a user instruction.
tl::expected<Value, TrapKind> typed_result(const Instruction& i, const TypedOperands& operands, Word word) {
    if (const UserInstruction* const user = user_instruction_of(i))
        return user->apply({operands.data(), user->operands}, word).map_error(trap_of);
    return apply(i.typed_operation, i.type, i.from, operands);
}

// σ_t[v ↦ c], if the operation has a result c.
Checked assign_result(const EvalContext& s, Thread t, const TypedOperands& operands,
                      const tl::expected<Value, TrapKind>& c) {
    if (!c) {
        return tl::unexpected(
            Failure{.kind = c.error(), .rule = RuleId::BP, .thread = t, .a = operands[0], .b = operands[1]});
    }
    s.effects.rules.insert(RuleId::BP);
    s.effects.assign(t, *c);
    return {};
}

/// BP:   t, β ⊢ o1 = c1    t, β ⊢ o2 = c2
///       ──────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = o1 ⊕ o2) → (σ_t[v ↦ c1 ⊕ c2], Σ)
///
/// and likewise for typed words, with as many operands as the operation has: v = op.T o1, … yields op.T(c1,
/// …). A user instruction is the same with the function of its definition.
Checked BP(const EvalContext& s, Thread t) {
    const Instruction& i = s.instruction;
    TypedOperands operands{};
    for (std::size_t o = 0, count = operand_count(i); o < count; ++o) {
        const auto value = s.operand(o, t);
        if (!value) return tl::unexpected(value.error());
        operands[o] = *value;
    }
    const Word word = s.program.word;
    if (i.opcode == Opcode::typed) return assign_result(s, t, operands, typed_result(i, operands, word));
    return assign_result(s, t, operands, apply(i.operation, operands[0], operands[1], word));
}

}  // namespace

/// SV:   t, β ⊢ o = k    k ∈ Θ_mask    β[k](v) = c
///       ─────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, shfl v, o) → (σ_t[v ↦ c], Σ)
tl::expected<void, Failure> SV(const EvalContext& s, Thread t, Thread k) {
    const Variable v = s.instruction.destination;
    const Value* c = s.warp.bank.find(k, v);
    if (c == nullptr) {
        return tl::unexpected(Failure{.kind = TrapKind::undefined_variable,
                                      .rule = RuleId::SV,
                                      .thread = t,
                                      .other = k,
                                      .variable = v});
    }
    s.effects.rules.insert(RuleId::SV);
    s.effects.assign(t, *c);
    return {};
}

/// SI:   t, β ⊢ o = k    k ∉ Θ_mask
///       ───────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, shfl v, o) → (σ_t without v, Σ)
tl::expected<void, Failure> SI(const EvalContext& s, Thread t) {
    s.effects.rules.insert(RuleId::SI);
    s.effects.registers.push_back({t, std::nullopt});
    return {};
}

// Indexed by the opcode.
constexpr RuleId kOnlyRules[] = {
#define MUSIMD_INSTRUCTION(opcode, family, syntax, memory, visibility, rules, meaning) rule_named(rules),
#include "isa/instructions.def"
};

static_assert(
    [] {
        for (const Opcode opcode : {
#define MUSIMD_DATA(opcode, ...) Opcode::opcode,
#include "isa/instructions.def"
             }) {
            const bool has_one = kOnlyRules[static_cast<std::size_t>(opcode)] < RuleId{kRuleCount};
            if (has_one == (opcode == Opcode::copy || opcode == Opcode::shfl)) return false;
        }
        return true;
    }(),
    "a data instruction has one rule; what has more is decided in each use of only_rule_of");

RuleId only_rule_of(Opcode opcode) {
    return kOnlyRules[static_cast<std::size_t>(opcode)];
}

RuleId rule_of_access(Opcode opcode, const Access& access) {
    if (opcode != Opcode::copy_async) return only_rule_of(opcode);
    return access.only_reads ? RuleId::LD : RuleId::ST;
}

bool is_rule_of_blocks(RuleId rule) {
    return std::ranges::any_of(instruction_table(), [&](const InstructionInfo& row) {
        return is_of_blocks(row.opcode) && rule_named(row.rules) == rule;
    });
}

std::optional<Thread> lane_of_mask(Value k, const EvalContext& s) {
    if (k < 0 || k >= Integer{s.program.threads}) return std::nullopt;
    const auto lane = static_cast<Thread>(k);
    return s.warp.entry_mask().contains(lane) ? std::optional(lane) : std::nullopt;
}

namespace {

Checked shuffle(const EvalContext& s, Thread t) {
    const auto k = s.operand(0, t);
    if (!k) return tl::unexpected(k.error());
    if (const auto lane = lane_of_mask(*k, s)) return SV(s, t, *lane);
    return SI(s, t);
}

/// BL:   s, β ⊢ o = c_s for each s ∈ Θ
///       ──────────────────────────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = ballot o) → (σ_t[v ↦ Σ {2^s | s ∈ Θ, c_s ≠ 0}], Σ)      modulo 2^w, N ≤ w
///
/// `votes` is that word, the same for every thread.
void BL(const EvalContext& s, Thread t, Value votes) {
    s.effects.rules.insert(RuleId::BL);
    s.effects.assign(t, votes);
}

/// AM:   the threads of the step are Θ; under `volta`, those of all machines that step together
///       ──────────────────────────────────────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, v = activemask) → (σ_t[v ↦ Σ {2^s | s ∈ Θ}], Σ)      modulo 2^w, N ≤ w
void AM(Effects& effects, Thread t, Word word, const ThreadSet& together) {
    Integer bits = 0;
    together.for_each([&](Thread u) { bits += Integer{1} << u; });
    effects.rules.insert(RuleId::AM);
    effects.assign(t, word.wrapped(bits));
}

/// FE:   ────────────────────────────────────────
///       (t, β, Σ, Θ_mask, fence.…) → (σ_t, Σ)          it orders events: happens_before.hpp
Checked FE(const EvalContext& s, Thread) {
    s.effects.rules.insert(RuleId::FE);
    return {};
}

/// AG:   ────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, async.commit) → (σ_t, Σ)          what follows: happens_before.hpp
Checked AG(const EvalContext& s, Thread) {
    s.effects.rules.insert(RuleId::AG);
    return {};
}

/// AW:   ────────────────────────────────────────────
///       (t, β, Σ, Θ_mask, async.wait o) → (σ_t, Σ)          likewise
Checked AW(const EvalContext& s, Thread) {
    s.effects.rules.insert(RuleId::AW);
    return {};
}

// ---- all threads

template <Checked (*rule)(const EvalContext&, Thread)>
Checked each(const EvalContext& s) {
    Checked result;
    s.warp.active.all_of([&](Thread t) {
        const Checked checked = rule(s, t);
        if (!checked) result = checked;  // only then: a copy of what was just written would wait for it
        return checked.has_value();
    });
    return result;
}

/// Two active threads must not store different values to one address. Reports t, the lowest thread whose
/// value differs from that of s, and s, the lowest thread that stores to the same address.
Checked no_store_race(const EvalContext& context) {
    std::map<std::int64_t, Access> first;
    for (const Access& access : context.effects.stores) {
        const auto [entry, added] = first.try_emplace(access.address, access);
        if (added || entry->second.value == access.value) continue;
        return tl::unexpected(Failure{.kind = TrapKind::race,
                                      .rule = RuleId::ST,
                                      .thread = entry->second.thread,
                                      .other = access.thread,
                                      .two_threads = true,
                                      .a = access.address});
    }
    return {};
}

Checked store(const EvalContext& s) {
    if (auto stored = each<ST>(s); !stored) return stored;
    s.effects.stores = s.effects.accesses;
    return no_store_race(s);
}

Checked copy_asynchronously(const EvalContext& s) {
    if (auto copied = each<AC>(s); !copied) return copied;
    std::ranges::copy_if(s.effects.accesses, std::back_inserter(s.effects.stores),
                         [](const Access& access) { return !access.only_reads; });
    return no_store_race(s);
}

// Of stores to one address, the last in the scheduler's order remains.
Checked atomic_store(const EvalContext& s) {
    if (auto stored = each<ST>(s); !stored) return stored;
    std::unordered_map<Thread, Access*> by_thread;
    for (Access& access : s.effects.accesses) by_thread.emplace(access.thread, &access);
    std::unordered_map<std::int64_t, Access*> last;
    for (const Thread t : s.threads_in_order()) {
        Access* const access = by_thread.at(t);
        Access*& before = last[access->address];
        if (before != nullptr) before->overwritten = true;
        before = access;
        s.effects.stores.push_back(*access);
    }
    return {};
}

Checked atomic(const EvalContext& s) {
    if (auto checked = each<AT_address>(s); !checked) return checked;
    std::unordered_map<Thread, Access> by_thread;
    for (const Access& access : s.effects.accesses) by_thread.emplace(access.thread, access);
    std::unordered_map<std::int64_t, Value> sigma;
    for (const Thread t : s.threads_in_order()) {
        if (auto increment = AT(s, by_thread.at(t), sigma); !increment) return increment;
    }
    return {};
}

Checked fetch(const EvalContext& s) {
    if (auto checked = each<AT_address>(s); !checked) return checked;
    std::unordered_map<Thread, Access*> by_thread;
    for (Access& access : s.effects.accesses) by_thread.emplace(access.thread, &access);
    std::unordered_map<std::int64_t, Value> sigma;
    for (const Thread t : s.threads_in_order()) {
        if (auto updated = AT_fetch(s, *by_thread.at(t), sigma); !updated) return updated;
    }
    return {};
}

Checked ballot(const EvalContext& s) {
    Integer votes = 0;
    Checked voted;
    s.warp.active.all_of([&](Thread t) {
        const auto c = s.operand(0, t);
        if (!c) voted = tl::unexpected(c.error());
        if (c && *c != 0) votes += Integer{1} << t;
        return voted.has_value();
    });
    if (!voted) return voted;
    s.warp.active.for_each([&](Thread t) { BL(s, t, s.program.word.wrapped(votes)); });
    return {};
}

}  // namespace

std::vector<Thread> EvalContext::threads_in_order() const {
    if (!order.empty()) return {order.begin(), order.end()};
    return thread_order(options.order, options.seed, warp.number, warp.steps, warp.active);
}

tl::expected<Value, Failure> evaluate(const Operand& operand, Thread t, const Warp& warp,
                                      const Program& program, RuleSet& rules) {
    switch (operand.kind) {
        case Operand::Kind::constant:
            return operand.value;
        case Operand::Kind::tid:
            return MT(t, program, rules);
        case Operand::Kind::wid:
            return MT(warp.number, program, rules);
        case Operand::Kind::bid:
            return MT(warp.block, program, rules);
        case Operand::Kind::btid:
            return MT(Integer{warp.first_in_block} + t, program, rules);
        case Operand::Kind::shared:
            return MT(Integer{warp.shared_base} + operand.value, program, rules);
        case Operand::Kind::variable:
            return MV(operand.variable, t, warp, rules);
    }
    return 0;
}

Effects active_mask(const ThreadSet& active, const ThreadSet& together, Word word) {
    Effects effects;
    effects.rules.insert(RuleId::TL);
    active.for_each([&](Thread t) { AM(effects, t, word, together); });
    return effects;
}

tl::expected<void, Failure> TL(const Warp& warp, const Memory& memory, const Program& program,
                               const MachineOptions& options, const Instruction& instruction,
                               Effects& effects, std::span<const Thread> order) {
    effects.clear();
    effects.rules.insert(RuleId::TL);
    const EvalContext context{warp, memory, program, options, instruction, effects, order};
    switch (instruction.opcode) {
        case Opcode::copy:
            return instruction.operands[0].kind == Operand::Kind::constant ? each<CT>(context)
                                                                           : each<AS>(context);
        case Opcode::ld:
            return each<LD>(context);
        case Opcode::st:
            return store(context);
        case Opcode::strong_store:
            return atomic_store(context);
        case Opcode::atomic_inc:
            return atomic(context);
        case Opcode::bp:
        case Opcode::typed:
            return each<BP>(context);
        case Opcode::fetch:
        case Opcode::typed_fetch:
            return fetch(context);
#define MUSIMD_UNARY(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return each<UN>(context);
        case Opcode::shfl:
            return each<shuffle>(context);
        case Opcode::ballot:
            return ballot(context);
        case Opcode::activemask:
            effects = active_mask(warp.active, warp.active, program.word);
            return {};
        case Opcode::fence:
            return each<FE>(context);
        case Opcode::copy_async:
            return copy_asynchronously(context);
        case Opcode::async_commit:
            return each<AG>(context);
        case Opcode::async_wait:
            return each<AW>(context);
#define MUSIMD_COLLECTIVE(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
#define MUSIMD_CONTROL(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            break;
    }
    assert(false && "a control instruction, or a collective, has a rule of its own");
    return {};
}

}  // namespace musimd
