// The Prolog lists of the paper's figure 9. Terms are read by Boost.Spirit X3, one at a time, so that every
// wrong term of a list is reported.

#include "isa/prolog_grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/fusion/include/adapt_struct.hpp>
#include <boost/optional.hpp>
#include <optional>
#include <set>
#include <string>

#include "isa/assembly_grammar.hpp"
#include "isa/expectation.hpp"
#include "isa/literal.hpp"

namespace musimd {
namespace {

namespace x3 = boost::spirit::x3;
using Range = boost::iterator_range<const char*>;

struct Term {  // const(0, 5) · sync
    Range functor;
    std::vector<Range> arguments;
};

}  // namespace
}  // namespace musimd

BOOST_FUSION_ADAPT_STRUCT(musimd::Term, functor, arguments)

namespace musimd {
namespace {

namespace grammar {
using x3::lexeme;
using x3::lit;
using x3::raw;

const auto space = x3::ascii::space | (lit('%') >> *(x3::char_ - '\n'));
const auto word_char = x3::ascii::alnum | x3::char_('_');

const x3::rule<struct atom_tag, Range> atom{"a name"};
const x3::rule<struct argument_tag, Range> argument{"a number, tid or wid"};
const x3::rule<struct close_tag> close{"')'"};
const x3::rule<struct arguments_tag, std::vector<Range>> arguments{"arguments"};
const x3::rule<struct term_tag, Term> term{"an instruction"};
const auto atom_def = raw[lexeme[(x3::ascii::alpha | x3::char_('_')) >> *word_char]];
const auto argument_def = raw[lexeme[-x3::char_("+-") >> +word_char]];
const auto close_def = lit(')');
const auto arguments_def = argument >> *(lit(',') >> must[argument]);
const auto term_def = atom >> ((lit('(') >> must[arguments] >> must[close]) | x3::attr(std::vector<Range>()));

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
BOOST_SPIRIT_DEFINE(atom, argument, close, arguments, term)
#pragma GCC diagnostic pop
}  // namespace grammar

std::string_view view(const Range& range) {
    return {range.begin(), range.size()};
}

/// The instruction of a functor. Arguments: d a destination, v a variable that is read, c a constant, l a
/// label.
struct Functor {
    std::string name;
    Opcode opcode;
    Operation operation;
    std::string arguments;
    FetchOperation fetch_operation = {};
};

std::string arguments_of(const InstructionInfo& row) {
    std::string arguments;
    for (std::string_view rest = row.format.syntax; !rest.empty();) {
        const SyntaxPiece::Kind kind = take_piece(rest, row.family).kind;
        if (kind == SyntaxPiece::Kind::destination) arguments += 'd';
        if (kind == SyntaxPiece::Kind::operand) arguments += 'v';
        if (kind == SyntaxPiece::Kind::target) arguments += 'l';
    }
    return arguments;
}

/// Those of sections 11 and 13.
bool is_only_assembly(Opcode opcode) {
    return is_of_blocks(opcode) || opcode == Opcode::strong_store;
}

const std::vector<Functor>& functors() {
    static const std::vector<Functor> table = [] {
        // The paper's own names; every other functor is the instruction's mnemonic.
        std::vector<Functor> list = {{"load", Opcode::ld, {}, "dv"},
                                     {"store", Opcode::st, {}, "vv"},
                                     {"const", Opcode::copy, {}, "dc"},
                                     {"copy", Opcode::copy, {}, "dv"},
                                     {"branch", Opcode::bnz, {}, "vl"}};
        for (const InstructionInfo& row : instruction_table()) {
            if (row.format.mnemonic.empty() || row.opcode == Opcode::bnz || is_only_assembly(row.opcode))
                continue;
            list.push_back({std::string(row.format.mnemonic), row.opcode, {}, arguments_of(row)});
        }
        for (const FetchOperationInfo& row : fetch_operation_table()) {
            if (row.operands == 0) continue;
            const std::string arguments = row.operands == 1 ? "dvv" : "dvvv";
            list.push_back({fmt::format("fetch_{}", row.name), Opcode::fetch, {}, arguments, row.operation});
        }
        for (const OperationInfo& row : operation_table()) {
            if (!row.functor.empty())
                list.push_back({std::string(row.functor), Opcode::bp, row.operation, "dvv"});
        }
        return list;
    }();
    return table;
}

class PrologReader {
  public:
    PrologReader(std::string_view text, Diagnostics& diagnostics)
        : lines_(lines_of(text)), diagnostics_(diagnostics) {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        at_ = text.data();
        end_ = text.data() + text.size();
    }

    std::vector<PrologProgram> read() {
        if (!is_text()) return {};
        read_comments();
        while (skip(), at_ != end_) {
            if (programs_.size() == kMaxPrograms) {
                error(at_, fmt::format("a file holds at most {} programs", kMaxPrograms));
                break;
            }
            if (!program()) {
                recover('.');  // after the end of the list, where the next program may begin
                if (at_ != end_) ++at_;
            }
        }
        if (programs_.empty() && diagnostics_.empty()) {
            diagnostics_.error(1, 0, "expected a program: NAME([ INSTRUCTION, … ]).");
        }
        if (!programs_.empty()) {
            auto& last = programs_.back().file.lines;
            last.insert(last.end(), comments_.begin() + static_cast<std::ptrdiff_t>(next_comment_),
                        comments_.end());
        }
        return std::move(programs_);
    }

  private:
    // A list may be on one line, so a limit on lines does not limit lists.
    static constexpr std::size_t kMaxPrograms = 1000;
    static constexpr std::size_t kMaxInstructions = 1'000'000;  // of a file

    // ---- locations

    std::uint32_t line_number(const char* where) {
        // Terms are in the order of the text, so the search continues from the last line found.
        while (line_ + 1 < lines_.size() && lines_[line_ + 1].data() <= where) ++line_;
        while (line_ > 0 && lines_[line_].data() > where) --line_;
        return static_cast<std::uint32_t>(line_) + 1;
    }

    void error(const char* where, std::string message) {
        const std::uint32_t line = line_number(where);
        const std::string_view text = lines_.empty() ? std::string_view() : lines_[line - 1];
        const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, where - text.data()));
        diagnostics_.error(line, std::min(offset, text.size()), std::move(message));
    }

    bool is_text() {
        for (const std::string_view line : lines_) {
            for (std::size_t i = 0; i < line.size();) {
                const std::size_t length = utf8_length(line.substr(i));
                if (length == 0 || line[i] == '\0') {
                    error(line.data() + i, "this byte is not UTF-8 text");
                    break;
                }
                i += length;
            }
        }
        return diagnostics_.empty();
    }

    // ---- text between terms

    void skip() {
        x3::unused_type nothing;
        x3::parse(at_, end_, *grammar::space, nothing);
    }

    bool take(char c) {
        skip();
        if (at_ == end_ || *at_ != c) return false;
        ++at_;
        return true;
    }

    bool require(char c) {
        if (take(c)) return true;
        error(at_, fmt::format("expected '{}'{}", c, at_ == end_ ? ", found the end of the file" : ""));
        return false;
    }

    // Skips to the next `stop` outside comments.
    void recover(char stop) {
        for (skip(); at_ != end_ && *at_ != stop; skip()) ++at_;
    }

    // Comments and directives, by line: they are not part of the terms.
    void read_comments() {
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const std::string_view line = lines_[i];
            const std::size_t percent = line.find('%');
            if (percent == std::string_view::npos) continue;
            syntax::Line parsed;
            parsed.number = static_cast<std::uint32_t>(i) + 1;
            parsed.text = line;
            if (line.starts_with("%!")) {
                directive(line, parsed);
            } else {
                parsed.comment = line.substr(percent);
            }
            comments_.push_back(std::move(parsed));
        }
    }

    void directive(std::string_view line, syntax::Line& parsed) {
        const std::size_t semicolon = std::min(line.find(';'), line.size());
        const std::size_t dot = line.find_first_not_of(" \t", 2);
        parsed.comment = line.substr(semicolon);
        if (dot >= semicolon) return;
        if (line[dot] != '.') {
            diagnostics_.error(parsed.number, dot, "expected a directive: '%!' is followed by '.NAME …'");
            return;
        }
        auto& read = parsed.what.emplace<syntax::Directive>();
        if (const auto failure = parse_directive(line.substr(0, semicolon), dot + 1, read)) {
            diagnostics_.error(parsed.number, failure->offset, failure->message);
            parsed.what = std::monostate();
        }
    }

    // ---- programs

    bool program() {
        const char* const begin = at_;
        Range name;
        if (!x3::parse(at_, end_, grammar::atom, name)) {
            error(begin, "expected a program: NAME([ INSTRUCTION, … ]).");
            return false;
        }
        if (!require('(') || !require('[')) return false;
        for (const PrologProgram& other : programs_) {
            if (other.name == view(name)) {
                error(begin, fmt::format("program '{}' is already defined above", view(name)));
            }
        }
        programs_.push_back({view(name), {}});
        instructions_.clear();
        targets_.clear();
        if (!take(']')) {
            do {
                if (instruction_count_++ == kMaxInstructions) {
                    error(at_, fmt::format("a list holds at most {} instructions", kMaxInstructions));
                    at_ = end_;
                    return false;
                }
                term();
            } while (take(','));
            if (!require(']')) return false;
        }
        if (!require(')') || !require('.')) return false;
        finish(line_number(at_ - 1));
        return true;
    }

    void term() {
        skip();
        const char* const begin = at_;
        Term term;
        Unmet unmet;
        if (!parse_expecting(grammar::term, grammar::space, at_, end_, term, unmet)) {
            at_ = unmet.where == nullptr ? begin : unmet.where;
            if (unmet.where != nullptr) skip();
            error(at_, unmet.where == nullptr ? "expected an instruction"
                                              : fmt::format("expected {}", unmet.what));
            return recover_term(begin);
        }
        statement(term);
    }

    syntax::Line line_at(const char* where) {
        syntax::Line line;
        line.number = line_number(where);
        line.text = lines_[line.number - 1];
        return line;
    }

    // Skips to the comma or bracket after a wrong term, which still counts as an instruction.
    void recover_term(const char* begin) {
        if (begin != end_) instructions_.push_back(line_at(begin));
        int depth = 0;
        for (skip(); at_ != end_; skip()) {
            if (*at_ == '(') ++depth;
            if (*at_ == ')' && --depth < 0) depth = 0;
            if (depth == 0 && (*at_ == ',' || *at_ == ']')) return;
            if (*at_ == ']' || *at_ == '.') return;
            ++at_;
        }
    }

    void statement(const Term& term) {
        const std::string_view name = view(term.functor);
        const auto functor = std::ranges::find(functors(), name, &Functor::name);
        syntax::Line line = line_at(name.data());
        auto& statement = line.what.emplace<syntax::WrittenInstruction>();
        statement.first = name;
        if (functor == functors().end()) {
            std::vector<std::string_view> known;
            for (const Functor& f : functors()) known.push_back(f.name);
            const std::string hint = diagnostics_.full() ? std::string() : did_you_mean(name, known);
            const auto opcode = opcode_of_mnemonic(name);
            error(name.data(),
                  opcode && is_only_assembly(*opcode)
                      ? fmt::format("a Prolog list has no instruction '{}'; write assembly", name)
                      : fmt::format("unknown instruction '{}'{}", shown(name), hint));
        } else if (term.arguments.size() != functor->arguments.size()) {
            const std::size_t wanted = functor->arguments.size();
            error(name.data(), fmt::format("'{}' takes {}, not {}", name, counted(wanted, "argument"),
                                           term.arguments.size()));
        } else {
            statement.opcode = functor->opcode;
            statement.operation = functor->operation;
            statement.fetch_operation = functor->fetch_operation;
            std::size_t operand = 0;
            for (std::size_t i = 0; i < term.arguments.size(); ++i) {
                argument(functor->arguments[i], view(term.arguments[i]), statement, operand);
            }
        }
        instructions_.push_back(std::move(line));
    }

    void argument(char kind, std::string_view text, syntax::WrittenInstruction& statement,
                  std::size_t& operand) {
        if (kind == 'd') {
            statement.destination = variable(text, false);
        } else if (kind == 'v') {
            const std::string_view word = variable(text, true);
            statement.operands[operand++] = {0, word, word};
        } else if (kind == 'l') {
            statement.target = target(text);
        } else {
            const bool sign = text.front() == '-' || text.front() == '+';
            statement.operands[operand++] = {sign ? text.front() : char{0}, text.substr(sign ? 1 : 0), text};
            if (!parse_signed_integer(text)) error(text.data(), "expected an integer");
        }
    }

    std::string_view make(std::string name) {
        return programs_.back().file.generated_names.emplace_back(std::move(name));
    }

    std::string_view variable(std::string_view text, bool read) {
        if (read && (text == "tid" || text == "wid")) return text;
        const auto number = parse_integer(text);
        if (number && *number < (Integer{1} << 31))
            return make(fmt::format("v{}", static_cast<long>(*number)));
        error(text.data(),
              fmt::format("expected a variable, which is a number from 0{}", read ? ", or tid or wid" : ""));
        return make("v0");
    }

    std::string_view target(std::string_view text) {
        const auto number = parse_integer(text);
        if (!number || *number < 1 || *number > UINT32_MAX) {
            error(text.data(), "expected the number of an instruction, from 1");
            targets_.push_back({1, text});
            return make("L1");
        }
        targets_.push_back({static_cast<std::uint32_t>(*number), text});
        return make(fmt::format("L{}", static_cast<std::uint32_t>(*number)));
    }

    // ---- the program's lines: instructions with their labels, comments, directives

    void finish(std::uint32_t last_line) {
        syntax::File& file = programs_.back().file;
        syntax::Line end;
        end.number = last_line;
        end.text = lines_[last_line - 1];
        instructions_.push_back(std::move(end));
        for (const auto& [number, where] : targets_) {
            if (number > instructions_.size()) {
                error(where.data(), fmt::format("instruction {} does not exist; this list has {}", number,
                                                instructions_.size() - 1));
                instructions_.back().labels.push_back(
                    make(fmt::format("L{}", number)));  // one error is enough
                continue;
            }
            auto& labels = instructions_[number - 1].labels;
            if (labels.empty()) labels.push_back(make(fmt::format("L{}", number)));
        }
        if (instructions_.back().labels.empty()) instructions_.pop_back();

        for (std::size_t i = 0; i < instructions_.size(); ++i) {
            syntax::Line& line = instructions_[i];
            while (next_comment_ < comments_.size() && comments_[next_comment_].number < line.number) {
                file.lines.push_back(comments_[next_comment_++]);
            }
            const bool last_of_line =
                i + 1 == instructions_.size() || instructions_[i + 1].number > line.number;
            if (last_of_line && next_comment_ < comments_.size() &&
                comments_[next_comment_].number == line.number) {
                line.comment = comments_[next_comment_++].comment;
            }
            file.lines.push_back(std::move(line));
        }
        while (next_comment_ < comments_.size() && comments_[next_comment_].number <= last_line) {
            file.lines.push_back(comments_[next_comment_++]);
        }
    }

    std::vector<std::string_view> lines_;
    Diagnostics& diagnostics_;
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    std::size_t line_ = 0;
    std::vector<PrologProgram> programs_;
    std::vector<syntax::Line> comments_;
    std::size_t next_comment_ = 0;
    std::size_t instruction_count_ = 0;       // of the file
    std::vector<syntax::Line> instructions_;  // of the program being read
    std::vector<std::pair<std::uint32_t, std::string_view>> targets_;
};

}  // namespace

std::vector<PrologProgram> parse_prolog(std::string_view text, Diagnostics& diagnostics) {
    return PrologReader(text, diagnostics).read();
}

void share_directives(const PrologProgram& first, PrologProgram& program) {
    std::vector<syntax::Line>& lines = program.file.lines;
    std::set<std::string_view> unshared = {"expect", "covers"};
    for (const syntax::Line& line : lines) {
        if (const auto* own = std::get_if<syntax::Directive>(&line.what)) unshared.insert(own->name);
    }
    std::vector<syntax::Line> shared;
    for (const syntax::Line& line : first.file.lines) {
        if (std::holds_alternative<syntax::WrittenInstruction>(line.what)) break;
        const auto* head = std::get_if<syntax::Directive>(&line.what);
        if (head != nullptr && !unshared.contains(head->name)) shared.push_back(line);
    }
    lines.insert(lines.begin(), shared.begin(), shared.end());
}

}  // namespace musimd
