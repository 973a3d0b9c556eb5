#include "views/trace/writer.hpp"

#include <fmt/format.h>

#include <utility>

namespace musimd::views::trace {
namespace {

/// pc, rule, flags and groups of a description in one word.
std::uint64_t key_of(Label pc, RuleId rule, unsigned flags, std::uint32_t groups) {
    return pc | std::uint64_t{static_cast<std::uint8_t>(rule)} << 32 | std::uint64_t{flags} << 40 |
           std::uint64_t{groups} << 48;
}

template <typename T>
bool is_same_stack(const Stack<T>& a, const Stack<T>& b) {
    return a.empty() || b.empty() ? a.empty() && b.empty() : &a.top() == &b.top();
}

Woken woken_of(const StepEvent& e, const MachineMirror& m) {
    if (e.woken == 0) return Woken::none;
    return e.woken == m.all.size() - m.active.size() ? Woken::all_idle : Woken::given;
}

/// What the accesses of a step have in common.
unsigned shape_of(const StepEvent& e) {
    const std::span<const Access> list = e.accesses;
    const Access& first = list.front();
    const std::uint64_t threads = list.size() > 1 ? list[1].thread - first.thread : 1;
    const auto step_of = [&](Value Access::*part) {
        const std::uint64_t rise = list.size() > 1 ? static_cast<std::uint64_t>(list[1].*part) -
                                                         static_cast<std::uint64_t>(first.*part)
                                                   : 0;
        return threads == 1 ? rise : rise == 0 || threads == 0 ? 0 : rise / threads;
    };
    const std::uint64_t address_step = step_of(&Access::address);
    const std::uint64_t value_step = step_of(&Access::value);
    bool of_active = list.size() == e.active.size();
    bool addresses = true;
    bool values = true;
    bool any_value = false;
    bool only_reads = false;
    for (const Access& a : list) {
        const std::uint64_t distance = a.thread - first.thread;
        of_active &= e.active.contains(a.thread);
        addresses &= static_cast<std::uint64_t>(a.address) ==
                     static_cast<std::uint64_t>(first.address) + address_step * distance;
        values &= static_cast<std::uint64_t>(a.value) ==
                  static_cast<std::uint64_t>(first.value) + value_step * distance;
        any_value |= a.value != 0;
        only_reads |= a.only_reads;
    }
    return (of_active ? 0 : kOfOtherThreads) | (addresses ? kAddressesInSteps : 0) |
           (any_value ? kHasValues : 0) | (any_value && values ? kValuesInSteps : 0) |
           (only_reads ? kSomeOnlyRead : 0);
}

/// The words after the first: their common step, or the difference of each to the one before.
void put_words(std::span<const Access> list, Value Access::*part, bool in_steps, ByteWriter& out) {
    const auto word = [&](std::size_t i) { return static_cast<std::uint64_t>(list[i].*part); };
    if (in_steps) {
        const std::uint64_t threads = list.size() > 1 ? list[1].thread - list[0].thread : 1;
        out.difference(list.size() > 1 ? (word(1) == word(0) ? 0 : (word(1) - word(0)) / threads) : 0);
        return;
    }
    for (std::size_t i = 1; i < list.size(); ++i) out.difference(word(i) - word(i - 1));
}

}  // namespace

Writer::Writer(const Header& header, const Program& program, Write write)
    : program_(program),
      write_(std::move(write)),
      descriptions_(2),
      described_(program.instructions.size() + 1),
      addresses_(program.instructions.size() + 1) {
    write_(fmt::format("{}{}\n", kMagic, kVersion));
    put_block(Block::header, header_text(header, program));
}

// ---- steps

void Writer::on_step(const StepEvent& e) {
    if (e.number != number_ + 1) {
        begin_item(Item::number);
        codes_.varint(e.number);
    }
    number_ = e.number;
    take_machine(machine_number(program_, e.warp, e.active));
    take_state(e);
    MachineMirror& m = *machine_;
    unsigned flags = (e.opens ? kOpens : 0) | (e.accesses.empty() ? 0 : kHasAccesses) |
                     static_cast<unsigned>(woken_of(e, m)) << kWokenShift;
    if (moves_threads(e.rule)) apply(m, program_, e.pc, e.rule);
    if (m.sync_stack.size() != e.sync_depth || m.context_stack.size() != e.context_depth)
        flags |= kGivesDepths;
    take_description(key_of(e.pc, e.rule, flags, e.groups), e.rules, e.pc);
    if (flags != 0) put_extras(e, flags);
    step_done();
}

void Writer::on_wait(std::uint32_t warp) {
    take_machine(waiting_number(warp));
    repeat_or_write(kWait);
    step_done();
}

void Writer::take_machine(std::uint64_t number) {
    MachineMirror* const expected = machine_->then;
    if (expected != nullptr && expected->number == number) [[likely]] {
        machine_ = expected;
        return;
    }
    const auto [found, is_new] = machines_.try_emplace(number);
    if (is_new) begin(found->second, program_, number);
    begin_item(Item::machine);
    codes_.varint(number);
    machine_->then = &found->second;
    machine_ = &found->second;
}

// Makes the state of the machine that of the event, which it is already if the prediction is right.
void Writer::take_state(const StepEvent& e) {
    MachineMirror& m = *machine_;
    if (m.splits) {
        put_set(e.active, masks_);
        split(m, program_, e.active);
    }
    const bool is_same = m.active == e.active && is_same_stack(m.sync_stack, e.sync_stack) &&
                         is_same_stack(m.context_stack, e.context_stack);
    if (is_same) [[likely]]
        return;
    if (!(m.active == e.active && m.sync_stack == e.sync_stack && m.context_stack == e.context_stack)) {
        begin_item(Item::state);
        put_set(e.active, codes_);
        put_stack(e.sync_stack);
        put_stack(e.context_stack);
        m.active = e.active;
    }
    m.sync_stack = e.sync_stack;  // shares entries with those to come
    m.context_stack = e.context_stack;
}

void Writer::take_description(std::uint64_t key, RuleSet rules, Label pc) {
    const std::uint32_t expected = descriptions_[machine_->last].next;
    const Description& likely = descriptions_[expected];
    if (expected != kNoStep && likely.key == key && likely.rules == rules) [[likely]] {
        ++repeated_;
        machine_->last = expected;
        return;
    }
    repeat_or_write(number_of(key, rules, pc));
}

void Writer::repeat_or_write(std::uint32_t description) {
    std::uint32_t& expected = descriptions_[machine_->last].next;
    machine_->last = description;
    if (expected == description) {
        ++repeated_;
        return;
    }
    expected = description;
    end_run();
    codes_.varint(2 * std::uint64_t{description} + 1);
}

std::uint32_t Writer::number_of(std::uint64_t key, RuleSet rules, Label pc) {
    for (const std::uint32_t d : described_[pc]) {
        if (descriptions_[d].key == key && descriptions_[d].rules == rules) return d;
    }
    return define(key, rules, pc);
}

std::uint32_t Writer::define(std::uint64_t key, RuleSet rules, Label pc) {
    const auto number = static_cast<std::uint32_t>(descriptions_.size());
    descriptions_.push_back({key, rules});
    described_[pc].push_back(number);
    std::uint64_t bits = 0;
    for (std::size_t r = 0; r < kRuleCount; ++r) {
        if (rules.contains(static_cast<RuleId>(r))) bits |= std::uint64_t{1} << r;
    }
    begin_item(Item::description);
    codes_.varint(pc);
    codes_.varint(key >> 32 & 0xFF);
    codes_.varint(bits);
    codes_.varint(key >> 40 & 0xFF);
    codes_.varint(key >> 48);
    return number;
}

// What a step has beyond its description.
void Writer::put_extras(const StepEvent& e, unsigned flags) {
    if (flags >> kWokenShift == static_cast<unsigned>(Woken::given)) masks_.varint(e.woken);
    if ((flags & kGivesDepths) != 0) {
        masks_.varint(e.sync_depth);
        masks_.varint(e.context_depth);
    }
    if ((flags & kHasAccesses) != 0) put_accesses(e);
}

void Writer::put_accesses(const StepEvent& e) {
    const std::span<const Access> list = e.accesses;
    const unsigned shape = shape_of(e);
    accesses_.varint(shape);
    if ((shape & kOfOtherThreads) != 0) {
        accesses_.varint(list.size());
        Thread last = 0;
        for (const Access& a : list) accesses_.varint(a.thread - std::exchange(last, a.thread));
    }
    const auto first = static_cast<std::uint64_t>(list.front().address);
    accesses_.difference(first - std::exchange(addresses_[e.pc], first));
    put_words(list, &Access::address, (shape & kAddressesInSteps) != 0, accesses_);
    if ((shape & kHasValues) != 0) {
        accesses_.difference(static_cast<std::uint64_t>(list.front().value));
        put_words(list, &Access::value, (shape & kValuesInSteps) != 0, accesses_);
    }
    if ((shape & kSomeOnlyRead) == 0) return;
    for (const Access& a : list) accesses_.varint(a.only_reads ? 1 : 0);
}

void Writer::put_set(const ThreadSet& set, ByteWriter& out) const {
    if (program_.threads <= 64) return out.varint(word_of(set));
    for (const std::uint64_t word : words_of(set, program_.threads)) out.varint(word);
}

// Π or Λ in the codes, from the bottom up.
template <typename Entry>
void Writer::put_stack(const Stack<Entry>& stack) {
    std::vector<const Entry*> entries;
    stack.for_each([&](const Entry& entry) { entries.push_back(&entry); });
    codes_.varint(entries.size());
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) put_entry(**entry);
}

void Writer::put_entry(const SyncEntry& entry) {
    codes_.varint(entry.branch);
    codes_.varint(entry.next);
    codes_.varint(entry.join);
    put_set(entry.done, codes_);
    put_set(entry.todo, codes_);
}

void Writer::put_entry(const ContextEntry& entry) {
    codes_.varint(entry.block);
    put_set(entry.active, codes_);
    put_stack(entry.sync_stack);
}

// ---- blocks

void Writer::end_run() {
    if (repeated_ != 0) codes_.varint(2 * std::exchange(repeated_, 0));
}

void Writer::begin_item(Item item) {
    end_run();
    codes_.varint(0);
    codes_.varint(static_cast<std::uint64_t>(item));
}

void Writer::step_done() {
    if (++steps_ >= kBlockSteps || codes_.size() + masks_.size() + accesses_.size() >= kBlockBytes)
        end_steps();
}

void Writer::end_steps() {
    if (steps_ == 0) return;
    end_run();
    ByteWriter sizes;
    sizes.varint(std::exchange(steps_, 0));
    sizes.varint(codes_.size());
    sizes.varint(masks_.size());
    std::string contents(sizes.bytes());
    for (ByteWriter* const part : {&codes_, &masks_, &accesses_}) {
        contents += part->bytes();
        part->clear();
    }
    put_block(Block::steps, contents);
}

void Writer::put_block(Block block, std::string_view contents) {
    const char letter = static_cast<char>(block);
    ByteWriter length;
    length.varint(contents.size());
    std::string text(1, letter);
    text += length.bytes();
    text += contents;
    const std::uint64_t check = checksum(letter, contents);
    for (unsigned i = 0; i < 8; ++i) text += static_cast<char>(check >> (8 * i) & 0xFF);
    write_(text);
}

void Writer::on_trap(const Trap& trap) {
    end_steps();
    put_block(Block::trap, trap_text(trap));
}

void Writer::finish(std::string_view outcome) {
    end_steps();
    put_block(Block::end, end_text(outcome, number_));
}

}  // namespace musimd::views::trace
