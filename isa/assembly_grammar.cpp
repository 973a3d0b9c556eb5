// The assembly's grammar, one line at a time, with Boost.Spirit X3. It reads the forms of a statement; the
// instruction table says which words are instructions and which operands they take.

#include "isa/assembly_grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/fusion/include/adapt_struct.hpp>
#include <boost/optional.hpp>
#include <boost/variant.hpp>
#include <vector>

#include "isa/diagnostic.hpp"
#include "isa/expectation.hpp"
#include "isa/habits.hpp"
#include "isa/typed_statement.hpp"
#include "isa/user_instruction.hpp"

namespace musimd {
namespace {

namespace x3 = boost::spirit::x3;
using Range = boost::iterator_range<const char*>;

std::string_view view(const Range& range) {
    return {range.begin(), range.size()};
}

std::string found(std::string_view rest) {
    return rest.empty() ? "found the end of the line" : fmt::format("found '{}'", shown(rest, 20));
}

// An error if the line has more text.
std::optional<SyntaxError> unread(const char* at, std::string_view line) {
    const char* const end = line.data() + line.size();
    while (at != end && (*at == ' ' || *at == '\t')) ++at;
    if (at == end) return std::nullopt;
    return SyntaxError{
        static_cast<std::size_t>(at - line.data()),
        fmt::format("expected the end of the line, {}", found({at, static_cast<std::size_t>(end - at)}))};
}

// What the grammar produces: the forms of a statement, with its tokens as ranges of the text.
namespace raw {
struct Operand {
    boost::optional<Range> sign;
    Range word;
};
struct Call {  // bz v, l · stop · shfl(v, o)
    Range name;
    std::vector<Operand> operands;
};
struct Load {  // [a] · ↓a
    Range opening;
    Operand address;
};
struct Word {  // atomic_inc [a] · ballot o
    Range name;
    std::vector<Operand> operands;
};
struct Fetch {  // fetch_add [a], o · fetch_cas.i32 [a], o1, o2
    Range name;
    std::vector<Operand> operands;
};
struct Typed {  // add.f32 o1, o2 · cvt.f32.i32 o
    Range name;
    std::vector<Operand> operands;
};
struct WordOperation {  // min o1, o2
    Range name;
    Operand left, right;
};
struct InfixTail {
    Range operation;
    Operand right;
};
struct Infix {  // o · o1 ⊕ o2
    Operand left;
    boost::optional<InfixTail> tail;
};
using RightSide = boost::variant<Load, Word, Fetch, Typed, WordOperation, Infix>;
struct Store {  // [a] = o · ↑a = v
    Range opening;
    Operand address, value;
};
struct VariantCall {  // block_barrier.and o
    Range name;
    std::vector<Operand> operands;
};
struct StrongCall {  // store.release.grid [a], o · fence.block
    Range name;
    std::vector<Operand> operands;
};
struct CopyAsync {  // copy.async [a], [x]
    Range name;
    Operand to, from;
};
struct AsyncCall {  // async.commit · async.wait o
    Range name;
    std::vector<Operand> operands;
};
struct Assignment {
    Range destination;
    RightSide source;
};
struct PaperAtomic {  // v <-a a + 1
    Range destination;
    Operand address, one;
};
using AnyInstruction =
    boost::variant<Store, PaperAtomic, Assignment, CopyAsync, AsyncCall, StrongCall, VariantCall, Call>;
}  // namespace raw
}  // namespace
}  // namespace musimd

BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Operand, sign, word)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Call, name, operands)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::VariantCall, name, operands)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::StrongCall, name, operands)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::CopyAsync, name, to, from)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::AsyncCall, name, operands)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Load, opening, address)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Word, name, operands)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Fetch, name, operands)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Typed, name, operands)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::WordOperation, name, left, right)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::InfixTail, operation, right)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Infix, left, tail)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Store, opening, address, value)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::Assignment, destination, source)
BOOST_FUSION_ADAPT_STRUCT(musimd::raw::PaperAtomic, destination, address, one)

namespace musimd {
namespace {

namespace grammar {

using x3::lexeme;
using x3::lit;
using x3::raw;

// Tokens. Messages say that the name of a rule in must[] was expected.
const auto word_char = x3::ascii::alnum | x3::char_('_');
const auto letter = x3::ascii::alpha | x3::char_('_');
const auto blank = x3::char_(" \t");

/// The words that begin an assigned expression. Reserved words are always instructions; the others are
/// instructions only before operands, and names elsewhere.
struct Words : x3::symbols<> {
    Words(bool reserved, bool before_address) {
        for (const InstructionInfo& row : instruction_table()) {
            const std::string_view word = row.format.mnemonic;
            if (!row.format.destination || row.format.syntax.starts_with(word)) continue;
            if (row.format.variants || row.format.operands == 0) continue;  // read as typed; as a name
            if (row.format.address == before_address && is_reserved_word(word) == reserved)
                add(std::string(word));
        }
    }
};
const Words reserved_words(true, false);
const Words reserved_address_words(true, true);
const Words later_words(false, false);
const Words later_address_words(false, true);
x3::symbols<> user_words;  // those of user instructions

/// The words of a list.
struct ListedWords : x3::symbols<> {
    template <typename List>
    explicit ListedWords(const List& words) {
        for (const auto& word : words) add(std::string(word));
    }
};
const ListedWords fetch_words(fetch_spellings());
const ListedWords words_of_strong(strong_words());     // `fence` of `fence.block`
const ListedWords words_of_variants(variant_words());  // `vote` of `vote.any`

struct WordOperations : x3::symbols<> {
    WordOperations() {
        for (const OperationInfo& row : operation_table()) {
            if (row.is_word()) add(std::string(row.spelling));
        }
    }
} const word_operations;

struct InfixSymbols : x3::symbols<> {
    InfixSymbols() {
        for (const OperationInfo& row : operation_table()) {
            if (!row.is_word()) add(std::string(row.spelling));
        }
        add("×");
    }
} const infix_symbols;

#define MUSIMD_RULE_OF(id, attribute, name) const x3::rule<struct id##_tag, attribute> id{name};
MUSIMD_RULE_OF(word, Range, "a name")
MUSIMD_RULE_OF(literal, Range, "a number")
MUSIMD_RULE_OF(name, Range, "a name")
MUSIMD_RULE_OF(operand, raw::Operand, "an operand: a variable, tid, wid, an integer or a constant")
MUSIMD_RULE_OF(address, raw::Operand, "an address: a variable, tid, wid, an integer or a constant")
MUSIMD_RULE_OF(close_bracket, x3::unused_type, "']'")
MUSIMD_RULE_OF(open_bracket, x3::unused_type, "'['")
MUSIMD_RULE_OF(close_parenthesis, x3::unused_type, "')'")
MUSIMD_RULE_OF(comma, x3::unused_type, "','")
MUSIMD_RULE_OF(equals, x3::unused_type, "'='")
MUSIMD_RULE_OF(plus, x3::unused_type, "'+ 1'")
MUSIMD_RULE_OF(load, raw::Load, "a load")
MUSIMD_RULE_OF(word_operands, std::vector<raw::Operand>,
               "an operand: a variable, tid, wid, an integer or a constant")
MUSIMD_RULE_OF(address_operands, std::vector<raw::Operand>, "'['")
MUSIMD_RULE_OF(worded, raw::Word, "an instruction")
MUSIMD_RULE_OF(later_worded, raw::Word, "an instruction")
MUSIMD_RULE_OF(user_worded, raw::Word, "an instruction")
MUSIMD_RULE_OF(addressed, raw::Word, "an instruction")
MUSIMD_RULE_OF(fetch, raw::Fetch, "an atomic operation")
MUSIMD_RULE_OF(typed, raw::Typed, "an operation on typed words")
MUSIMD_RULE_OF(word_operation, raw::WordOperation, "an operation")
MUSIMD_RULE_OF(infix_tail, raw::InfixTail, "an operation")
MUSIMD_RULE_OF(infix, raw::Infix, "an operand")
MUSIMD_RULE_OF(source, raw::RightSide,
               "a value to assign: o, o1 + o2, [a], min o1, o2, add.i32 o1, o2, atomic_inc [a] or ballot o")
MUSIMD_RULE_OF(store, raw::Store, "a store")
MUSIMD_RULE_OF(assignment, raw::Assignment, "an assignment")
MUSIMD_RULE_OF(paper_atomic, raw::PaperAtomic, "an atomic increment")
MUSIMD_RULE_OF(operands, std::vector<raw::Operand>, "operands")
MUSIMD_RULE_OF(copy_async, raw::CopyAsync, "an instruction")
MUSIMD_RULE_OF(async_call, raw::AsyncCall, "an instruction")
MUSIMD_RULE_OF(strong_call, raw::StrongCall, "an instruction")
MUSIMD_RULE_OF(variant_call, raw::VariantCall, "an instruction")
MUSIMD_RULE_OF(call, raw::Call, "an instruction")
MUSIMD_RULE_OF(statement, raw::AnyInstruction, "an instruction")
MUSIMD_RULE_OF(label, Range, "a label")
MUSIMD_RULE_OF(tokens, std::vector<Range>, "a directive")
#undef MUSIMD_RULE_OF

const auto word_def = raw[lexeme[+word_char]];
const auto name_def = raw[lexeme[letter >> *word_char]];
// Numbers with a point, or with a sign after the exponent mark; they are interpreted later. `0x1e-3` is not
// such a number but a difference.
const auto power = x3::char_("+-") >> +x3::ascii::digit >> *word_char;
const auto with_power = (lit('0') >> x3::char_("xX") >> *x3::ascii::xdigit >>
                         -(lit('.') >> *x3::ascii::xdigit) >> x3::char_("pP") >> power) |
                        (+x3::ascii::digit >> -(lit('.') >> *x3::ascii::digit) >> x3::char_("eE") >> power);
const auto literal_def = raw[lexeme[with_power | (x3::ascii::digit >> *(word_char | lit('.')))]];
const auto operand_def = -raw[x3::char_("+-")] >> (literal | word);
const auto address_def = -raw[x3::char_("+-")] >> (literal | word);
const auto close_bracket_def = lit(']');
const auto open_bracket_def = lit('[');
const auto close_parenthesis_def = lit(')');
const auto comma_def = lit(',');
const auto equals_def = lexeme[lit('=') >> !lit('=')];
const auto plus_def = lit('+');

const auto load_def =
    (raw[lit('[')] >> must[address] >> must[close_bracket]) | (raw[lit("↓")] >> must[address]);
const auto word_operands_def = operand >> *(lit(',') >> must[operand]);
const auto address_operands_def = open_bracket >> must[address] >> must[close_bracket] >>
                                  *(lit(',') >> must[operand]);
const auto worded_def = raw[lexeme[reserved_words >> !word_char]] >> must[word_operands];
const auto later_worded_def =
    raw[lexeme[later_words >> !word_char >> &(*blank >> (word_char | '('))]] >>
    must[((lit('(') >> must[word_operands] >> must[close_parenthesis]) | word_operands)];
const auto user_worded_def =
    raw[lexeme[user_words >> !word_char >> &(*blank >> (word_char | '('))]] >>
    must[((lit('(') >> must[word_operands] >> must[close_parenthesis]) | word_operands)];
const auto addressed_def = raw[lexeme[(reserved_address_words >> !word_char) |
                                      (later_address_words >> !word_char >> &(*blank >> '['))]] >>
                           must[address_operands];
const auto fetch_name = fetch_words >> (+(lit('.') >> *word_char) | (!word_char >> &(*blank >> '[')));
const auto fetch_def = raw[lexeme[fetch_name]] >> must[address_operands];
const auto operands_def = operand >> *(lit(',') >> must[operand]);
const auto typed_def = raw[lexeme[letter >> *word_char >> +(lit('.') >> *word_char)]] >> must[operands];
const auto word_operation_def =
    raw[lexeme[word_operations >> !word_char]] >> must[operand] >> must[comma] >> must[operand];
const auto infix_tail_def = raw[lexeme[infix_symbols]] >> must[operand];
const auto infix_def = operand >> -infix_tail;
const auto source_def =
    load | addressed | fetch | user_worded | worded | later_worded | typed | word_operation | infix;
const auto store_def =
    (raw[lit('[')] >> must[address] >> must[close_bracket] >> must[equals] >> must[operand]) |
    (raw[lit("↑")] >> must[address] >> must[equals] >> must[operand]);
const auto assignment_def = (word >> lexeme[lit('=') >> !lit('=')]) >> must[source];
const auto paper_arrow = lexeme[(lit("<-") | lit("←")) >> (lit('a') | lit("ᵃ")) >> !word_char];
const auto paper_atomic_def = (word >> paper_arrow) >> must[address] >> must[plus] >> must[operand];
const auto call_def = name >> ((lit('(') >> must[operands] >> must[close_parenthesis]) | operands |
                               x3::attr(std::vector<raw::Operand>()));
const auto strong_call_def = raw[lexeme[words_of_strong >> +(lit('.') >> *word_char)]] >>
                             (address_operands | x3::attr(std::vector<raw::Operand>()));
const auto variant_call_def = raw[lexeme[words_of_variants >> +(lit('.') >> *word_char)]] >>
                              (operands | x3::attr(std::vector<raw::Operand>()));
const auto copy_async_def = raw[lexeme[lit("copy.async") >> !(word_char | lit('.'))]] >> must[open_bracket] >>
                            must[address] >> must[close_bracket] >> must[comma] >> must[open_bracket] >>
                            must[address] >> must[close_bracket];
const auto async_call_def = raw[lexeme[lit("async") >> +(lit('.') >> *word_char)]] >>
                            (operands | x3::attr(std::vector<raw::Operand>()));
const auto statement_def =
    store | assignment | paper_atomic | copy_async | async_call | strong_call | variant_call | call;
const auto label_def = name >> lit(':');

// A directive's tokens: numbers and names, comparisons, and single signs.
const auto tokens_def = *(raw[lexeme[with_power | +(word_char | x3::char_('.'))]] |
                          raw[lit("==") | "!=" | "<=" | ">="] | raw[x3::char_(":*<>,=|+-")]);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
BOOST_SPIRIT_DEFINE(word, name, literal, operand, address, close_bracket, open_bracket, close_parenthesis,
                    comma, equals, plus, load, word_operands, address_operands, worded, later_worded,
                    user_worded, addressed, fetch, typed, word_operation, infix_tail, infix, source, store,
                    assignment, paper_atomic, operands, copy_async, async_call, strong_call, variant_call,
                    call, statement, label, tokens)
#pragma GCC diagnostic pop

}  // namespace grammar

// Parses with a rule from `at` on; the error says what the grammar expected, if it got far enough to know.
template <typename Rule, typename Attribute>
std::optional<SyntaxError> parse(const Rule& rule, const char*& at, std::string_view line,
                                 Attribute& result) {
    const char* const end = line.data() + line.size();
    Unmet unmet;
    if (parse_expecting(rule, grammar::blank, at, end, result, unmet)) return std::nullopt;
    if (const char* where = unmet.where; where != nullptr) {
        while (where != end && (*where == ' ' || *where == '\t')) ++where;
        const std::string_view rest(where, static_cast<std::size_t>(end - where));
        return SyntaxError{static_cast<std::size_t>(where - line.data()),
                           fmt::format("expected {}, {}", unmet.what, found(rest))};
    }
    return SyntaxError{static_cast<std::size_t>(at - line.data()),
                       fmt::format("expected a label, an instruction or a directive, {}",
                                   found({at, static_cast<std::size_t>(end - at)}))};
}

syntax::Operand operand_of(const raw::Operand& operand) {
    const std::string_view word = view(operand.word);
    if (!operand.sign) return {0, word, word};
    const char* const begin = operand.sign->begin();
    return {*begin, word, {begin, static_cast<std::size_t>(word.data() + word.size() - begin)}};
}

std::vector<syntax::Operand> operands_of(const std::vector<raw::Operand>& operands) {
    std::vector<syntax::Operand> result;
    std::ranges::transform(operands, std::back_inserter(result), operand_of);
    return result;
}

// Converts each form to a syntax::WrittenInstruction; an error if the words are not an instruction.
class StatementMaker {
  public:
    StatementMaker(std::string_view line, syntax::WrittenInstruction& statement)
        : line_(line), statement_(statement) {}

    using result_type = std::optional<SyntaxError>;

    std::optional<SyntaxError> operator()(const raw::Store& store) {
        statement_.opcode = Opcode::st;
        statement_.first = view(store.opening);
        statement_.operands[0] = operand_of(store.address);
        statement_.operands[1] = operand_of(store.value);
        return std::nullopt;
    }

    std::optional<SyntaxError> operator()(const raw::PaperAtomic& atomic) {
        assign(atomic.destination, Opcode::atomic_inc);
        statement_.operands[0] = operand_of(atomic.address);
        const syntax::Operand one = operand_of(atomic.one);
        if (one.sign == 0 && one.word == "1") return std::nullopt;
        return error(one.whole, "expected 1; an atomic increment adds one");
    }

    std::optional<SyntaxError> operator()(const raw::Assignment& assignment) {
        destination_ = assignment.destination;
        return boost::apply_visitor(*this, assignment.source);
    }

    std::optional<SyntaxError> operator()(const raw::Load& load) {
        assign(destination_, Opcode::ld);
        statement_.operands[0] = operand_of(load.address);
        return std::nullopt;
    }

    std::optional<SyntaxError> operator()(const raw::Word& word) {
        const std::string_view name = view(word.name);
        if (const std::uint32_t number = user_instruction_number(name); number != 0)
            return user(user_instruction(number), word);
        assign(destination_, *opcode_of_mnemonic(name));
        if (auto error = check_count(name, word.operands, info(statement_.opcode).format.operands))
            return error;
        std::ranges::transform(word.operands, statement_.operands, operand_of);
        return std::nullopt;
    }

    std::optional<SyntaxError> operator()(const raw::Fetch& fetch) {
        assign(destination_, Opcode::fetch);
        return make_fetch(view(fetch.name), operands_of(fetch.operands), line_, statement_);
    }

    std::optional<SyntaxError> operator()(const raw::Typed& typed) {
        const std::string_view name = view(typed.name);
        if (std::ranges::count(strong_words(), name.substr(0, name.find('.'))) != 0)
            return error(name, fmt::format("'{}' has no result to assign", name));
        assign(destination_, Opcode::typed);
        const std::vector<syntax::Operand> operands = operands_of(typed.operands);
        if (!has_variant(name)) return make_typed(name, operands, line_, statement_);
        if (auto error = make_variant(name, operands, line_, statement_)) return error;
        if (info(statement_.opcode).format.destination) return std::nullopt;
        return error(name, fmt::format("'{}' has no result to assign", name));
    }

    std::optional<SyntaxError> operator()(const raw::CopyAsync& copy) {
        statement_.opcode = Opcode::copy_async;
        statement_.first = view(copy.name);
        statement_.operands[0] = operand_of(copy.to);
        statement_.operands[1] = operand_of(copy.from);
        return std::nullopt;
    }

    std::optional<SyntaxError> operator()(const raw::AsyncCall& call) {
        const std::string_view name = view(call.name);
        const auto opcode = opcode_of_mnemonic(name);
        if (!opcode) return unknown(name);
        statement_.opcode = *opcode;
        statement_.first = name;
        return operands_of_call(name, call.operands);
    }

    std::optional<SyntaxError> operator()(const raw::StrongCall& call) {
        statement_.first = view(call.name);
        return make_strong(view(call.name), operands_of(call.operands), line_, statement_);
    }

    std::optional<SyntaxError> operator()(const raw::VariantCall& call) {
        const std::string_view name = view(call.name);
        statement_.first = name;
        if (auto error = make_variant(name, operands_of(call.operands), line_, statement_)) return error;
        if (!info(statement_.opcode).format.destination) return std::nullopt;
        return error(name, fmt::format("expected 'v = {} …': the result is assigned to a variable", name));
    }

    std::optional<SyntaxError> operator()(const raw::WordOperation& operation) {
        return binary(view(operation.name), operation.left, operation.right);
    }

    std::optional<SyntaxError> operator()(const raw::Infix& infix) {
        if (infix.tail) return binary(view(infix.tail->operation), infix.left, infix.tail->right);
        assign(destination_, Opcode::copy);
        statement_.operands[0] = operand_of(infix.left);
        return std::nullopt;
    }

    std::optional<SyntaxError> operator()(const raw::Call& call) {
        const std::string_view name = view(call.name);
        const auto opcode = opcode_of_mnemonic(name);
        if (std::ranges::count(fetch_spellings(), name) != 0) {
            return error(
                name, fmt::format("expected 'v = {} [a], …': the old word is assigned to a variable", name));
        }
        if (!opcode) return unknown(name);
        if (info(*opcode).format.strong) {
            return error(
                name, fmt::format("'{}' needs an order or a scope: {}{}", name, info(*opcode).format.syntax,
                                  *opcode == Opcode::fence ? "" : "; a plain store is [a] = o"));
        }
        if (info(*opcode).format.variants) {
            return error(name, fmt::format("'{}' needs a variant: {}", name, variants_of(*opcode)));
        }
        statement_.opcode = *opcode;
        statement_.first = name;
        return operands_of_call(name, call.operands);
    }

  private:
    static bool has_variant(std::string_view name) {
        return std::ranges::count(variant_words(), name.substr(0, name.find('.'))) != 0;
    }

    SyntaxError error(std::string_view where, std::string message) const {
        return {static_cast<std::size_t>(where.data() - line_.data()), std::move(message)};
    }

    void assign(const Range& destination, Opcode opcode) {
        statement_.opcode = opcode;
        statement_.first = statement_.destination = view(destination);
    }

    std::optional<SyntaxError> binary(std::string_view spelling, const raw::Operand& left,
                                      const raw::Operand& right) {
        assign(destination_, Opcode::bp);
        statement_.operation = *operation_of_spelling(spelling == "×" ? "*" : spelling);
        statement_.operands[0] = operand_of(left);
        statement_.operands[1] = operand_of(right);
        return std::nullopt;
    }

    std::optional<SyntaxError> user(const UserInstruction& instruction, const raw::Word& word) {
        constexpr std::string_view kSyntaxes[] = {"v = {} o", "v = {} o1, o2", "v = {} o1, o2, o3"};
        const std::size_t wanted = instruction.operands;
        const std::string syntax = fmt::format(fmt::runtime(kSyntaxes[wanted - 1]), instruction.name);
        assign(destination_, Opcode::typed);
        statement_.typed_operation = carrier_of(instruction);
        statement_.target = view(word.name);
        if (auto error = check_count(statement_.target, word.operands, wanted, syntax)) return error;
        std::ranges::transform(word.operands, statement_.operands, operand_of);
        return std::nullopt;
    }

    SyntaxError unknown(std::string_view name) const {
        std::vector<std::string_view> known;
        for (const auto& row : instruction_table()) {
            if (!row.format.mnemonic.empty()) known.push_back(row.format.mnemonic);
        }
        const std::string_view rest(
            name.data() + name.size(),
            static_cast<std::size_t>(line_.data() + line_.size() - name.data()) - name.size());
        const std::string hint = did_you_mean(name, known);
        if (hint.empty() && rest.find('=') != std::string_view::npos) {
            return error(name, fmt::format("'{}' is not an instruction; a variable is assigned as 'v = …'",
                                           shown(name)));
        }
        return error(name, fmt::format("unknown instruction '{}'{}", shown(name),
                                       hint.empty() ? "; `musimd isa` lists them all" : hint));
    }

    std::optional<SyntaxError> check_count(std::string_view name, const std::vector<raw::Operand>& operands,
                                           std::size_t wanted) const {
        return check_count(name, operands, wanted, info(statement_.opcode).format.syntax);
    }
    std::optional<SyntaxError> check_count(std::string_view name, const std::vector<raw::Operand>& operands,
                                           std::size_t wanted, std::string_view syntax) const {
        if (operands.size() == wanted) return std::nullopt;
        constexpr std::string_view kCounts[] = {"no operands", "one operand", "two operands",
                                                "three operands"};
        return error(operands.size() > wanted ? operand_of(operands[wanted]).whole : name,
                     fmt::format("'{}' takes {}: {}", name, kCounts[wanted], syntax));
    }

    std::optional<SyntaxError> operands_of_call(std::string_view name,
                                                const std::vector<raw::Operand>& operands) {
        const InstructionInfo& row = info(statement_.opcode);
        const std::string_view syntax = row.format.syntax;
        if (!syntax.starts_with(name)) {
            return error(name, fmt::format("expected '{}': the result of '{}' is assigned to a variable",
                                           syntax, name));
        }
        std::vector<SyntaxPiece::Kind> parts;
        for (std::string_view rest = syntax.substr(name.size()); !rest.empty();) {
            const SyntaxPiece piece = take_piece(rest, row.family);
            if (piece.kind != SyntaxPiece::Kind::text) parts.push_back(piece.kind);
        }
        if (auto error = check_count(name, operands, parts.size())) return error;
        std::size_t next = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const syntax::Operand operand = operand_of(operands[i]);
            if (parts[i] == SyntaxPiece::Kind::operand) {
                statement_.operands[next++] = operand;
                continue;
            }
            const bool is_target = parts[i] == SyntaxPiece::Kind::target;
            if (operand.sign != 0)
                return error(operand.whole, is_target ? "expected a label" : "expected a variable");
            (is_target ? statement_.target : statement_.destination) = operand.word;
        }
        return std::nullopt;
    }

    std::string_view line_;
    syntax::WrittenInstruction& statement_;
    Range destination_;
};

std::optional<SyntaxError> parse_statement(const char*& at, std::string_view line,
                                           syntax::WrittenInstruction& statement) {
    raw::AnyInstruction form;
    if (auto error = parse(grammar::statement, at, line, form)) return error;
    StatementMaker maker(line, statement);
    return boost::apply_visitor(maker, form);
}

// There is more text after `v = o`; an instruction that begins with a word may be meant.
std::string hint_of_copy(const syntax::WrittenInstruction& statement) {
    const std::string hint = typed_hint(statement);
    if (!hint.empty() || statement.opcode != Opcode::copy) return hint;
    std::vector<std::string_view> words;
    for (const InstructionInfo& row : instruction_table()) {
        if (row.format.destination && !row.format.variants &&
            !row.format.syntax.starts_with(row.format.mnemonic))
            words.push_back(row.format.mnemonic);
    }
    for (const OperationInfo& row : operation_table()) {
        if (row.is_word()) words.push_back(row.spelling);
    }
    const std::vector<std::string>& fetches = fetch_spellings();
    words.insert(words.end(), fetches.begin(), fetches.end());
    return did_you_mean(statement.operands[0].word, words);
}

// Invalid text: a NUL, or bytes that are not UTF-8.
std::optional<SyntaxError> undecodable(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (0 < byte && byte < 0x80) {
            ++i;
            continue;
        }
        const std::size_t length = utf8_length(text.substr(i));
        if (text[i] == '\0') return SyntaxError{i, "a NUL byte; a program is UTF-8 text"};
        if (length == 0) {
            return SyntaxError{i,
                               fmt::format("the byte 0x{:02x} is not UTF-8; a program is UTF-8 text", byte)};
        }
        i += length;
    }
    return std::nullopt;
}

}  // namespace

void set_user_word(std::string_view word, bool is_instruction) {
    if (is_instruction)
        grammar::user_words.add(std::string(word));
    else
        grammar::user_words.remove(std::string(word));
}

std::optional<SyntaxError> parse_directive(std::string_view line, std::size_t offset,
                                           syntax::Directive& directive) {
    const char* at = line.data() + offset;
    Range name;
    if (auto error = parse(grammar::name, at, line, name)) {
        error->message = "expected the name of a directive after '.'";
        return error;
    }
    directive.name = view(name);
    return parse_tokens(line, static_cast<std::size_t>(at - line.data()), directive);
}

std::optional<SyntaxError> parse_tokens(std::string_view line, std::size_t offset,
                                        syntax::Directive& directive) {
    const char* at = line.data() + offset;
    std::vector<Range> tokens;
    if (auto error = parse(grammar::tokens, at, line, tokens)) return error;
    for (const Range& token : tokens) directive.tokens.push_back(view(token));
    return unread(at, line);
}

std::optional<SyntaxError> parse_line(std::string_view text, std::uint32_t number, syntax::Line& line) {
    line.number = number;
    line.text = text;
    if (auto error = undecodable(text)) return error;
    const std::size_t semicolon = std::min(text.find(';'), text.size());
    line.comment = text.substr(semicolon);
    const std::string_view code = text.substr(0, semicolon);
    const char* at = code.data();
    const char* const end = at + code.size();

    for (Range label; x3::phrase_parse(at, end, grammar::label, grammar::blank, label);) {
        line.labels.push_back(view(label));
    }
    while (at != end && (*at == ' ' || *at == '\t')) ++at;
    if (at == end) return std::nullopt;
    if (*at == '.') {
        const auto offset = static_cast<std::size_t>(at - code.data()) + 1;
        return parse_directive(code, offset, line.what.emplace<syntax::Directive>());
    }
    const auto begin = static_cast<std::size_t>(at - code.data());
    if (auto error = parse_statement(at, code, line.what.emplace<syntax::WrittenInstruction>())) {
        auto habit = habit_in(code, begin);
        return habit ? habit : error;
    }
    auto error = unread(at, code);
    if (!error) return error;
    const auto& statement = std::get<syntax::WrittenInstruction>(line.what);
    if (statement.opcode == Opcode::bp) {
        if (auto habit = habit_after(code, error->offset)) return habit;
    }
    error->message += hint_of_copy(statement);
    return error;
}

}  // namespace musimd
