#include "isa/printer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <span>

#include "isa/diagnostic.hpp"
#include "isa/user_instruction.hpp"
#include "isa/variant.hpp"

namespace musimd {
namespace {

constexpr std::size_t kIndent = 8;  // columns before an instruction

// An instruction's parts as text; parts that its format does not use are empty.
struct Parts {
    std::string destination;
    std::string operands[3];
    std::string width;
    std::string target;
};

// `add.f32`, `cvt.f32.i32`
std::string spell(TypedOperation operation, Type type, Type from) {
    const std::string head = fmt::format("{}.{}", info(operation).name, to_string(type));
    return operation == TypedOperation::cvt ? fmt::format("{}.{}", head, to_string(from)) : head;
}

std::string spell(const OperationInfo& operation, const Parts& p) {
    return operation.is_word() ? fmt::format("{} = {} {}, {}", p.destination, operation.spelling,
                                             p.operands[0], p.operands[1])
                               : fmt::format("{} = {} {} {}", p.destination, p.operands[0],
                                             operation.spelling, p.operands[1]);
}

// `v = popc -1` would be a difference: a word that is not reserved needs parentheses before a sign.
bool needs_parentheses(const InstructionInfo& row, const std::string& operand) {
    const Format& format = row.format;
    return format.destination && !format.address && operand.starts_with('-') && !format.mnemonic.empty() &&
           !is_reserved_word(format.mnemonic);
}

// What the row's syntax says, with the parts in its holes.
std::string spell(const InstructionInfo& row, const Parts& p) {
    std::string text;
    std::size_t operand = 0;
    for (std::string_view rest = row.format.syntax; !rest.empty();) {
        const SyntaxPiece piece = take_piece(rest, row.family);
        switch (piece.kind) {
            case SyntaxPiece::Kind::text:
            case SyntaxPiece::Kind::mnemonic:
            case SyntaxPiece::Kind::operation:
                text += piece.text;
                break;
            case SyntaxPiece::Kind::destination:
                text += p.destination;
                break;
            case SyntaxPiece::Kind::operand:
                text += needs_parentheses(row, p.operands[operand]) ? fmt::format("({})", p.operands[operand])
                                                                    : p.operands[operand];
                ++operand;
                break;
            case SyntaxPiece::Kind::target:
                text += p.target;
                break;
            case SyntaxPiece::Kind::width:
                text += p.width;
                break;
        }
    }
    return text;
}

// `v = vote.any m, o`, `v = reduce.add.i32 m, o`, `v = shfl.idx m, x, o, 8`
template <typename Spelled>
std::string spell_variant(const Spelled& i, const Parts& p) {
    const Format& format = info(i.opcode).format;
    std::string text = format.destination ? fmt::format("{} = ", p.destination) : std::string();
    text += fmt::format("{}.{}", format.mnemonic, to_string(i.variant));
    if (i.opcode == Opcode::typed_reduce) text += fmt::format(".{}", to_string(i.type));
    const std::span<const std::string> used(p.operands, format.operands);
    if (!used.empty()) text += fmt::format(" {}", fmt::join(used, ", "));
    if (!p.width.empty()) text += fmt::format(", {}", p.width);
    return text;
}

// `.acquire.block`. An update that is relaxed.grid and a fence that is acq_rel of its block or grid are
// printed as in programs without orders.
template <typename Spelled>
std::string spell_strength(const Spelled& i) {
    const bool is_load_or_store = i.opcode == Opcode::strong_store || is_atomic_load(i);
    if (i.opcode == Opcode::fence && i.order == MemoryOrder::acq_rel && i.scope != Scope::system)
        return fmt::format(".{}", to_string(i.scope));
    if (is_fetch(i.opcode) && !is_load_or_store && i.order == MemoryOrder::relaxed && i.scope == Scope::grid)
        return {};
    return fmt::format(".{}.{}", to_string(i.order), to_string(i.scope));
}

// The name of a user instruction; empty for another one.
std::string_view user_name(const Instruction& i) {
    const UserInstruction* const user = user_instruction_of(i);
    return user == nullptr ? std::string_view() : user->name;
}
std::string_view user_name(const syntax::WrittenInstruction& s) {
    return s.opcode == Opcode::typed ? s.target : std::string_view();
}

// As of `popc`: parentheses around a sign that would make it a difference.
std::string spell_user(std::string_view name, const Parts& p, std::span<const std::string> used) {
    const std::string operands = fmt::format("{}", fmt::join(used, ", "));
    return operands.starts_with('-') ? fmt::format("{} = {}({})", p.destination, name, operands)
                                     : fmt::format("{} = {} {}", p.destination, name, operands);
}

// `i` is an Instruction or a syntax::WrittenInstruction.
template <typename Spelled>
std::string spell(const Spelled& i, const Parts& p) {
    if (i.opcode == Opcode::bp) return spell(info(i.operation), p);
    if (is_fetch(i.opcode)) {
        const std::string type = i.opcode == Opcode::fetch ? "" : fmt::format(".{}", to_string(i.type));
        const std::span<const std::string> used(p.operands + 1, info(i.fetch_operation).operands);
        return fmt::format("{} = {}{}{} [{}]{}{}", p.destination, spelling_of(i.fetch_operation), type,
                           spell_strength(i), p.operands[0], used.empty() ? "" : ", ", fmt::join(used, ", "));
    }
    if (i.opcode == Opcode::fence) return fmt::format("fence{}", spell_strength(i));
    if (i.opcode == Opcode::strong_store)
        return fmt::format("store{} [{}], {}", spell_strength(i), p.operands[0], p.operands[1]);
    if (info(i.opcode).format.variants) return spell_variant(i, p);
    if (i.opcode != Opcode::typed) return spell(info(i.opcode), p);
    const std::span<const std::string> used(p.operands, info(i.typed_operation).operands);
    if (const std::string_view name = user_name(i); !name.empty()) return spell_user(name, p, used);
    return fmt::format("{} = {} {}", p.destination, spell(i.typed_operation, i.type, i.from),
                       fmt::join(used, ", "));
}

// ---- programs

std::string spell(const Operand& operand, const Program& program) {
    switch (operand.kind) {
        case Operand::Kind::constant:
            return fmt::format("{}", operand.value);
        case Operand::Kind::variable:
            return program.variables[operand.variable];
        case Operand::Kind::tid:
            return "tid";
        case Operand::Kind::wid:
            return "wid";
        case Operand::Kind::bid:
            return "bid";
        case Operand::Kind::btid:
            return "btid";
        case Operand::Kind::shared:
            return std::ranges::find(program.shared, operand.value, &SharedObject::offset)->name;
    }
    return {};
}

std::string label_of(Label target, const Program& program) {
    for (const auto& [name, label] : program.labels) {
        if (label == target) return name;
    }
    return fmt::format("L{}", target);
}

std::string spell(const Instruction& instruction, const Program& program, std::string target) {
    Parts parts;
    if (has_destination(info(instruction.opcode).format))
        parts.destination = program.variables[instruction.destination];
    for (std::size_t i = 0; i < operand_count(instruction); ++i) {
        parts.operands[i] = spell(instruction.operands[i], program);
    }
    if (instruction.opcode == Opcode::shuffle && instruction.width != std::bit_ceil(program.threads))
        parts.width = fmt::format("{}", instruction.width);
    parts.target = std::move(target);
    return spell(instruction, parts);
}

std::string list_of(const ThreadSet& threads) {
    std::string text = to_string(threads);
    std::erase_if(text, [](char c) { return c == '{' || c == '}' || c == ','; });
    return text;
}

std::string words_of(const std::vector<ExpectedWord>& words) {
    std::string text;
    for (const ExpectedWord& word : words) {
        text += word.kind == ExpectedWord::Kind::undefined  ? " _"
                : word.kind == ExpectedWord::Kind::anything ? " *"
                                                            : fmt::format(" {}", word.value);
    }
    return text;
}

class ProgramPrinter {
  public:
    explicit ProgramPrinter(const Program& program) : program_(program) {}

    std::string print() {
        machine();
        memory();
        instructions();
        for (const Expectation& expectation : program_.expectations) {
            text_ += ".expect ";
            if (expectation.model) text_ += fmt::format("{} ", to_string(*expectation.model));
            std::visit([this](const auto& what) { expect(what); }, expectation.what);
            text_ += '\n';
        }
        if (!program_.covers.empty()) line(".covers {}", fmt::join(program_.covers, " "));
        return std::move(text_);
    }

  private:
    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }

    void machine() {
        line(".threads {}", program_.threads);
        if (program_.has_blocks()) {
            line(".block {}", program_.block_threads);
            if (program_.grid != 1) line(".grid {}", program_.grid);
        } else if (program_.warps != 1) {
            line(".warps {}", program_.warps);
        }
        if (program_.model != ThreadModel::lockstep) line(".model {}", to_string(program_.model));
        if (!(program_.active == ThreadSet::all(program_.threads)))
            line(".active {}", list_of(program_.active));
        if (!(program_.word == Word{})) {
            line(".word {} {}", program_.word.width, program_.word.wrap ? "wrap" : "trap");
        }
        if (program_.registers == RegisterMode::restore) line(".registers restore");
        if (program_.races == RaceMode::thread) line(".races thread");
        if (program_.consistency != Consistency::cpp)
            line(".consistency {}", to_string(program_.consistency));
        order();
        if (program_.max_steps) line(".steps {}", *program_.max_steps);
    }

    void order() {
        if (program_.order == Order::ascending && program_.seed == 0) return;
        const std::string_view name = kOrderNames[static_cast<std::size_t>(program_.order)];
        program_.seed == 0 ? line(".order {}", name) : line(".order {} {}", name, program_.seed);
    }

    void memory() {
        for (const SharedObject& s : program_.shared) line(".shared {} {}", s.name, s.count);
        for (const Buffer& b : program_.buffers) line(".buffer {} {} {}", b.name, b.address, b.count);
        for (const Preload& p : program_.preloads) {
            if (!p.words.empty()) {
                line(".memory {}: {}", p.address, fmt::join(p.words, " "));
            } else if (p.step == 0) {
                line(".fill {} {} {}", p.address, p.count, p.start);
            } else {
                line(".iota {} {} {} {}", p.address, p.count, start_of(p), p.step);
            }
        }
    }

    // The words of an `.iota` continue from its start without wrapping. If they leave the signed range of a
    // wrapping word, they were written in the unsigned range.
    std::string start_of(const Preload& p) const {
        const Integer last = Integer{p.start} + Integer{p.step} * std::max<Integer>(p.count - 1, 0);
        if (program_.word.accepts_literal(last)) return fmt::format("{}", p.start);
        return fmt::format("{}", static_cast<std::uint64_t>(p.start + (Integer{1} << program_.word.width)));
    }

    void instructions() {
        std::map<Label, std::vector<std::string>> labels;
        for (const auto& [name, label] : program_.labels) labels[label].push_back(name);
        for (const Instruction& instruction : program_.instructions) {
            if (!has_target(info(instruction.opcode).format)) continue;
            auto& names = labels[instruction.target];
            if (names.empty()) names.push_back(unused_label(instruction.target));
        }
        for (Label pc = 1; pc <= program_.end(); ++pc) {
            if (const auto here = labels.find(pc); here != labels.end()) {
                for (const std::string& name : here->second) line("{}:", name);
            }
            if (pc == program_.end()) break;
            const Instruction& i = program_.at(pc);
            const bool targets = has_target(info(i.opcode).format);
            line("{}{}", std::string(kIndent, ' '),
                 spell(i, program_, targets ? labels[i.target].front() : std::string()));
        }
    }

    std::string unused_label(Label target) const {
        std::string name = fmt::format("L{}", target);
        const auto taken = [&](const auto& label) { return label.first == name; };
        while (std::ranges::any_of(program_.labels, taken)) name += '_';
        return name;
    }

    void expect(const ExpectOutcome& e) {
        if (e.outcome != Outcome::trap) {
            text_ += e.outcome == Outcome::stop ? "stop" : "limit";
            if (e.limit) text_ += fmt::format(" {}", to_string(*e.limit));
            return;
        }
        text_ += fmt::format("trap {}", e.trap);
        if (e.line) text_ += fmt::format(" {}", *e.line);
        if (e.warp) text_ += fmt::format(" warp {}", *e.warp);
        if (e.threads) text_ += fmt::format(" threads: {}", list_of(*e.threads));
    }
    void expect(const ExpectActive& e) { lanes("active", e.warp, e.threads); }
    void expect(const ExpectExited& e) { lanes("exited", e.warp, e.threads); }
    void lanes(std::string_view name, std::uint32_t warp, const ThreadSet& threads) {
        text_ += name;
        if (warp != 0) text_ += fmt::format(" warp {}", warp);
        text_ += threads.empty() ? ":" : fmt::format(": {}", list_of(threads));
    }
    void expect(const ExpectVariable& e) {
        text_ += fmt::format("var {}", program_.variables[e.variable]);
        if (e.warp != 0) text_ += fmt::format(" warp {}", e.warp);
        text_ += fmt::format(":{}", words_of(e.words));
    }
    void expect(const ExpectShared& e) {
        text_ += fmt::format("shared {} {}:{}", e.block, e.offset, words_of(e.words));
    }
    void expect(const ExpectWarning& e) {
        text_ += fmt::format("warning {}", e.kind);
        if (e.line) text_ += fmt::format(" {}", *e.line);
    }
    void expect(const ExpectError&) { text_ += "error"; }
    void expect(const ExpectMemory& e) { text_ += fmt::format("memory {}:{}", e.address, words_of(e.words)); }
    void expect(const ExpectStatistic& e) {
        text_ += fmt::format("stat {} {} {}", e.name, to_string(e.relation), decimal_text(e.number));
    }

    const Program& program_;
    std::string text_;
};

// ---- texts

std::string spell(const syntax::Operand& operand) {
    return operand.sign == '-' ? fmt::format("-{}", operand.word) : std::string(operand.word);
}

std::string spell(const syntax::WrittenInstruction& s) {
    Parts parts;
    parts.destination = s.destination;
    for (std::size_t i = 0; i < std::size(s.operands); ++i) parts.operands[i] = spell(s.operands[i]);
    parts.width = spell(s.width);
    parts.target = s.target;
    return spell(s, parts);
}

// Whether a token may be a part of a word.
bool joins(std::string_view token) {
    return token.find_first_of(":,*|=!<>") == std::string_view::npos;
}

std::string spell(const syntax::Directive& directive) {
    std::string text = fmt::format(".{}", directive.name);
    std::string_view last = directive.name;
    for (const std::string_view token : directive.tokens) {
        // Tokens that form one word are written together: `5-7`, `-1`, `pc-out-of-program`.
        const bool one_word = last.data() + last.size() == token.data() &&
                              last.data() != directive.name.data() && joins(last) && joins(token);
        const bool separates = token == ":" || token == ",";
        if (!one_word && !separates) text += ' ';
        text += token;
        last = token;
    }
    return text;
}

std::string_view without_trailing_blanks(std::string_view text) {
    while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
    return text;
}

std::size_t width_of(std::string_view text) {
    return column_of(text, text.size()) - 1;
}

std::string comment_of(const syntax::Line& line) {
    const std::string_view comment = without_trailing_blanks(line.comment);
    return comment.starts_with('%') ? fmt::format(";{}", comment.substr(1)) : std::string(comment);
}

// A line's labels and code; all labels but the last are on separate lines.
std::string code_of(const syntax::Line& line) {
    std::string text;
    std::string code;
    if (const auto* s = std::get_if<syntax::WrittenInstruction>(&line.what)) code = spell(*s);
    if (const auto* d = std::get_if<syntax::Directive>(&line.what)) code = spell(*d);
    for (std::size_t i = 0; i < line.labels.size(); ++i) {
        text += fmt::format("{}:", line.labels[i]);
        if (i + 1 < line.labels.size()) text += '\n';
    }
    if (code.empty()) return text;
    const std::size_t label = line.labels.empty() ? 0 : line.labels.back().size() + 1;
    const bool flush = std::holds_alternative<syntax::Directive>(line.what) && label == 0;
    const std::size_t column = flush ? 0 : std::max(kIndent, label == 0 ? 0 : label + 1);
    return text + std::string(column - label, ' ') + code;
}

// The columns before a line's comment in the original text.
std::size_t comment_column(const syntax::Line& line) {
    if (line.text.starts_with("%!")) return 0;
    return column_of(line.text, static_cast<std::size_t>(line.comment.data() - line.text.data())) - 1;
}

// The width of the last of the lines of `code`.
std::size_t end_of(const std::string& code) {
    return width_of(code.substr(code.rfind('\n') + 1));
}

}  // namespace

std::string_view to_string(ExpectStatistic::Relation relation) {
    constexpr std::string_view kRelations[] = {"==", "!=", "<", "<=", ">", ">="};
    return kRelations[static_cast<std::size_t>(relation)];
}

std::string decimal_text(double number) {
    char digits[400];  // the longest decimal of a double without an exponent is shorter
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed);
    std::string text(std::begin(digits), end.ptr);
    if (std::abs(number) >= 0x1p63) text += ".0";  // digits without a point are an integer, of less than 2^64
    return text;
}

std::string print(const Instruction& instruction, const Program& program) {
    const bool targets = has_target(info(instruction.opcode).format);
    return spell(instruction, program, targets ? label_of(instruction.target, program) : std::string());
}

std::string print(const Program& program) {
    return ProgramPrinter(program).print();
}

std::string format(const syntax::File& file) {
    std::vector<std::string> codes;
    for (const syntax::Line& line : file.lines) codes.push_back(code_of(line));
    const auto has_both = [&](std::size_t i) { return !codes[i].empty() && !file.lines[i].comment.empty(); };

    std::string text;
    for (std::size_t i = 0; i < codes.size();) {
        // Comments after code on neighbouring lines are aligned: in their original column if the code leaves
        // room.
        std::size_t end = i;
        std::size_t column = 0;
        for (; end < codes.size() && has_both(end); ++end) {
            column = std::max({column, comment_column(file.lines[end]), end_of(codes[end]) + 2});
        }
        for (; i < end; ++i) {
            text += codes[i] + std::string(column - end_of(codes[i]), ' ') + comment_of(file.lines[i]) + '\n';
        }
        if (i == codes.size()) break;
        const syntax::Line& line = file.lines[i];
        const bool comment_only = codes[i].empty() && !line.comment.empty();
        text += comment_only ? std::string(comment_column(line), ' ') + comment_of(line) : codes[i];
        text += '\n';
        ++i;
    }
    return text;
}

}  // namespace musimd
