#include "isa/directives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "isa/literal.hpp"

namespace musimd {
namespace {

std::string decimal_text(Integer value) {
    if (value < 0) return fmt::format("-{}", decimal_text(-value));
    const auto low = static_cast<std::uint64_t>(value % 1'000'000'000'000'000'000);
    const Integer high = value / 1'000'000'000'000'000'000;
    return high == 0 ? fmt::format("{}", low)
                     : fmt::format("{}{:018}", static_cast<std::uint64_t>(high), low);
}

bool touches(std::string_view a, std::string_view b) {
    return a.data() + a.size() == b.data();
}

std::string_view joined(std::string_view first, std::string_view last) {
    return {first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data())};
}

}  // namespace

const std::vector<DirectiveReader::Row>& DirectiveReader::rows() {
    using R = DirectiveReader;
    static const std::vector<Row> table = {
        {"threads", &R::threads, true, ".threads N"},
        {"warps", &R::warps, true, ".warps W"},
        {"block", &R::block, true, ".block T"},
        {"grid", &R::grid, true, ".grid G"},
        {"shared", &R::shared, false, ".shared NAME COUNT"},
        {"model", &R::model, true, ".model lockstep|volta"},
        {"active", &R::active, true, ".active 0 2 5-7"},
        {"memory", &R::memory, false, ".memory A: c c c …"},
        {"fill", &R::fill, false, ".fill A COUNT c"},
        {"iota", &R::iota, false, ".iota A COUNT [START [STEP]]"},
        {"buffer", &R::buffer, false, ".buffer NAME A COUNT"},
        {"const", &R::constant, false, ".const NAME c"},
        {"word", &R::word, true, ".word 8|16|32|64 [trap|wrap]"},
        {"registers", &R::registers, true, ".registers keep|restore"},
        {"races", &R::races, true, ".races warp|thread"},
        {"consistency", &R::consistency, true, ".consistency c++|ptx"},
        {"order", &R::order, true, ".order ascending|descending|random [SEED]"},
        {"steps", &R::steps, true, ".steps N"},
        {"expect", &R::expect, false,
         ".expect stop|limit|trap|active|exited|var|memory|shared|warning|steps|stat …"},
        {"covers", &R::covers, false, ".covers NAME…"},
    };
    return table;
}

std::vector<std::string_view> DirectiveReader::names() {
    std::vector<std::string_view> list;
    for (const Row& row : rows()) list.push_back(row.name);
    return list;
}

void DirectiveReader::read() {
    const auto row = std::ranges::find(rows(), directive_.name, &Row::name);
    if (row == rows().end()) {
        const std::string_view known = nearest(directive_.name, names());
        fail(directive_.name, fmt::format("unknown directive '.{}'{}", shown(directive_.name),
                                          known.empty() ? "" : fmt::format("; did you mean '.{}'?", known)));
        return;
    }
    if (row->once) {
        const auto [first, added] = assembler_.once_.emplace(row->name, assembler_.line_);
        if (!added) {
            fail(directive_.name, fmt::format("'.{}' may occur only once; it is already on line {}",
                                              row->name, first->second->number));
            return;
        }
    }
    usage_ = row->usage;
    (this->*row->handler)();
}

// ---- the tokens

void DirectiveReader::fail(std::string_view where, std::string message) {
    if (!failed_) assembler_.error(where, std::move(message));
    failed_ = true;
}

std::string_view DirectiveReader::here() const {
    if (!at_end()) return peek();
    const std::string_view last = directive_.tokens.empty() ? directive_.name : directive_.tokens.back();
    return last.substr(last.size());
}

bool DirectiveReader::done() {
    if (ok() && !at_end()) {
        fail(here(), fmt::format("expected the end of the line, found '{}': {}", shown(peek(), 20), usage_));
    }
    return ok();
}

bool DirectiveReader::take(std::string_view token) {
    if (at_end() || peek() != token) return false;
    ++next_;
    return true;
}

void DirectiveReader::require(std::string_view token) {
    if (!take(token)) fail(here(), fmt::format("expected '{}': {}", token, usage_));
}

std::string_view DirectiveReader::identifier(std::string_view what) {
    if (at_end() || !is_identifier(peek())) {
        fail(here(), fmt::format("expected {}: {}", what, usage_));
        return {};
    }
    return directive_.tokens[next_++];
}

std::string_view DirectiveReader::hyphenated_name(std::string_view what) {
    const std::string_view first = identifier(what);
    std::string_view last = first;
    while (ok() && next_ + 1 < directive_.tokens.size() && peek() == "-" && touches(last, peek()) &&
           touches(peek(), directive_.tokens[next_ + 1])) {
        last = directive_.tokens[next_ + 1];
        next_ += 2;
    }
    return ok() ? joined(first, last) : first;
}

DirectiveReader::Number DirectiveReader::number(std::string_view what) {
    const Number n = integer_or_float(what);
    if (ok() && n.of_float)
        fail(n.text, fmt::format("expected {}, found the float '{}'", what, shown(n.text, 20)));
    return n;
}

DirectiveReader::Number DirectiveReader::integer_or_float(std::string_view what) {
    const std::string_view begin = here();
    const bool negative = take("-");
    const bool has_sign = negative || take("+");
    if (at_end()) {
        fail(here(), fmt::format("expected {}: {}", what, usage_));
        return {};
    }
    const std::string_view word = directive_.tokens[next_++];
    Number result;
    result.text = joined(begin, word);
    if (const auto integer = parse_integer(word)) {
        result.value = *integer;
    } else if (const auto literal = parse_float(word)) {
        result.value = assembler_.float_word(*literal, negative, result.text);
        result.of_float = true;
        result.float_type = literal->type;
        return result;
    } else if (const auto* constant = assembler_.constant(word)) {
        result.value = constant->value;
        result.of = constant->of;
        result.of_float = constant->of_float;
        if (result.of_float && has_sign) fail(result.text, assembler_.sign_before_float(word));
    } else if (is_identifier(word)) {
        fail(word, fmt::format("expected {}; '{}' is not a constant of an earlier line{}", what, shown(word),
                               assembler_.hint(word, assembler_.constant_names())));
    } else {
        fail(word, fmt::format("expected {}, found '{}': {}", what, shown(word, 20), usage_));
    }
    if (negative) result.value = -result.value;
    return result;
}

Integer DirectiveReader::ranged(std::string_view what, Integer least, Integer most) {
    const Number n = number(what);
    if (ok() && (n.value < least || n.value > most)) {
        fail(n.text,
             fmt::format("{} must be {} … {}, found {}", what, decimal_text(least), decimal_text(most),
                         n.value > most && most < (Integer{1} << 62) && n.value >= (Integer{1} << 64)
                             ? "a larger number"
                             : decimal_text(n.value)));
        return least;
    }
    return n.value;
}

std::int64_t DirectiveReader::address() {
    return static_cast<std::int64_t>(ranged("an address", 0, assembler_.options_.max_address));
}

std::int64_t DirectiveReader::count_from(std::int64_t address) {
    const Number n = number("a count");
    if (!ok()) return 0;
    const Integer room = Integer{assembler_.options_.max_address} - address + 1;
    if (n.value < 0) {
        fail(n.text, "a count cannot be negative");
    } else if (n.value > room) {
        fail(n.text, fmt::format("only {1} words fit from address {0} to the highest address, {2}", address,
                                 decimal_text(room), assembler_.options_.max_address));
    }
    return ok() ? static_cast<std::int64_t>(n.value) : 0;
}

Value DirectiveReader::memory_word() {
    return assembler_.program_.word.wrapped(literal_word());
}

Integer DirectiveReader::literal_word() {
    const Word word = assembler_.program_.word;
    const Number n = integer_or_float("a word");
    if (!ok()) return 0;
    if (n.float_type) assembler_.word_type(*n.float_type, n.text);
    if (!n.float_type && !word.accepts_literal(n.value)) {
        fail(n.text, fmt::format("'{}' does not fit a word of {} bits ({} … {})", shown(n.text), word.width,
                                 decimal_text(word.min()),
                                 decimal_text(word.wrap ? word.max() * 2 + 1 : word.max())));
        return 0;
    }
    return n.value;
}

double DirectiveReader::decimal() {
    const std::string_view begin = here();
    const bool negative = take("-");
    if (at_end()) {
        fail(here(), fmt::format("expected a number: {}", usage_));
        return 0;
    }
    const std::string word(peek());
    if (const auto point = word.find('.'); point != std::string::npos) {
        ++next_;
        const bool digits = word.find_first_not_of("0123456789.") == std::string::npos &&
                            word.find('.', point + 1) == std::string::npos && word.size() > 1;
        const double magnitude = std::strtod(word.c_str(), nullptr);
        if (!digits || std::isinf(magnitude)) {
            fail(begin, fmt::format("expected a number, found '{}'", shown(word, 20)));
        }
        return negative ? -magnitude : magnitude;
    }
    const auto magnitude = static_cast<double>(number("a number").value);
    return negative ? -magnitude : magnitude;
}

std::string_view DirectiveReader::one_of(std::string_view what, const std::vector<std::string_view>& words) {
    const std::string_view begin = here();
    const std::string_view name = hyphenated_name(what);
    if (ok() && std::ranges::find(words, name) == words.end()) {
        const std::string hint = assembler_.hint(name, words);
        const std::string list =
            words.size() < 14 ? fmt::format("; expected {}", fmt::join(words, ", ")) : "";
        fail(begin, fmt::format("'{}' is not {}{}", shown(name), what, hint.empty() ? list : hint));
    }
    return name;
}

ThreadSet DirectiveReader::thread_list(bool check_range) {
    const Integer most = check_range ? Integer{assembler_.program_.threads} - 1 : Integer{kMaxThreads} - 1;
    ThreadSet threads;
    while (ok() && !at_end()) {
        const std::string_view begin = here();
        const Integer first = ranged("a thread", 0, most);
        Integer last = first;
        if (ok() && take("-")) last = ranged("a thread", 0, most);
        if (ok() && last < first) fail(begin, "this range is reversed; write the lower thread first");
        if (ok()) {
            for (Integer t = first; t <= last; ++t) threads.insert(static_cast<Thread>(t));
        }
        take(",");
    }
    return threads;
}

std::vector<ExpectedWord> DirectiveReader::expected_words(std::string_view what) {
    const bool check = !assembler_.options_.word.has_value();  // an override may change which values fit
    std::vector<ExpectedWord> words;
    while (ok() && !at_end()) {
        if (take("_")) {
            words.push_back({ExpectedWord::Kind::undefined, 0});
        } else if (take("*")) {
            words.push_back({ExpectedWord::Kind::anything, 0});
        } else if (check) {
            words.push_back({ExpectedWord::Kind::value, memory_word()});
        } else {
            const Integer value = integer_or_float("a word").value;
            words.push_back({ExpectedWord::Kind::value, assembler_.program_.word.wrapped(value)});
        }
    }
    if (ok() && words.empty()) fail(here(), fmt::format("expected {}: a value, _ or *", what));
    return words;
}

// ---- the machine

void DirectiveReader::threads() {
    independent_of({"warp_size", "block_size", "grid_size"}, "the number of threads");
    const Integer n = ok() ? ranged("a number of threads", 1, kMaxThreads) : 0;
    if (done() && !assembler_.options_.threads) assembler_.program_.threads = static_cast<std::uint32_t>(n);
}

// An error if a token is a constant that depends on one of these.
void DirectiveReader::independent_of(std::initializer_list<std::string_view> constants,
                                     std::string_view what) {
    for (const std::string_view token : directive_.tokens) {
        const auto* constant = assembler_.constant(token);
        if (constant != nullptr && std::ranges::find(constants, constant->of) != constants.end())
            fail(token, fmt::format("{} cannot depend on {}", what, constant->of));
    }
}

// Of directives that `.block` replaces: an error if the file has one.
bool DirectiveReader::stands_beside_block(std::string_view why) {
    if (assembler_.block_line_ == 0) return false;
    fail(directive_.name, fmt::format("'.{}' cannot be used with '.block' on line {}, {}", directive_.name,
                                      assembler_.block_line_, why));
    return true;
}

void DirectiveReader::block() {
    independent_of({"block_size", "grid_size"}, "the number of threads");
    const Integer n = ok() ? ranged("a number of threads", 1, kMaxBlockThreads) : 0;
    if (done() && !assembler_.options_.block)
        assembler_.program_.block_threads = static_cast<std::uint32_t>(n);
}

void DirectiveReader::grid() {
    independent_of({"block_size", "grid_size"}, "the number of blocks");
    const Integer n = ok() ? ranged("a number of blocks", 1, kMaxWarps) : 0;
    if (done() && !assembler_.options_.grid) assembler_.program_.grid = static_cast<std::uint32_t>(n);
}

void DirectiveReader::shared() {
    const std::string_view name = identifier("a name");
    const Integer count = ok() ? ranged("a number of words", 1, kMaxSharedWords) : 0;
    if (done()) assembler_.define_shared(name, static_cast<std::int64_t>(count));
}

void DirectiveReader::model() {
    std::vector<std::string_view> names(std::begin(kThreadModelNames), std::end(kThreadModelNames));
    names.emplace_back("pascal");
    const auto name = one_of("a model", names);
    if (!done() || assembler_.options_.model) return;
    assembler_.program_.model = thread_model_named(name);
}

void DirectiveReader::warps() {
    if (stands_beside_block("which sets the number of warps")) return;
    const Integer n = ranged("a number of warps", 1, kMaxWarps);
    if (done() && !assembler_.options_.warps) assembler_.program_.warps = static_cast<std::uint32_t>(n);
}

void DirectiveReader::active() {
    if (stands_beside_block("whose threads all begin active")) return;
    if (assembler_.program_.model == ThreadModel::volta) {
        return fail(directive_.name,
                    "'.active' needs lock step; the model 'volta' runs each thread by itself");
    }
    if (assembler_.options_.active) {
        thread_list(false);
        return;
    }
    ThreadSet threads = thread_list(true);
    if (ok() && threads.empty()) fail(here(), "expected at least one thread; Θ is never empty");
    if (done()) assembler_.program_.active = std::move(threads);
}

void DirectiveReader::memory() {
    Preload preload;
    preload.address = address();
    require(":");
    while (ok() && !at_end()) preload.words.push_back(memory_word());
    if (ok() && preload.words.empty()) fail(here(), fmt::format("expected at least one word: {}", usage_));
    if (!done()) return;
    preload.count = static_cast<std::int64_t>(preload.words.size());
    if (preload.count - 1 > assembler_.options_.max_address - preload.address) {
        return fail(directive_.tokens.front(), fmt::format("these {} words run past the highest address, {}",
                                                           preload.count, assembler_.options_.max_address));
    }
    assembler_.program_.preloads.push_back(std::move(preload));
}

void DirectiveReader::fill() {
    Preload preload;
    preload.address = address();
    if (ok()) preload.count = count_from(preload.address);
    preload.start = ok() ? memory_word() : 0;
    if (done()) assembler_.program_.preloads.push_back(std::move(preload));
}

void DirectiveReader::iota() {
    const Word word = assembler_.program_.word;
    Preload preload;
    preload.address = address();
    if (ok()) preload.count = count_from(preload.address);
    preload.step = 1;
    const std::string_view where = here();
    const Integer start = ok() && !at_end() ? literal_word() : 0;
    preload.start = word.wrapped(start);
    if (ok() && !at_end()) {
        const Integer step = ranged("a step", -(Integer{1} << 63), (Integer{1} << 63) - 1);
        preload.step = static_cast<Value>(step);
    }
    if (!done()) return;
    const Integer last = start + Integer{preload.step} * std::max<Integer>(preload.count - 1, 0);
    if (!word.accepts_literal(last)) {
        return fail(where, fmt::format("the last of these words, {}, does not fit a word of {} bits",
                                       decimal_text(last), word.width));
    }
    assembler_.program_.preloads.push_back(std::move(preload));
}

void DirectiveReader::buffer() {
    Buffer buffer;
    const std::string_view name = identifier("a name");
    buffer.name = name;
    buffer.address = ok() ? address() : 0;
    buffer.count = ok() ? count_from(buffer.address) : 0;
    if (!done()) return;
    assembler_.define_constant(name, {buffer.address, assembler_.line_->number, true, {}, false});
    assembler_.program_.buffers.push_back(std::move(buffer));
}

void DirectiveReader::constant() {
    const std::string_view name = identifier("a name");
    if (!ok()) return;
    const Number n = integer_or_float("an integer or a float");
    const Integer least = -(Integer{1} << 63);
    const Integer most = (Integer{1} << 64) - 1;
    if (ok() && (n.value < least || n.value > most)) {
        fail(n.text, "this integer does not fit any word; the widest has 64 bits");
    }
    if (n.float_type) assembler_.word_type(*n.float_type, n.text);
    if (!done()) return;
    const auto define = assembler_.options_.defines.find(std::string(name));
    const bool defined = define != assembler_.options_.defines.end();
    assembler_.define_constant(name, {defined ? define->second : n.value, assembler_.line_->number, false,
                                      defined ? std::string_view() : n.of, n.of_float});
}

void DirectiveReader::word() {
    const std::string_view where = here();
    const Integer width = number("8, 16, 32 or 64").value;
    if (ok() && width != 8 && width != 16 && width != 32 && width != 64) {
        fail(where, "a word has 8, 16, 32 or 64 bits");
    }
    const bool wrap = ok() && !at_end() && one_of("a word mode", {"trap", "wrap"}) == "wrap";
    if (done() && !assembler_.options_.word) assembler_.program_.word = {static_cast<int>(width), wrap};
}

void DirectiveReader::registers() {
    const auto mode = one_of("a register mode", {"keep", "restore"});
    if (!done() || assembler_.options_.registers) return;
    assembler_.program_.registers = mode == "keep" ? RegisterMode::keep : RegisterMode::restore;
}

void DirectiveReader::races() {
    const auto mode = one_of("a race mode", {"warp", "thread"});
    if (!done() || assembler_.options_.races) return;
    assembler_.program_.races = mode == "warp" ? RaceMode::warp : RaceMode::thread;
}

// `c++` in a text is three tokens.
void DirectiveReader::consistency() {
    const std::string_view first = here();
    const bool is_ptx = take("ptx");
    if (!is_ptx && !take("c++") && !(take("c") && take("+") && take("+")))
        fail(first, fmt::format("expected c++ or ptx: {}", usage_));
    if (done()) assembler_.program_.consistency = is_ptx ? Consistency::ptx : Consistency::cpp;
}

void DirectiveReader::order() {
    const auto name = one_of("an order", {std::begin(kOrderNames), std::end(kOrderNames)});
    const Integer seed = ok() && !at_end() ? ranged("a seed", 0, Integer{UINT64_MAX}) : 0;
    if (!done()) return;
    Program& program = assembler_.program_;
    program.order = order_named(name);
    program.seed = static_cast<std::uint64_t>(seed);
}

void DirectiveReader::steps() {
    const Integer n = ranged("a number of steps", 0, Integer{INT64_MAX});
    if (done()) assembler_.program_.max_steps = static_cast<std::uint64_t>(n);
}

ThreadList parse_thread_list(std::string_view text, std::uint32_t threads) {
    ThreadList list;
    std::size_t at = 0;
    const auto number = [&]() -> std::optional<Integer> {
        const std::size_t begin = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
        return parse_integer(text.substr(begin, at - begin));
    };
    const auto skip = [&] {
        while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == ',')) ++at;
    };
    for (skip(); at < text.size(); skip()) {
        const auto first = number();
        auto last = first;
        if (first && at < text.size() && text[at] == '-') {
            ++at;
            last = number();
        }
        if (!first || !last) {
            list.error = fmt::format("'{}' is not a list of threads, as in 0,2,5-7", shown(text));
        } else if (*first >= threads || *last >= threads) {
            list.error = fmt::format("the threads are 0 … {}", threads - 1);
        } else if (*last < *first) {
            list.error = "a range is reversed; write the lower thread first";
        }
        if (!list.error.empty()) return list;
        for (Integer t = *first; t <= *last; ++t) list.threads.insert(static_cast<Thread>(t));
    }
    if (list.threads.empty()) list.error = "expected at least one thread; Θ is never empty";
    return list;
}

}  // namespace musimd
