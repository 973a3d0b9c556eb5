#include "isa/assembler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "isa/directives.hpp"
#include "isa/literal.hpp"
#include "isa/user_instruction.hpp"
#include "isa/variant.hpp"

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
    // A piece that is not in the text, as of a program as JSON, is located at its instruction.
    const auto* const statement = std::get_if<syntax::WrittenInstruction>(&line_->what);
    if (!is_in_line(where.data()) && statement != nullptr) where = statement->first;
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
        if (const auto* s = std::get_if<syntax::WrittenInstruction>(&line.what)) instruction(*s);
    }
    check_grid();
    check_expectations();
    check_sizes();
    check_shared();
    check_active();
    check_defines();
    return std::move(program_);
}

// Directives that set N, the word, the model and the grid are read first; their errors are reported in the
// second reading.
void Assembler::prescan() {
    find_uses_of_names();
    program_.threads = options_.threads.value_or(program_.threads);
    program_.warps = options_.warps.value_or(program_.warps);
    program_.word = options_.word.value_or(program_.word);
    program_.model = options_.model.value_or(program_.model);
    program_.registers = options_.registers.value_or(program_.registers);
    program_.races = options_.races.value_or(program_.races);
    if (block_line_ != 0) {
        program_.block_threads = options_.block.value_or(0);
        program_.grid = options_.grid.value_or(1);
    }
    warp_size_ = {program_.threads, 0, false, "warp_size", false};
    scout({"const", "buffer", "threads", "word", "model"});
    warp_size_ = {program_.threads, 0, false, "warp_size", false};
    if (block_line_ != 0) scout({"const", "buffer", "block", "grid"});
    block_size_ = {program_.block_threads, 0, false, "block_size", false};
    grid_size_ = {program_.grid, 0, false, "grid_size", false};
    scout({"const", "buffer", "shared"});
    program_.active = ThreadSet::all(program_.threads);
}

// Reads these directives of the file, for the machine that they describe.
void Assembler::scout(std::initializer_list<std::string_view> directives) {
    Diagnostics discarded;
    Assembler scout(file_, options_, discarded);
    scout.program_ = program_;
    scout.warp_size_ = warp_size_;
    scout.block_size_ = block_size_;
    scout.grid_size_ = grid_size_;
    scout.block_line_ = block_line_;
    for (const syntax::Line& line : file_.lines) {
        const auto* d = std::get_if<syntax::Directive>(&line.what);
        if (d == nullptr || std::ranges::find(directives, d->name) == directives.end()) continue;
        scout.line_ = &line;
        scout.directive(*d);
    }
    program_.threads = scout.program_.threads;
    program_.word = scout.program_.word;
    program_.model = scout.program_.model;
    program_.block_threads = scout.program_.block_threads;
    program_.grid = scout.program_.grid;
    shared_names_ = std::move(scout.shared_);
}

// Whether the file has `.block`, and whether it has something of its own named `activemask`.
void Assembler::find_uses_of_names() {
    for (const syntax::Line& line : file_.lines) {
        if (const auto* s = std::get_if<syntax::WrittenInstruction>(&line.what))
            names_activemask_ |= s->destination == "activemask";
        const auto* d = std::get_if<syntax::Directive>(&line.what);
        if (d == nullptr) continue;
        if (d->name == "block" && block_line_ == 0) block_line_ = line.number;
        const bool names = d->name == "const" || d->name == "buffer" || d->name == "shared";
        names_activemask_ |= names && !d->tokens.empty() && d->tokens.front() == "activemask";
    }
}

void Assembler::define_labels() {
    Label next = 1;
    for (const syntax::Line& line : file_.lines) {
        line_ = &line;
        for (const std::string_view label : line.labels) {
            if (is_reserved(label)) {
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
        if (std::holds_alternative<syntax::WrittenInstruction>(line.what)) ++next;
    }
}

void Assembler::directive(const syntax::Directive& directive) {
    DirectiveReader(*this, directive).read();
}

bool Assembler::is_machine_constant(std::string_view name) const {
    return name == "warp_size" || (block_line_ != 0 && (name == "block_size" || name == "grid_size"));
}

const Assembler::Constant* Assembler::constant(std::string_view name) const {
    if (name == "warp_size") return &warp_size_;
    if (block_line_ != 0 && name == "block_size") return &block_size_;
    if (block_line_ != 0 && name == "grid_size") return &grid_size_;
    const auto found = constants_.find(name);
    return found == constants_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Assembler::constant_names() const {
    std::vector<std::string_view> names;
    if (constants_.size() > kMaxCandidates) return names;
    for (const auto& entry : constants_) names.push_back(entry.first);
    return names;
}

// Whether a constant or a shared object can have the name; an error if not.
bool Assembler::is_new_name(std::string_view name, std::string_view what) {
    const auto other = constants_.find(name);
    const auto object = shared_.find(name);
    const auto mention = variables_.find(name);
    if (is_reserved(name)) {
        error(name, fmt::format("'{}' is a reserved word and cannot be a {}", name, what));
    } else if (other != constants_.end()) {
        error(name,
              fmt::format("constant '{}' is already defined on line {}", shown(name), other->second.line));
    } else if (object != shared_.end()) {
        error(name, fmt::format("shared object '{}' is already defined on line {}", shown(name),
                                object->second.line));
    } else if (mention != variables_.end()) {
        error(name, fmt::format("'{}' is a variable on line {}; a {} must be defined on a line before "
                                "its uses",
                                shown(name), mention->second.line, what));
    } else {
        return true;
    }
    return false;
}

void Assembler::define_constant(std::string_view name, Constant constant) {
    if (!is_new_name(name, "constant")) return;
    constants_.emplace(name, constant);
    program_.source.constants.emplace_back(name);
}

// Objects are packed in the order of their directives.
void Assembler::define_shared(std::string_view name, std::int64_t count) {
    if (!is_new_name(name, "shared object")) return;
    const std::int64_t offset = program_.shared_words();
    shared_.emplace(name, SharedName{offset, line_->number});
    program_.shared.push_back({std::string(name), offset, count});
    if (offset <= kMaxSharedWords && offset + count > kMaxSharedWords) {
        error(name,
              fmt::format("the shared memory of a block has at most {} words (227 KiB); with '{}' it has {}",
                          kMaxSharedWords, shown(name), offset + count));
    }
}

// The names that a grid of blocks has are reserved only where there is one, so older programs read as before.
bool Assembler::is_reserved(std::string_view word) const {
    return is_reserved_word(word) || (block_line_ != 0 && (word == "bid" || word == "btid" ||
                                                           word == "block_size" || word == "grid_size"));
}

void Assembler::instruction(const syntax::WrittenInstruction& statement) {
    Instruction result;
    result.opcode = is_activemask(statement) ? Opcode::activemask : statement.opcode;
    result.line = line_->number;
    result.column = column_at(statement.first);
    if (statement.opcode == Opcode::bp) result.operation = statement.operation;
    if (is_fetch(statement.opcode)) result.fetch_operation = statement.fetch_operation;
    if (has_strength(statement.opcode)) {
        result.order = statement.order;
        result.scope = statement.scope;
    }
    if (statement.opcode == Opcode::typed_fetch) result.type = word_type(statement.type, statement.type_text);
    if (statement.opcode == Opcode::typed) {
        result.typed_operation = statement.typed_operation;
        result.type = word_type(statement.type, statement.type_text);
        result.from = word_type(statement.from, statement.from_text);
        if (!statement.target.empty()) result.target = user_instruction_number(statement.target);
    }
    const Format& format = info(result.opcode).format;
    // Variables are numbered by their first mention in the text: the destination is on the left, but the left
    // side of a store is an operand.
    if (has_destination(format)) result.destination = destination(statement.destination);
    for (std::size_t i = 0; i < operand_count(result); ++i)
        result.operands[i] = operand(statement.operands[i]);
    const std::string_view branch_on = statement.operands[0].word;
    if (!format.constants && (parse_integer(branch_on) || parse_float(branch_on) ||
                              constant(branch_on) != nullptr || shared_names_.contains(branch_on))) {
        error(statement.operands[0].whole,
              fmt::format("'{}' branches on a variable, tid or wid, not on a constant", format.mnemonic));
    }
    if (result.opcode == Opcode::async_wait) check_groups(statement.operands[0], result.operands[0]);
    if (format.variants) variant(statement, result);
    check_instruction(statement, result.opcode);
    if (has_target(format)) result.target = target(statement.target);
    program_.instructions.push_back(result);
}

// `activemask` was no word of the first programs. So `v = activemask` is the instruction unless the text
// itself uses the name: a variable that it assigns somewhere, or a constant, buffer or shared object. In all
// other positions it is a name.
bool Assembler::is_activemask(const syntax::WrittenInstruction& statement) const {
    return statement.opcode == Opcode::copy && !names_activemask_ && statement.operands[0].sign == 0 &&
           statement.operands[0].word == "activemask";
}

void Assembler::variant(const syntax::WrittenInstruction& statement, Instruction& result) {
    result.variant = statement.variant;
    if (result.opcode == Opcode::shuffle) result.width = shuffle_width(statement.width);
    if (result.opcode == Opcode::typed_reduce) {
        result.typed_operation = statement.typed_operation;
        result.type = word_type(statement.type, statement.type_text);
    }
}

void Assembler::check_groups(const syntax::Operand& text, const Operand& groups) {
    if (groups.kind == Operand::Kind::constant && groups.value >= 0) return;
    error(text.whole,
          fmt::format("'async.wait' takes the number of groups that may go on, a constant that is "
                      "not negative, found '{}'",
                      shown(text.whole)));
}

// The lanes of a segment: by default, N rounded up to a power of two.
std::uint32_t Assembler::shuffle_width(const syntax::Operand& text) {
    const std::uint32_t most = std::bit_ceil(program_.threads);
    if (text.word.empty()) return most;
    const Constant* named = constant(text.word);
    const auto integer = named == nullptr  ? parse_integer(text.word)
                         : named->of_float ? std::nullopt
                                           : std::optional(named->value);
    if (!integer) {
        error(text.whole,
              fmt::format("'{}' is not a width, which is an integer or a constant", shown(text.whole)));
        return most;
    }
    const Integer width = text.sign == '-' ? -*integer : *integer;
    if (width < 1 || width > most || !std::has_single_bit(static_cast<std::uint32_t>(width))) {
        error(text.whole,
              fmt::format("a width is a power of two, 1 … {}, found '{}'", most, shown(text.whole)));
        return most;
    }
    return static_cast<std::uint32_t>(width);
}

// What N and the model do not allow.
void Assembler::check_instruction(const syntax::WrittenInstruction& statement, Opcode opcode) {
    const bool masks = is_collective(opcode) || opcode == Opcode::activemask;
    if ((masks || opcode == Opcode::ballot) &&
        program_.threads > static_cast<std::uint32_t>(program_.word.width)) {
        error(statement.first,
              fmt::format("a {} has one bit per thread: {} threads do not fit a word of {} bits",
                          masks ? "mask" : "ballot", program_.threads, program_.word.width));
    }
    const bool locked =
        opcode == Opcode::everywhere || opcode == Opcode::end_everywhere || opcode == Opcode::branch_mask;
    if (locked && program_.model == ThreadModel::volta) {
        error(statement.first,
              fmt::format("'{}' needs lock step; the model 'volta' runs each thread by itself",
                          info(opcode).format.mnemonic));
    }
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
        warp_size_used_ |= text.word == "warp_size";
        return constant_operand(text, named->value);
    }
    if (!is_identifier(text.word)) {
        error(text.whole, fmt::format("'{}' is neither an integer nor a name{}", shown(text.word),
                                      hint_of_float(text.word)));
        return {};
    }
    const auto object = shared_names_.find(text.word);
    const bool is_shared = object != shared_names_.end();
    if (text.sign != 0) {
        error(text.whole,
              fmt::format("a sign must precede an integer or a constant; '{}' is {}, "
                          "so write 0 {} {}",
                          shown(text.word), is_shared ? "an address of shared memory" : "a variable",
                          text.sign, shown(text.word)));
        return {};
    }
    if (is_shared) return Operand::shared(object->second.offset);
    if (text.word == "tid") return Operand::tid();
    if (text.word == "wid") return Operand::wid();
    if (block_line_ != 0 && text.word == "bid") return Operand::bid();
    if (block_line_ != 0 && text.word == "btid") return Operand::btid();
    return Operand::of(variable(text.word));
}

Operand Assembler::constant_operand(const syntax::Operand& text, Integer magnitude) {
    const Integer value = text.sign == '-' ? -magnitude : magnitude;
    const Word word = program_.word;
    // The sizes of the machine are read modulo 2^w in a wrapping word, however large they are.
    const bool reads_modulo = word.wrap && is_machine_constant(text.word);
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
        "'{0}' is a bit pattern, which a sign would not negate; write the sign in the .const, before the "
        "float",
        shown(name));
}

Variable Assembler::destination(std::string_view name) {
    if (parse_integer(name)) {
        error(name, fmt::format("'{}' is an integer; expected a variable", shown(name)));
        return 0;
    }
    if (name == "tid" || name == "wid" || (block_line_ != 0 && (name == "bid" || name == "btid"))) {
        error(name, fmt::format("'{}' cannot be assigned; expected a variable", name));
        return 0;
    }
    if (const Constant* named = constant(name); named != nullptr && named->line != 0) {
        error(name, fmt::format("'{}' is a constant, defined on line {}; expected a variable", shown(name),
                                named->line));
        return 0;
    }
    if (const auto object = shared_names_.find(name); object != shared_names_.end()) {
        error(name, fmt::format("'{}' is a shared object, defined on line {}; expected a variable",
                                shown(name), object->second.line));
        return 0;
    }
    return variable(name);
}

Variable Assembler::variable(std::string_view name) {
    if (!is_identifier(name) || is_reserved(name)) {
        error(name, is_reserved(name)
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
    const bool has_exit = std::ranges::count(program_.instructions, Opcode::exit, &Instruction::opcode) != 0;
    std::vector<std::string_view> known(program_.variables.begin(), program_.variables.end());
    for (const PendingExpectation& pending : pending_expectations_) {
        line_ = pending.line;
        Expectation& expectation = program_.expectations[pending.expectation];
        check_expected_warp(expectation, pending.where);
        const auto* active = std::get_if<ExpectActive>(&expectation.what);
        if (active != nullptr && active->threads.empty() && !has_exit)
            error(pending.where, "expected at least one thread; Θ is empty only after an 'exit'");
        if (const auto* shared = std::get_if<ExpectShared>(&expectation.what))
            check_expected_shared(*shared, pending.where);
        auto* expected = std::get_if<ExpectVariable>(&expectation.what);
        if (expected == nullptr) continue;
        const auto mention = variables_.find(pending.where);
        if (mention == variables_.end()) {
            error(pending.where, fmt::format("no instruction names a variable '{}'{}", shown(pending.where),
                                             hint(pending.where, known)));
            continue;
        }
        expected->variable = mention->second.variable;
    }
}

// An option that overrides the size of the grid may change which warps and blocks there are.
void Assembler::check_expected_warp(const Expectation& expectation, std::string_view where) {
    if (options_.threads || options_.warps || options_.block || options_.grid) return;
    const auto warp = std::visit(
        [](const auto& what) -> std::uint32_t {
            if constexpr (requires { std::uint32_t{what.warp}; }) return what.warp;
            return 0;
        },
        expectation.what);
    if (warp >= program_.warps)
        error(where, fmt::format("warp {} does not exist; the warps are 0 … {}", warp, program_.warps - 1));
}

void Assembler::check_expected_shared(const ExpectShared& expected, std::string_view where) {
    const bool overridden = options_.block || options_.grid;
    if (!overridden && expected.block >= program_.grid) {
        return error(where, fmt::format("block {} does not exist; the blocks are 0 … {}", expected.block,
                                        program_.grid - 1));
    }
    if (static_cast<std::int64_t>(expected.words.size()) > program_.shared_words() - expected.offset) {
        error(where, fmt::format("these words run past the shared memory of a block, which has {} words",
                                 program_.shared_words()));
    }
}

// The line of the directive that sets N or W; 0 if none does, or if an option overrides it.
void Assembler::size_error(std::string_view directive, bool overridden, std::string message) {
    const auto found = once_.find(directive);
    const bool placed = found != once_.end() && !overridden;
    diagnostics_.error(placed ? found->second->number : 0, 0, std::move(message));
}

// Which directives and options go together, and the number of warps of a program with `.block`.
void Assembler::check_grid() {
    if (block_line_ == 0) {
        for (const auto& [option, given] :
             {std::pair("block", options_.block.has_value()), std::pair("grid", options_.grid.has_value())}) {
            if (given) diagnostics_.error(0, 0, fmt::format("--{}: the program has no '.block'", option));
        }
        if (const auto grid = once_.find("grid"); grid != once_.end())
            diagnostics_.error(grid->second->number, 0, "'.grid' needs '.block', the threads of a block");
        return;
    }
    for (const auto& [option, given] :
         {std::pair("warps", options_.warps.has_value()), std::pair("active", options_.active.has_value())}) {
        if (given) {
            diagnostics_.error(
                0, 0, fmt::format("'--{}' cannot be used with '.block' on line {}", option, block_line_));
        }
    }
    program_.warps = 1;
    if (program_.block_threads == 0) return;  // its error is reported
    const std::uint64_t per_block = program_.warps_per_block();
    const std::uint64_t warps = per_block * program_.grid;
    if (warps <= kMaxWarps) {
        program_.warps = static_cast<std::uint32_t>(warps);
        return;
    }
    size_error("grid", options_.grid.has_value(),
               fmt::format("{} blocks of {} warps are {} warps; a grid has at most {}", program_.grid,
                           per_block, warps, kMaxWarps));
}

void Assembler::check_sizes() {
    const Word word = program_.word;
    const Integer threads = program_.threads;
    const Integer warps = program_.warps;
    const auto misfit = [&](std::string_view directive, bool overridden, std::string_view what) {
        size_error(directive, overridden,
                   fmt::format("{} does not fit a word of {} bits that traps", what, word.width));
    };
    const bool has_grid = once_.contains("grid") || options_.grid.has_value();
    if (!word.wrap && !word.fits(threads - 1)) {
        misfit("threads", options_.threads.has_value(), fmt::format("thread {}", program_.threads - 1));
    } else if (!word.wrap && warp_size_used_ && !word.fits(threads)) {
        misfit("threads", options_.threads.has_value(),
               fmt::format("warp_size is {}, which", program_.threads));
    }
    if (!word.wrap && !word.fits(Integer{program_.block_threads})) {
        misfit("block", options_.block.has_value(),
               fmt::format("block_size is {}, which", program_.block_threads));
    }
    if (!word.wrap && !word.fits(Integer{program_.grid} - 1)) {
        misfit("grid", options_.grid.has_value(), fmt::format("block {}", program_.grid - 1));
    } else if (!word.wrap && !word.fits(warps - 1)) {
        misfit(program_.has_blocks() ? (has_grid ? "grid" : "block") : "warps",
               options_.warps.has_value() || options_.grid.has_value(),
               fmt::format("warp {}", program_.warps - 1));
    }
    check_registers();
}

void Assembler::check_registers() {
    const auto variables = std::max<std::uint64_t>(1, program_.variables.size());
    if (std::uint64_t{program_.threads} * program_.warps < (kMaxRegisters + variables - 1) / variables)
        return;
    const std::string_view directive = program_.has_blocks() ? "grid"
                                       : program_.warps > 1  ? "warps"
                                                             : "threads";
    size_error(directive,
               options_.threads.has_value() || options_.warps.has_value() || options_.grid.has_value(),
               fmt::format("{} threads × {} warps × {} variables are 2^32 registers or more",
                           program_.threads, program_.warps, program_.variables.size()));
}

// The last address of shared memory must be a word, so that a program can compute it.
void Assembler::check_shared() {
    if (program_.shared.empty()) return;
    const Integer last = Integer{options_.max_address} + Integer{program_.grid} * program_.shared_words();
    if (program_.word.fits(last)) return;
    diagnostics_.error(
        shared_.at(program_.shared.front().name).line, 0,
        fmt::format("shared memory begins after the highest address, {}, and ends at {}, which does "
                    "not fit a word of {} bits; --max-address moves it",
                    options_.max_address, static_cast<std::int64_t>(last), program_.word.width));
}

void Assembler::check_active() {
    if (!options_.active || block_line_ != 0) return;
    if (program_.model == ThreadModel::volta) {
        return diagnostics_.error(0, 0,
                                  "--active needs lock step; the model 'volta' runs each thread by itself");
    }
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
