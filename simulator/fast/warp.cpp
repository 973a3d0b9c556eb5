#include "simulator/fast/warp.hpp"

#include <algorithm>

#include "simulator/fast/typed.hpp"

namespace musimd::fast {
namespace {

// The failure of c1 ⊕ c2 in machine words, for a lane whose loop reported one.
std::optional<TrapKind> scalar_failure(Operation op, std::int64_t x, std::int64_t y, Word word) {
    const auto outside = [&](long long z) {
        return word.width < 64 && (z << (64 - word.width)) >> (64 - word.width) != z;
    };
    long long r = 0;
    // Reads r when called, that is, after the operation that computes it.
    const auto overflows = [&](bool over) -> std::optional<TrapKind> {
        if (word.wrap || (!over && !outside(r))) return std::nullopt;
        return TrapKind::overflow;
    };
    switch (op) {
        case Operation::add:
            return overflows(__builtin_saddll_overflow(x, y, &r));
        case Operation::sub:
            return overflows(__builtin_ssubll_overflow(x, y, &r));
        case Operation::mul:
            return overflows(__builtin_smulll_overflow(x, y, &r));
        case Operation::div:
        case Operation::mod:
            if (y == 0) return TrapKind::division_by_zero;
            if (op == Operation::mod || y != -1) return std::nullopt;
            return overflows(__builtin_ssubll_overflow(0, x, &r));
        case Operation::shl:
        case Operation::shr:
            if (y < 0 || y >= word.width) return TrapKind::invalid_shift;
            if (op == Operation::shr) return std::nullopt;
            r = static_cast<long long>(static_cast<unsigned long long>(x) << y);
            return overflows((r >> y) != x);
        case Operation::and_:
        case Operation::or_:
        case Operation::xor_:
        case Operation::lt:
        case Operation::le:
        case Operation::gt:
        case Operation::ge:
        case Operation::eq:
        case Operation::ne:
        case Operation::min:
        case Operation::max:
            break;
    }
    return std::nullopt;
}

std::optional<TrapKind> failure_of(const Instruction& i, std::int64_t x, std::int64_t y, Word word) {
    if (i.opcode == Opcode::typed) return typed_failure(i.typed_operation, i.type, i.from, x, y);
    return i.opcode == Opcode::bp ? scalar_failure(i.operation, x, y, word) : std::nullopt;
}

}  // namespace

FastWarp::FastWarp(const DecodedProgram& code, std::uint32_t number, void* bank, std::uint64_t* masks)
    : code_(code),
      all_(masks + (code.always() + 2) * code.mask_words),
      number_(number),
      sync_limit_(max_sync_entries(0)) {
    r_.bank = bank;
    r_.active = masks;
    r_.entry = masks;
    r_.defined = masks + code.mask_words;
    r_.lanes = code.lanes;
    r_.mask_words = code.mask_words;
    r_.width = code.program.word.width;
    set_word(code.wid_row(), code.program.word.wrapped(number));
    std::fill_n(r_.defined + code.always() * code.mask_words, code.mask_words, ~std::uint64_t{0});
    const Program& program = code.program;
    for (Thread t = 0; t < program.lanes_of(number); ++t) all_[t / 64] |= std::uint64_t{1} << (t % 64);
    if (program.has_blocks()) {
        std::copy_n(all_, code.mask_words, r_.active);
    } else {
        program.active.for_each([&](Thread t) { masks[t / 64] |= std::uint64_t{1} << (t % 64); });
    }
    if (code.plan != nullptr) groups_ = std::make_unique<WarpGroups>(*code.plan, r_.active[0]);
    if (!program.has_blocks()) return;
    const std::uint32_t block = program.block_of(number);
    const std::uint64_t first = std::uint64_t{number % program.warps_per_block()} * program.threads;
    set_word(code.bid_row(), program.word.wrapped(block));
    for (Thread t = 0; t < program.threads; ++t) {
        set_word(code.btid_row() + t, program.word.wrapped(static_cast<Integer>(first) + t));
    }
}

// ---- threads as warps

void FastWarp::assign(Variable variable, Value word) {
    set_lane(variable, 0, word, true);
}

void FastWarp::step_over() {
    pc_ += 1;
    steps_ += 1;
}

void FastWarp::step_over(Value word) {
    assign(code_.code[pc_ - 1].destination, word);
    step_over();
}

void FastWarp::step_over_undefined() {
    set_lane(code_.code[pc_ - 1].destination, 0, pc_, false);
    step_over();
}

void FastWarp::set_lane(Variable variable, std::size_t lane, Value word, bool is_defined) {
    set_word(variable * r_.lanes + lane, word);
    std::uint64_t& defined = r_.defined[variable * r_.mask_words + lane / 64];
    const std::uint64_t bit = std::uint64_t{1} << (lane % 64);
    defined = is_defined ? defined | bit : defined & ~bit;
}

bool FastWarp::step_once(Label pc, std::uint64_t lanes, GridContext& grid, Workspace& work) {
    pc_ = pc;
    steps_ = 0;
    r_.active[0] = lanes;
    all_[0] = lanes;
    return run(grid, work, 1) == Event::stepped;
}

void FastWarp::set_shared_base(std::int64_t base) {
    shared_base_ = base;
    const std::vector<SharedObject>& objects = code_.program.shared;
    for (std::size_t o = 0; o < objects.size(); ++o) set_word(code_.shared_row(o), base + objects[o].offset);
}

// ---- state

void FastWarp::set_word(std::size_t number, std::int64_t word) {
    if (code_.short_rows) {
        *static_cast<std::int32_t*>(bank_word(number)) = static_cast<std::int32_t>(word);
    } else {
        *static_cast<std::int64_t*>(bank_word(number)) = word;
    }
}

std::shared_ptr<const FastWarp::SavedBank> FastWarp::copy_of_bank() const {
    auto bank = std::make_shared<SavedBank>();
    const auto* const rows = static_cast<const std::byte*>(r_.bank);
    bank->rows.assign(rows, rows + bytes_of_rows());
    bank->defined.assign(r_.defined, r_.defined + code_.always() * r_.mask_words);
    return bank;
}

std::size_t FastWarp::bytes_of_rows() const {
    return code_.wid_row() * (code_.short_rows ? sizeof(std::int32_t) : sizeof(std::int64_t));
}

bool FastWarp::contains(const std::uint64_t* mask, std::int64_t lane) const {
    if (lane < 0 || lane >= static_cast<std::int64_t>(code_.program.threads)) return false;
    const auto t = static_cast<std::size_t>(lane);
    return ((mask[t / 64] >> (t % 64)) & 1U) != 0;
}

void FastWarp::find_entry_mask() {
    r_.entry = contexts_.empty() ? r_.active : &context_masks_[contexts_.back().mask];
}

ThreadSet FastWarp::set_of(const std::uint64_t* mask) const {
    return ThreadSet::of_words({mask, r_.mask_words});
}
ThreadSet FastWarp::exited() const {
    std::vector<std::uint64_t> gone(r_.mask_words);
    const Thread lanes = code_.program.lanes_of(number_);
    for (std::size_t w = 0; w < gone.size() && 64 * w < lanes; ++w) {
        const std::size_t here = std::min<std::size_t>(64, lanes - 64 * w);
        gone[w] = low_bits(here) & ~all_[w];
    }
    return set_of(gone.data());
}
ThreadSet FastWarp::active() const {
    return set_of(r_.active);
}

unsigned FastWarp::active_lanes() const {
    unsigned lanes = 0;
    for (std::size_t w = 0; w < r_.mask_words; ++w)
        lanes += static_cast<unsigned>(std::popcount(r_.active[w]));
    return lanes;
}

bool FastWarp::waits_at_barrier() const {
    if (groups_ != nullptr) return contexts_.empty() && groups_wait_at_barrier();
    return !barrier_open_ && code_.code[pc_ - 1].opcode == Opcode::barrier && sync_.empty() &&
           contexts_.empty();
}

std::int64_t FastWarp::max_sync_entries(std::size_t contexts) const {
    const auto taken = static_cast<std::int64_t>(contexts * code_.context_entry_bytes);
    const auto left = static_cast<std::int64_t>(kMaxStackBytes) - taken;
    return left < 0 ? -1 : left / static_cast<std::int64_t>(code_.sync_entry_bytes);
}

// ---- failures

Event FastWarp::fail(const Failure& failure) {
    failure_ = failure;
    return Event::failed;
}

Event FastWarp::fail_all(TrapKind kind, RuleId rule) {
    return fail({.kind = kind, .rule = rule, .all_active = true});
}

bool FastWarp::lane_defined(const Operand& operand, std::size_t lane) const {
    return operand.kind != Operand::Kind::variable ||
           ((r_.defined[operand.variable * r_.mask_words + lane / 64] >> (lane % 64)) & 1U) != 0;
}

bool FastWarp::undefined_lane(const Operand& operand, std::size_t lane) {
    if (lane_defined(operand, lane)) return false;
    fail({.kind = TrapKind::undefined_variable,
          .rule = RuleId::MV,
          .thread = static_cast<Thread>(lane),
          .variable = operand.variable});
    return true;
}

Event FastWarp::undefined_operand() {
    each_active([&](std::size_t lane) { return !undefined_lane(operand(0), lane); });
    return Event::failed;
}

Event FastWarp::operation_failure(const Decoded& i) {
    const Instruction& operation = code_.program.at(pc_);
    const std::size_t operands = operand_count(operation);
    each_active([&](std::size_t lane) {
        for (std::size_t o = 0; o < operands; ++o) {
            if (undefined_lane(operand(o), lane)) return false;
        }
        const std::int64_t x = lane_word(i, 0, lane);
        const std::int64_t y = operands > 1 ? lane_word(i, 1, lane) : 0;
        const auto kind = failure_of(operation, x, y, code_.program.word);
        if (!kind) return true;
        fail({.kind = *kind, .rule = RuleId::BP, .thread = static_cast<Thread>(lane), .a = x, .b = y});
        return false;
    });
    return Event::failed;
}

// ---- results

WarpResult FastWarp::result() const {
    const std::size_t variables = code_.program.variables.size();
    WarpResult result{active(), Bank(code_.program.threads, variables), exited()};
    if (groups_ != nullptr) {  // exited() has those who did `stop`, too
        const std::uint64_t threads = groups_->threads();
        result.active = set_of(&threads);
        result.exited = set_of(&groups_->exited);
    }
    std::vector<std::int64_t> words(code_.program.threads);
    for (Variable v = 0; v < variables; ++v) {
        const LaneOperand row{bank_word(v * r_.lanes), false};
        for (std::size_t t = 0; t < words.size(); ++t) words[t] = word(row, t);
        result.bank.assign(v, words, {&r_.defined[v * r_.mask_words], r_.mask_words});
    }
    return result;
}

void FastWarp::add_to(WarpResult& result, Thread lane) const {
    if (r_.active[0] != 0) result.active.insert(lane);
    if (all_[0] == 0) result.exited.insert(lane);
    for (Variable v = 0; v < result.bank.variables(); ++v) {
        const Value c = lane_value(v, 0);
        if (r_.defined[v] != 0) {
            result.bank.set(lane, v, c);
        } else if (c != 0) {
            result.bank.undefine(lane, v, static_cast<Label>(c));
        }
    }
}

SyncEntry FastWarp::entry(std::size_t number) const {
    const Sync& top = sync_[number];
    SyncEntry entry{top.branch, top.next, {}, {}, top.join};
    if (r_.mask_words == 1) {
        entry.done = set_of(&top.done);
        entry.todo = set_of(&top.todo);
    } else if (top.masks != 0) {
        const std::uint64_t* const done = &wide_masks_[2 * (top.masks - 1) * r_.mask_words];
        entry.done = set_of(done);
        entry.todo = set_of(done + r_.mask_words);
    }
    return entry;
}

Warp FastWarp::for_report() const {
    Warp warp;
    warp.number = number_;
    warp.pc = pc_;
    WarpResult state = result();
    warp.active = std::move(state.active);
    warp.bank = std::move(state.bank);
    warp.all = all();
    warp.block = code_.program.block_of(number_);
    warp.shared_base = shared_base_;
    // Messages name the top entry; those of programs with blocks say where threads wait in Π.
    const std::size_t first =
        uses_blocks(code_.program) || sync_.empty() ? base_ : std::max(base_, sync_.size() - 1);
    for (std::size_t e = first; e < sync_.size(); ++e) warp.sync_stack.push(entry(e));
    if (!contexts_.empty()) warp.context_stack.push({});
    return warp;
}

}  // namespace musimd::fast
