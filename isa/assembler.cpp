#include "isa/assembler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/directives.hpp"
#include "isa/literal.hpp"

namespace musimd {
namespace {

// A hint for a number with a point, or a number followed by letters.
std::string_view hint_of_float(std::string_view word) {
    return '0' <= word.front() && word.front() <= '9'
               ? "; a float ends with its type, as in 1.5f32 and 1e-3f64"
               : "";
}

std::string types_up_to(int width) {
    std::vector<std::string_view> fitting;
    for (const std::string_view name : kTypeNames) {
        if (width_of(*type_named(name)) <= width) fitting.push_back(name);
    }
    return fmt::format("{}", fmt::join(fitting, ", "));
}

}  // namespace

Assembler::Assembler(const syntax::File& file, const ReadOptions& options, Diagnostics& diagnostics)
    : file_(file), options_(options), diagnostics_(diagnostics) {}

bool Assembler::is_in_line(const char* where) const {
    const std::string_view text = line_->text;
    return text.data() <= where && where <= text.data() + text.size();
}

void Assembler::error(std::string_view where, std::string message) {
    const bool inside = is_in_line(where.data());
    diagnostics_.error(line_->number,
                       inside ? static_cast<std::size_t>(where.data() - line_->text.data()) : 0,
                       std::move(message));
}

// "did you mean …", unless it costs too much: with very many names, or for an error that is not shown, it is
// omitted.
std::string Assembler::hint(std::string_view word, std::span<const std::string_view> candidates) const {
    if (diagnostics_.full() || candidates.size() > kMaxCandidates) return {};
    return did_you_mean(word, candidates);
}

Program Assembler::assemble() {
    prescan();
    define_labels();
    for (const syntax::Line& line : file_.lines) {
        line_ = &line;
        if (const auto* d = std::get_if<syntax::Directive>(&line.what)) directive(*d);
        if (const auto* s = std::get_if<syntax::Statement>(&line.what)) instruction(*s);
    }
    check_expectations();
    check_sizes();
    check_active();
    check_defines();
    return std::move(program_);
}

// Directives that set N and the word are read first; their errors are reported in the second reading.
void Assembler::prescan() {
    program_.threads = options_.threads.value_or(program_.threads);
    program_.warps = options_.warps.value_or(program_.warps);
    program_.word = options_.word.value_or(program_.word);
    program_.registers = options_.registers.value_or(program_.registers);
    program_.races = options_.races.value_or(program_.races);
    warp_size_ = {program_.threads, 0, false, true, false};

    Diagnostics discarded;
    Assembler scout(file_, options_, discarded);
    scout.program_ = program_;
    scout.warp_size_ = warp_size_;
    for (const syntax::Line& line : file_.lines) {
        const auto* d = std::get_if<syntax::Directive>(&line.what);
        if (d == nullptr) continue;
        if (d->name == "const" || d->name == "buffer" || d->name == "threads" || d->name == "word") {
            scout.line_ = &line;
            scout.directive(*d);
        }
    }
    program_.threads = scout.program_.threads;
    program_.word = scout.program_.word;
    program_.active = ThreadSet::all(program_.threads);
    warp_size_ = {program_.threads, 0, false, true, false};
}

void Assembler::define_labels() {
    Label next = 1;
    for (const syntax::Line& line : file_.lines) {
        line_ = &line;
        for (const std::string_view label : line.labels) {
            if (is_reserved_word(label)) {
                error(label, fmt::format("'{}' is a reserved word and cannot be a label", label));
                continue;
            }
            const auto [first, added] = labels_.emplace(label, std::pair(next, line.number));
            if (!added) {
                error(label, fmt::format("label '{}' is already defined on line {}", shown(label),
                                         first->second.second));
                continue;
            }
            program_.labels.emplace_back(label, next);
            program_.source.labels.push_back(location_of(label));
            label_names_.push_back(label);
        }
        if (std::holds_alternative<syntax::Statement>(line.what)) ++next;
    }
}

void Assembler::directive(const syntax::Directive& directive) {
    DirectiveReader(*this, directive).read();
}

const Assembler::Constant* Assembler::constant(std::string_view name) const {
    if (name == "warp_size") return &warp_size_;
    const auto found = constants_.find(name);
    return found == constants_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Assembler::constant_names() const {
    std::vector<std::string_view> names;
    if (constants_.size() > kMaxCandidates) return names;
    for (const auto& entry : constants_) names.push_back(entry.first);
    return names;
}

void Assembler::define_constant(std::string_view name, Constant constant) {
    if (is_reserved_word(name)) {
        return error(name, fmt::format("'{}' is a reserved word and cannot be a constant", name));
    }
    if (const auto other = constants_.find(name); other != constants_.end()) {
        return error(name, fmt::format("constant '{}' is already defined on line {}", shown(name),
                                       other->second.line));
    }
    if (const auto mention = variables_.find(name); mention != variables_.end()) {
        return error(name,
                     fmt::format("'{}' is a variable on line {}; a constant must be defined on a line before "
                                 "its uses",
                                 shown(name), mention->second.line));
    }
    constants_.emplace(name, constant);
    program_.source.constants.emplace_back(name);
}

void Assembler::instruction(const syntax::Statement& statement) {
    const Format& format = info(statement.opcode).format;
    Instruction result;
    result.opcode = statement.opcode;
    result.line = line_->number;
    result.column = column_at(statement.first);
    if (statement.opcode == Opcode::bp) result.operation = statement.operation;
    if (statement.opcode == Opcode::fetch || statement.opcode == Opcode::typed_fetch)
        result.fetch_operation = statement.fetch_operation;
    if (statement.opcode == Opcode::typed_fetch) result.type = word_type(statement.type, statement.type_text);
    if (statement.opcode == Opcode::typed) {
        result.typed_operation = statement.typed_operation;
        result.type = word_type(statement.type, statement.type_text);
        result.from = word_type(statement.from, statement.from_text);
    }
    // Variables are numbered by their first mention in the text: the destination is on the left, but the left
    // side of a store is an operand.
    if (has_destination(format)) result.destination = destination(statement.destination);
    for (std::size_t i = 0; i < operand_count(result); ++i)
        result.operands[i] = operand(statement.operands[i]);
    const std::string_view branch_on = statement.operands[0].word;
    if (!format.constants &&
        (parse_integer(branch_on) || parse_float(branch_on) || constant(branch_on) != nullptr)) {
        error(statement.operands[0].whole,
              fmt::format("'{}' branches on a variable, tid or wid, not on a constant", format.mnemonic));
    }
    if (statement.opcode == Opcode::ballot &&
        program_.threads > static_cast<std::uint32_t>(program_.word.width)) {
        error(statement.first,
              fmt::format("a ballot has one bit per thread: {} threads do not fit a word of {} bits",
                          program_.threads, program_.word.width));
    }
    if (has_target(format)) result.target = target(statement.target);
    program_.instructions.push_back(result);
}

// A type that is at most as wide as the word that holds its pattern.
Type Assembler::word_type(Type type, std::string_view text) {
    const int width = program_.word.width;
    if (width_of(type) > width) {
        error(text, fmt::format("{} does not fit a word of {} bits; {} do", to_string(type), width,
                                types_up_to(width)));
    }
    return type;
}

// The word of a float, regardless of the program's word.
Value Assembler::float_word(const FloatLiteral& literal, bool negative, std::string_view whole) {
    if (literal.too_large) {
        error(whole, fmt::format("'{0}' is too large for {1}; infinity is inf{1}", shown(whole),
                                 to_string(literal.type)));
    }
    return literal.word(negative);
}

// The instructions of a line are in its order, so the column is counted from the previous one.
std::uint32_t Assembler::column_at(std::string_view where) {
    const bool goes_on = counted_ != nullptr && is_in_line(counted_) && counted_ <= where.data();
    if (!goes_on) {
        counted_ = line_->text.data();
        counted_column_ = 1;
    }
    const auto offset = static_cast<std::size_t>(where.data() - counted_);
    counted_column_ += column_of({counted_, offset}, offset) - 1;
    counted_ = where.data();
    return static_cast<std::uint32_t>(counted_column_);
}

// The location of a name. A name that the text does not spell out (`v0` of a Prolog list) is located at its
// instruction.
Location Assembler::location_of(std::string_view name) {
    if (is_in_line(name.data())) return {line_->number, column_at(name)};
    const bool is_counted = counted_ != nullptr && is_in_line(counted_);
    return {line_->number, is_counted ? static_cast<std::uint32_t>(counted_column_) : 1};
}

Operand Assembler::operand(const syntax::Operand& text) {
    if (const auto integer = parse_integer(text.word)) return constant_operand(text, *integer);
    if (const auto literal = parse_float(text.word)) {
        word_type(literal->type, text.whole);
        return Operand::constant(float_word(*literal, text.sign == '-', text.whole));
    }
    if (const Constant* named = constant(text.word)) {
        if (named->of_float && text.sign != 0) error(text.whole, sign_before_float(text.word));
        warp_size_used_ = warp_size_used_ || text.word == "warp_size";
        return constant_operand(text, named->value);
    }
    if (!is_identifier(text.word)) {
        error(text.whole, fmt::format("'{}' is neither an integer nor a name{}", shown(text.word),
                                      hint_of_float(text.word)));
        return {};
    }
    if (text.sign != 0) {
        error(text.whole, fmt::format("a sign must precede an integer or a constant; '{}' is a variable, "
                                      "so write 0 {} {}",
                                      shown(text.word), text.sign, shown(text.word)));
        return {};
    }
    if (text.word == "tid") return Operand::tid();
    if (text.word == "wid") return Operand::wid();
    return Operand::of(variable(text.word));
}

Operand Assembler::constant_operand(const syntax::Operand& text, Integer magnitude) {
    const Integer value = text.sign == '-' ? -magnitude : magnitude;
    const Word word = program_.word;
    // warp_size is read modulo 2^w in a wrapping word, however large N is.
    const bool reads_modulo = word.wrap && text.word == "warp_size";
    if (!word.accepts_literal(value) && !reads_modulo) {
        error(text.whole, fmt::format("'{}' does not fit a word of {} bits, {} … {}", shown(text.whole),
                                      word.width, static_cast<std::int64_t>(word.min()),
                                      word.wrap ? static_cast<std::uint64_t>(word.max()) * 2 + 1
                                                : static_cast<std::uint64_t>(word.max())));
    }
    return Operand::constant(word.wrapped(value));
}

std::string Assembler::sign_before_float(std::string_view name) {
    return fmt::format(
        "'{0}' is a pattern of bits, which a sign would not negate; write the float with its sign in "
        "the .const",
        shown(name));
}

Variable Assembler::destination(std::string_view name) {
    if (parse_integer(name)) {
        error(name, fmt::format("'{}' is an integer; expected a variable", shown(name)));
        return 0;
    }
    if (name == "tid" || name == "wid") {
        error(name, fmt::format("'{}' cannot be assigned; expected a variable", name));
        return 0;
    }
    if (const Constant* named = constant(name); named != nullptr && name != "warp_size") {
        error(name, fmt::format("'{}' is a constant, defined on line {}; expected a variable", shown(name),
                                named->line));
        return 0;
    }
    return variable(name);
}

Variable Assembler::variable(std::string_view name) {
    if (!is_identifier(name) || is_reserved_word(name)) {
        error(name, is_reserved_word(name)
                        ? fmt::format("'{}' is a reserved word; expected a variable", shown(name))
                        : fmt::format("'{}' is not a name; expected a variable", shown(name)));
        return 0;
    }
    const auto next = static_cast<Variable>(program_.variables.size());
    const auto [mention, added] = variables_.emplace(name, Mention{next, line_->number});
    if (added) {
        program_.variables.emplace_back(name);
        program_.source.variables.push_back(location_of(name));
    }
    return mention->second.variable;
}

Label Assembler::target(std::string_view label) {
    const auto found = labels_.find(label);
    if (found != labels_.end()) return found->second.first;
    error(label, is_identifier(label)
                     ? fmt::format("label '{}' is not defined{}", shown(label), hint(label, label_names_))
                     : fmt::format("'{}' is not a label; a target is a label", shown(label)));
    return 1;
}

void Assembler::check_expectations() {
    std::vector<std::string_view> known(program_.variables.begin(), program_.variables.end());
    for (const PendingVariable& pending : expected_variables_) {
        line_ = pending.line;
        const auto mention = variables_.find(pending.name);
        if (mention == variables_.end()) {
            error(pending.name, fmt::format("no instruction names a variable '{}'{}", shown(pending.name),
                                            hint(pending.name, known)));
            continue;
        }
        auto& expected = std::get<ExpectVariable>(program_.expectations[pending.expectation].what);
        expected.variable = mention->second.variable;
    }
}

// The line of the directive that sets N or W; 0 if none does, or if an option overrides it.
void Assembler::size_error(std::string_view directive, bool overridden, std::string message) {
    const auto found = once_.find(directive);
    const bool placed = found != once_.end() && !overridden;
    diagnostics_.error(placed ? found->second->number : 0, 0, std::move(message));
}

void Assembler::check_sizes() {
    const Word word = program_.word;
    const Integer threads = program_.threads;
    const Integer warps = program_.warps;
    if (!word.wrap && !word.fits(threads - 1)) {
        size_error("threads", options_.threads.has_value(),
                   fmt::format("thread {} does not fit a word of {} bits that traps", program_.threads - 1,
                               word.width));
    } else if (!word.wrap && warp_size_used_ && !word.fits(threads)) {
        size_error("threads", options_.threads.has_value(),
                   fmt::format("warp_size is {}, which does not fit a word of {} bits that traps",
                               program_.threads, word.width));
    }
    if (!word.wrap && !word.fits(warps - 1)) {
        size_error(
            "warps", options_.warps.has_value(),
            fmt::format("warp {} does not fit a word of {} bits that traps", program_.warps - 1, word.width));
    }
    const auto variables = std::max<std::uint64_t>(1, program_.variables.size());
    if (std::uint64_t{program_.threads} * program_.warps >= (kMaxRegisters + variables - 1) / variables) {
        size_error(program_.warps > 1 ? "warps" : "threads",
                   options_.threads.has_value() || options_.warps.has_value(),
                   fmt::format("{} threads × {} warps × {} variables are 2^32 registers or more",
                               program_.threads, program_.warps, program_.variables.size()));
    }
}

void Assembler::check_active() {
    if (!options_.active) return;
    ThreadList list = parse_thread_list(*options_.active, program_.threads);
    if (!list.error.empty()) diagnostics_.error(0, 0, fmt::format("--active: {}", list.error));
    program_.active = std::move(list.threads);
}

void Assembler::check_defines() {
    std::vector<std::string_view> known;
    for (const auto& [name, constant] : constants_) {
        if (!constant.buffer) known.push_back(name);
    }
    for (const auto& define : options_.defines) {
        if (std::ranges::find(known, define.first) != known.end()) continue;
        diagnostics_.error(0, 0,
                           fmt::format("--define: the program has no '.const {}'{}", shown(define.first),
                                       did_you_mean(define.first, known)));
    }
}

}  // namespace musimd
