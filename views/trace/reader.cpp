#include "views/trace/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace musimd::views::trace {
namespace {

/// The trace ends in the middle of a block, or before its end.
struct CutOff {};

constexpr std::size_t kLongestHeading = 64;

}  // namespace

// ---- blocks

// Memory grows with what is there, not with what a length promises.
std::string Reader::take_bytes(std::uint64_t count) {
    constexpr std::uint64_t kPiece = 1 << 16;
    std::string text;
    while (text.size() < count) {
        const std::size_t begin = text.size();
        text.resize(begin + static_cast<std::size_t>(std::min(kPiece, count - begin)));
        const std::size_t got = read_(text.data() + begin, text.size() - begin);
        if (got == 0) throw CutOff{};
        text.resize(begin + got);
    }
    return text;
}

std::uint64_t Reader::take_length() {
    std::string bytes;
    do bytes += take_bytes(1);
    while ((static_cast<unsigned char>(bytes.back()) & 128U) != 0 && bytes.size() < 10);
    return ByteReader(bytes).varint();
}

// The next block, or nothing at the end of the file.
std::optional<Reader::Contents> Reader::take_block() {
    char letter = 0;
    if (read_(&letter, 1) == 0) return std::nullopt;
    const auto block = static_cast<Block>(letter);
    if (block != Block::header && block != Block::steps && block != Block::trap && block != Block::end)
        throw BadTrace{"unknown block type"};
    Contents contents{block, take_bytes(take_length())};
    const std::string check = take_bytes(8);
    std::uint64_t written = 0;
    for (unsigned i = 0; i < 8; ++i)
        written |= std::uint64_t{static_cast<unsigned char>(check[i])} << (8 * i);
    if (written != checksum(letter, contents.text)) throw BadTrace{"a checksum differs"};
    return contents;
}

tl::expected<Reader, std::string> Reader::open(Read read) {
    const auto wrong = [](std::string message) { return tl::unexpected(std::move(message)); };
    const std::string not_a_trace = "not a trace; expected a file that 'musimd run --trace-out' wrote";
    Reader reader(std::move(read));
    try {
        if (reader.take_bytes(kMagic.size()) != kMagic) return wrong(not_a_trace);
        std::string version;
        for (std::string c = reader.take_bytes(1); c != "\n"; c = reader.take_bytes(1)) {
            version += c;
            if (version.size() > kLongestHeading) return wrong(not_a_trace);
        }
        if (version.empty() || !std::ranges::all_of(version, [](char c) { return '0' <= c && c <= '9'; }))
            return wrong(not_a_trace);
        if (version != std::to_string(kVersion)) {
            return wrong(
                fmt::format("a trace of format version {}; this musimd reads version {}", version, kVersion));
        }
        const auto block = reader.take_block();
        if (!block || block->block != Block::header) throw CutOff{};
        reader.header_ = read_header(block->text);
        reader.addresses_.resize(reader.program().instructions.size() + 1);
        return reader;
    } catch (const CutOff&) {
        return wrong("an incomplete trace: it was cut off before its first step");
    } catch (const BadTrace& bad) {
        return wrong(fmt::format("a damaged trace: {}", bad.message));
    }
}

End Reader::replay(Observer& observer, std::uint64_t last) {
    last_ = last;
    End end;
    try {
        for (auto block = take_block(); block; block = take_block()) {
            if (block->block == Block::header) throw BadTrace{"it has two headers"};
            if (block->block == Block::steps && !show_steps(block->text, observer)) {
                end.steps = last_;
                return end;
            }
            if (block->block == Block::trap) observer.on_trap(read_trap(block->text));
            if (block->block != Block::end) continue;
            end.outcome = read_end(block->text);
            break;
        }
        if (end.outcome.empty()) throw CutOff{};
    } catch (const CutOff&) {
        end.problem = fmt::format("the trace ends after step {}: it was cut off", number_);
    } catch (const BadTrace& bad) {
        end.problem = fmt::format("the trace is damaged after step {}: {}", number_, bad.message);
    }
    end.steps = number_;
    return end;
}

// ---- steps

// Shows the steps of a block. Returns false if the last one to show is among them.
bool Reader::show_steps(std::string_view block, Observer& observer) {
    ByteReader in(block);
    left_ = in.varint(kBlockSteps);
    const std::uint64_t codes = in.varint();
    const std::uint64_t masks = in.varint();
    codes_ = ByteReader(in.take(codes));
    masks_ = ByteReader(in.take(masks));
    accesses_ = ByteReader(in.take(in.size()));
    while (!codes_.empty()) {
        const std::uint64_t code = codes_.varint();
        if (code == 0) {
            take_item();
            continue;
        }
        const bool is_given = code % 2 != 0;
        for (std::uint64_t n = is_given ? 1 : code / 2; n > 0; --n) {
            std::optional<std::uint32_t> description;
            if (is_given)
                description = static_cast<std::uint32_t>(std::min<std::uint64_t>(code / 2, UINT32_MAX));
            if (!show_next(description, observer)) return false;
        }
    }
    if (left_ != 0) throw BadTrace{"a block has fewer steps than it declares"};
    return true;
}

void Reader::take_item() {
    switch (static_cast<Item>(codes_.varint(UINT8_MAX))) {
        case Item::description:
            return define();
        case Item::machine:
            given_ = &machine_of(codes_.varint());
            return;
        case Item::state:
            return take_state();
        case Item::number:
            next_ = codes_.varint();
            if (next_ <= number_) throw BadTrace{"its steps are out of order"};
            return;
    }
    throw BadTrace{"unknown item type"};
}

void Reader::define() {
    Description d;
    d.pc = take_label();
    const std::uint64_t rule = codes_.varint();
    if (rule >= header_.rules.size()) throw BadTrace{"a rule has no name"};
    d.rule = header_.rules[rule];
    const std::uint64_t rules = codes_.varint();
    for (std::size_t r = 0; r < 64; ++r) {
        if ((rules >> r & 1) == 0) continue;
        if (r >= header_.rules.size()) throw BadTrace{"a rule has no name"};
        d.rules.insert(header_.rules[r]);
    }
    d.flags = static_cast<unsigned>(codes_.varint((1U << kFlagBits) - 1));
    d.groups = static_cast<std::uint32_t>(codes_.varint(UINT16_MAX));
    descriptions_.push_back(d);
}

void Reader::take_state() {
    MachineMirror& m = given_ != nullptr ? *given_ : next_machine();
    given_ = &m;
    split_if_due(m);
    m.active = take_set(codes_);
    m.sync_stack = take_stack<SyncEntry>();
    m.context_stack = take_stack<ContextEntry>();
}

MachineMirror& Reader::machine_of(std::uint64_t number) {
    const auto [found, is_new] = machines_.try_emplace(number);
    if (is_new && !begin(found->second, program(), number))
        throw BadTrace{"it has a machine that does not exist in the program"};
    return found->second;
}

// The machine of the next step; after that, it is as given or as the last time.
MachineMirror& Reader::next_machine() {
    MachineMirror* const next = given_ != nullptr     ? std::exchange(given_, nullptr)
                                : machine_ != nullptr ? machine_->then
                                                      : nullptr;
    if (next == nullptr) throw BadTrace{"a step has no machine"};
    return *next;
}

void Reader::split_if_due(MachineMirror& machine) {
    if (machine.splits) split(machine, program(), take_set(masks_));
}

// A step with this description or the predicted one. Returns false if it is past the last one to show.
bool Reader::show_next(std::optional<std::uint32_t> description, Observer& observer) {
    if (left_ == 0) throw BadTrace{"a block has more steps than it declares"};
    left_ -= 1;
    MachineMirror& m = next_machine();
    if (machine_ != nullptr) machine_->then = &m;
    machine_ = &m;
    std::uint32_t& expected = descriptions_[m.last].next;
    if (description) expected = *description;
    const std::uint32_t number = expected;
    if (number == kNoStep || number >= descriptions_.size()) throw BadTrace{"a step has no description"};
    if ((number == kWait) != (m.number % 2 != 0)) throw BadTrace{"a waiting machine takes a step"};
    m.last = number;
    if (number == kWait) {
        observer.on_wait(m.warp);
        return true;
    }
    if (next_ > last_) return false;
    number_ = next_++;
    show_step(m, descriptions_[number], observer);
    return number_ < last_;
}

void Reader::show_step(MachineMirror& m, const Description& d, Observer& observer) {
    split_if_due(m);
    const std::size_t wakes = woken(d, m);
    const ThreadSet active = m.active;
    const SyncStack sync_stack = m.sync_stack;
    const ContextStack context_stack = m.context_stack;
    if (moves_threads(d.rule)) apply(m, program(), d.pc, d.rule);
    check_depth(m);
    std::uint32_t sync_depth = m.sync_stack.size();
    std::uint32_t context_depth = m.context_stack.size();
    if ((d.flags & kGivesDepths) != 0) {
        sync_depth = static_cast<std::uint32_t>(masks_.varint(UINT32_MAX));
        context_depth = static_cast<std::uint32_t>(masks_.varint(UINT32_MAX));
    }
    list_.clear();
    if ((d.flags & kHasAccesses) != 0) take_accesses(d, active);
    observer.on_step({program(), number_, m.warp, d.pc, d.rule, d.rules, active, sync_stack, context_stack,
                      sync_depth, context_depth, list_, wakes, d.groups, (d.flags & kOpens) != 0});
}

// No run has deeper stacks than the machine allows.
void Reader::check_depth(const MachineMirror& m) const {
    if (stack_bytes(program(), m.sync_stack.size(), m.context_stack.size()) > kMaxStackBytes)
        throw BadTrace{"its stacks are too deep"};
}

std::size_t Reader::woken(const Description& d, const MachineMirror& m) {
    const unsigned how = d.flags >> kWokenShift;
    if (how == static_cast<unsigned>(Woken::all_idle)) return m.all.size() - m.active.size();
    return how == static_cast<unsigned>(Woken::none) ? 0 : static_cast<std::size_t>(masks_.varint());
}

// ---- accesses

void Reader::take_accesses(const Description& d, const ThreadSet& active) {
    const auto shape = static_cast<unsigned>(accesses_.varint((1U << kAccessBits) - 1));
    take_threads((shape & kOfOtherThreads) == 0, active);
    if (list_.empty()) throw BadTrace{"a step has no accesses"};
    addresses_[d.pc] += accesses_.difference();
    take_words(&Access::address, (shape & kAddressesInSteps) != 0, addresses_[d.pc]);
    if ((shape & kHasValues) != 0) {
        const std::uint64_t first = accesses_.difference();
        take_words(&Access::value, (shape & kValuesInSteps) != 0, first);
    }
    if ((shape & kSomeOnlyRead) == 0) return;
    for (Access& a : list_) a.only_reads = accesses_.varint(1) != 0;
}

void Reader::take_threads(bool of_active, const ThreadSet& active) {
    const auto add = [&](Thread t) { list_.emplace_back().thread = t; };
    if (of_active) return active.for_each(add);
    const std::uint64_t count = accesses_.varint(accesses_.size());
    std::uint64_t thread = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        thread += accesses_.varint(kMaxThreads);
        if (thread >= program().threads) throw BadTrace{"a thread does not exist"};
        add(static_cast<Thread>(thread));
    }
}

void Reader::take_words(Value Access::*part, bool in_steps, std::uint64_t first) {
    const std::uint64_t step = in_steps ? accesses_.difference() : 0;
    std::uint64_t word = first;
    for (Access& a : list_) {
        if (in_steps) {
            word = first + step * (a.thread - list_.front().thread);
        } else if (&a != &list_.front()) {
            word += accesses_.difference();
        }
        a.*part = static_cast<Value>(word);
    }
}

// ---- state

ThreadSet Reader::take_set(ByteReader& in) const {
    const Thread threads = program().threads;
    std::vector<std::uint64_t> words((std::size_t{threads} + 63) / 64);
    for (std::uint64_t& word : words) word = in.varint();
    if (threads % 64 != 0 && words.back() >> (threads % 64) != 0) throw BadTrace{"a thread does not exist"};
    return ThreadSet::of_words(words);
}

Label Reader::take_label() {
    const std::uint64_t label = codes_.varint();
    if (label == 0 || label >= program().end()) throw BadTrace{"an instruction does not exist"};
    return static_cast<Label>(label);
}

template <typename Entry>
Stack<Entry> Reader::take_stack() {
    Stack<Entry> stack;
    for (std::uint64_t left = codes_.varint(codes_.size()); left > 0; --left) {
        Entry entry;
        take_entry(entry);
        stack.push(std::move(entry));
    }
    return stack;
}

void Reader::take_entry(SyncEntry& entry) {
    // A group that no join expects has no branch.
    entry.branch = static_cast<Label>(codes_.varint(UINT32_MAX));
    if (entry.branch >= program().end() || (entry.branch == 0 && !has_groups(program().model)))
        throw BadTrace{"an instruction does not exist"};
    entry.next = static_cast<Label>(codes_.varint(UINT32_MAX));
    entry.join = static_cast<Label>(codes_.varint(UINT32_MAX));
    entry.done = take_set(codes_);
    entry.todo = take_set(codes_);
}

void Reader::take_entry(ContextEntry& entry) {
    entry.block = take_label();
    entry.active = take_set(codes_);
    entry.sync_stack = take_stack<SyncEntry>();
}

}  // namespace musimd::views::trace
