#include "simulator/debugger/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"

namespace musimd::debugger {
namespace {

using Kind = Expression::Kind;
using Operator = Expression::Operator;

constexpr int kMaxDepth = 100;  // of parentheses
constexpr int kMaxParts = 1000;

constexpr std::array<std::pair<std::string_view, Kind>, 8> kWords = {{
    {"tid", Kind::tid},
    {"wid", Kind::wid},
    {"bid", Kind::bid},
    {"step", Kind::step},
    {"lanes", Kind::lanes},
    {"depth", Kind::depth},
    {"line", Kind::line},
    {"pc", Kind::pc},
}};

struct OperatorInfo {
    std::string_view spelling;
    Operator meaning;
    int strength;
};
// A spelling comes before those that begin it.
constexpr std::array<OperatorInfo, 13> kOperators = {{{"||", Operator::or_, 1},
                                                      {"&&", Operator::and_, 2},
                                                      {"==", Operator::eq, 3},
                                                      {"!=", Operator::ne, 3},
                                                      {"<=", Operator::le, 4},
                                                      {">=", Operator::ge, 4},
                                                      {"<", Operator::lt, 4},
                                                      {">", Operator::gt, 4},
                                                      {"+", Operator::add, 5},
                                                      {"-", Operator::sub, 5},
                                                      {"*", Operator::mul, 6},
                                                      {"/", Operator::div, 6},
                                                      {"%", Operator::rem, 6}}};

bool is_name_character(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
}

std::string_view word_at(std::string_view text) {
    const auto end = std::ranges::find_if_not(text, is_name_character);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::optional<Value> apply(Operator meaning, Value a, Value b) {
    Value result = 0;
    switch (meaning) {
        case Operator::or_:
            return a != 0 || b != 0;
        case Operator::and_:
            return a != 0 && b != 0;
        case Operator::eq:
            return a == b;
        case Operator::ne:
            return a != b;
        case Operator::le:
            return a <= b;
        case Operator::ge:
            return a >= b;
        case Operator::lt:
            return a < b;
        case Operator::gt:
            return a > b;
        case Operator::add:
            return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case Operator::sub:
            return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case Operator::mul:
            return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case Operator::div:
            return b == 0 || (a == INT64_MIN && b == -1) ? std::nullopt : std::optional(a / b);
        case Operator::rem:
            return b == 0 ? std::nullopt : std::optional(b == -1 ? 0 : a % b);
    }
    return std::nullopt;
}

}  // namespace

bool ThreadName::exists(const Execution& execution, std::uint32_t seen_from) const {
    return thread < execution.program().lanes_of(warp.value_or(execution.machine().warp(seen_from).number));
}

std::uint32_t ThreadName::machine(const Execution& execution, std::uint32_t seen_from) const {
    const Machine& machine = execution.machine();
    return machine.machine_of(warp.value_or(machine.warp(seen_from).number), thread);
}

// ---- reading

/// Reads by precedence.
class ExpressionReader {
  public:
    ExpressionReader(std::string_view text, const Program& program) : text_(text), program_(program) {}

    Expression read(int strength) {
        Expression left = unary();
        while (!error_) {
            skip_blanks();
            const auto found = std::ranges::find_if(kOperators, [&](const OperatorInfo& o) {
                return rest().starts_with(o.spelling) && o.strength >= strength;
            });
            if (found == kOperators.end()) break;
            at_ += found->spelling.size();
            Expression both;
            both.kind_ = Kind::binary;
            both.operator_ = found->meaning;
            both.operands_.push_back(std::move(left));
            both.operands_.push_back(read(found->strength + 1));
            left = std::move(both);
        }
        return left;
    }

    const std::optional<SyntaxError>& error() const { return error_; }
    std::size_t at() const { return at_; }

    ThreadName thread() {
        ThreadName name;
        const std::size_t begin = at_;
        Integer number = integer("a thread, as in 3, or 1:3 for thread 3 of warp 1");
        if (!error_ && rest().starts_with(':')) {
            ++at_;
            if (number >= program_.warps)
                fail(begin, fmt::format("unknown warp; there are {}, from 0", program_.warps));
            name.warp = static_cast<std::uint32_t>(number);
            number = integer("a thread of the warp");
        }
        const Thread threads = program_.lanes_of(name.warp.value_or(0));
        if (!error_ && number >= threads)
            fail(begin, fmt::format("unknown thread; a warp has {}, from 0", threads));
        name.thread = static_cast<Thread>(number);
        return error_ ? ThreadName{} : name;
    }

  private:
    std::string_view rest() const { return text_.substr(at_); }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    void fail(std::size_t at, std::string message) {
        if (!error_) error_ = SyntaxError{at, std::move(message)};
    }

    Integer integer(std::string_view expected) {
        const std::string_view digits = word_at(rest());
        const auto number = parse_integer(digits);
        if (!number) {
            fail(at_, fmt::format("expected {}", expected));
            return 0;
        }
        at_ += digits.size();
        return *number;
    }

    Expression unary() {
        Expression result;
        if (++parts_ > kMaxParts) fail(at_, "the expression is too long");
        if (++depth_ > kMaxDepth) fail(at_, "too many nested parentheses and signs");
        skip_blanks();
        if (error_) return result;
        if (rest().starts_with('-') || rest().starts_with('!')) {
            result.kind_ = text_[at_] == '-' ? Kind::negative : Kind::not_;
            ++at_;
            result.operands_.push_back(unary());
        } else if (rest().starts_with('(')) {
            result = enclosed(')');
        } else if (rest().starts_with('[')) {
            result.kind_ = Kind::memory;
            result.operands_.push_back(enclosed(']'));
        } else {
            result = primary();
        }
        --depth_;
        return result;
    }

    Expression enclosed(char close) {
        ++at_;
        Expression inner = read(1);
        skip_blanks();
        if (!error_ && !rest().starts_with(close)) fail(at_, fmt::format("expected '{}'", close));
        ++at_;
        return inner;
    }

    Expression primary() {
        Expression result;
        const std::size_t begin = at_;
        const std::string_view word = word_at(rest());
        if (word.empty()) {
            fail(at_, "expected a variable, a number, '[' or '('");
            return result;
        }
        if ('0' <= word[0] && word[0] <= '9') {
            const auto number = parse_integer(word);
            if (!number || *number > INT64_MAX)
                fail(at_, fmt::format("'{}' does not fit in 63 bits", shown(word)));
            else
                result.value_ = static_cast<Value>(*number);
            at_ += word.size();
            return result;
        }
        at_ += word.size();
        if (!name(word, result)) fail(begin, unknown(word));
        if (!error_ && rest().starts_with('@')) {
            if (result.kind_ != Kind::variable)
                fail(at_, fmt::format("'{}' is not a variable of a thread", word));
            ++at_;
            result.thread_ = thread();
        }
        return result;
    }

    bool name(std::string_view word, Expression& result) const {
        const auto variable = std::ranges::find(program_.variables, word);
        const auto buffer = std::ranges::find(program_.buffers, word, &Buffer::name);
        const auto shared = std::ranges::find(program_.shared, word, &SharedObject::name);
        const auto known = std::ranges::find(kWords, word, &std::pair<std::string_view, Kind>::first);
        if (variable != program_.variables.end()) {
            result.kind_ = Kind::variable;
            result.variable_ = static_cast<Variable>(variable - program_.variables.begin());
        } else if (buffer != program_.buffers.end()) {
            result.kind_ = Kind::buffer;
            result.value_ = buffer->address;
            result.object_words_ = buffer->count;
        } else if (shared != program_.shared.end()) {
            result.kind_ = Kind::shared;
            result.value_ = shared->offset;
            result.object_words_ = shared->count;
        } else if (known != kWords.end()) {
            result.kind_ = known->second;
        } else {
            return false;
        }
        return true;
    }

    std::string unknown(std::string_view word) const {
        std::vector<std::string_view> names = Expression::words();
        names.insert(names.end(), program_.variables.begin(), program_.variables.end());
        for (const Buffer& buffer : program_.buffers) names.push_back(buffer.name);
        for (const SharedObject& object : program_.shared) names.push_back(object.name);
        return fmt::format("unknown variable '{}'{}", shown(word), did_you_mean(word, names));
    }

    std::string_view text_;
    const Program& program_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int parts_ = 0;
    std::optional<SyntaxError> error_;
};

tl::expected<Expression, SyntaxError> Expression::take(std::string_view& text, const Program& program) {
    ExpressionReader reader(text, program);
    Expression result = reader.read(1);
    if (reader.error()) return tl::unexpected(*reader.error());
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), reader.at());
    const std::string_view written = text.substr(begin, reader.at() - begin);
    result.text_ = written.substr(0, written.find_last_not_of(" \t") + 1);
    text.remove_prefix(reader.at());
    return result;
}

tl::expected<ThreadName, SyntaxError> take_thread(std::string_view& text, const Program& program) {
    ExpressionReader reader(text, program);
    const ThreadName name = reader.thread();
    if (reader.error()) return tl::unexpected(*reader.error());
    text.remove_prefix(reader.at());
    return name;
}

const std::vector<std::string_view>& Expression::words() {
    static const std::vector<std::string_view> list = [] {
        std::vector<std::string_view> words;
        for (const auto& [word, kind] : kWords) words.push_back(word);
        return words;
    }();
    return list;
}

// ---- values

std::optional<Value> Expression::value(const Execution& execution, std::uint32_t machine, Thread t) const {
    switch (kind_) {
        case Kind::constant:
        case Kind::buffer:
            return value_;
        case Kind::memory: {
            const auto address = operands_[0].value(execution, machine, t);
            if (!address || *address < 0) return std::nullopt;
            const Value* const word = execution.machine().memory().find(*address);
            return word == nullptr ? std::nullopt : std::optional(*word);
        }
        case Kind::negative:
        case Kind::not_:
        case Kind::binary:
            return of_operands(execution, machine, t);
        case Kind::step:
            return static_cast<Value>(execution.steps() + 1);
        case Kind::tid:
            return t;
        case Kind::variable:
        case Kind::shared:
        case Kind::wid:
        case Kind::bid:
        case Kind::lanes:
        case Kind::depth:
        case Kind::line:
        case Kind::pc:
            return of_machine(execution, machine, t);
    }
    return std::nullopt;
}

std::optional<Value> Expression::of_machine(const Execution& execution, std::uint32_t machine,
                                            Thread t) const {
    const Warp& warp = execution.machine().warp(machine);
    const Program& program = execution.program();
    if (kind_ == Kind::variable) {
        const ThreadName name = thread_.value_or(ThreadName{{}, t});
        if (!name.exists(execution, machine)) return std::nullopt;
        const Warp& owner = execution.machine().warp(name.machine(execution, machine));
        const Value* const word = owner.bank.find(name.thread, variable_);
        return word == nullptr ? std::nullopt : std::optional(*word);
    }
    if (kind_ == Kind::shared) return warp.shared_base + value_;
    if (kind_ == Kind::wid) return warp.number;
    if (kind_ == Kind::bid) return warp.block;
    if (kind_ == Kind::lanes) return static_cast<Value>(warp.active.size());
    if (kind_ == Kind::depth) return warp.sync_stack.size();
    if (kind_ == Kind::pc) return warp.pc;
    return warp.pc < program.end() ? program.at(warp.pc).line : 0;
}

std::optional<Value> Expression::of_operands(const Execution& execution, std::uint32_t machine,
                                             Thread t) const {
    const auto a = operands_[0].value(execution, machine, t);
    if (!a) return std::nullopt;
    if (kind_ == Kind::not_) return *a == 0;
    if (kind_ == Kind::negative) return apply(Operator::sub, 0, *a);
    if (operator_ == Operator::and_ && *a == 0) return 0;
    if (operator_ == Operator::or_ && *a != 0) return 1;
    const auto b = operands_[1].value(execution, machine, t);
    return b ? apply(operator_, *a, *b) : std::nullopt;
}

Expression Expression::in_warp(std::uint32_t warp) const {
    Expression bound = *this;
    if (bound.thread_ && !bound.thread_->warp) bound.thread_->warp = warp;
    for (Expression& operand : bound.operands_) operand = operand.in_warp(warp);
    return bound;
}

bool Expression::is_per_thread() const {
    return kind_ == Kind::tid || (kind_ == Kind::variable && !thread_) ||
           std::ranges::any_of(operands_, [](const Expression& o) { return o.is_per_thread(); });
}

bool Expression::holds(const Execution& execution, std::uint32_t machine) const {
    const auto holds_in = [&](Thread t) { return value(execution, machine, t).value_or(0) != 0; };
    if (!is_per_thread()) return holds_in(0);
    return !execution.machine().warp(machine).active.all_of([&](Thread t) { return !holds_in(t); });
}

}  // namespace musimd::debugger
