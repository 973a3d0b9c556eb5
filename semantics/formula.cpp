#include "semantics/formula.hpp"

#include <algorithm>

#include "isa/diagnostic.hpp"
#include "isa/instruction.hpp"

namespace musimd {
namespace {

// The one table of the three writers: HTML has the spelling, LaTeX the third column.
constexpr FormulaSymbol kSymbols[] = {
    {"Θ", FormulaKind::part, "\\Theta"},      {"β", FormulaKind::part, "\\beta"},
    {"Σ", FormulaKind::part, "\\Sigma"},      {"Π", FormulaKind::part, "\\Pi"},
    {"Λ", FormulaKind::part, "\\Lambda"},     {"σ", FormulaKind::part, "\\sigma"},
    {"ι", FormulaKind::name, "\\iota"},       {"∅", FormulaKind::sign, "\\emptyset"},
    {"∈", FormulaKind::sign, "\\in"},         {"∉", FormulaKind::sign, "\\notin"},
    {"≠", FormulaKind::sign, "\\neq"},        {"≤", FormulaKind::sign, "\\leq"},
    {"⊢", FormulaKind::sign, "\\vdash"},      {"↦", FormulaKind::sign, "\\mapsto"},
    {"→", FormulaKind::sign, "\\rightarrow"}, {"⇓", FormulaKind::sign, "\\Downarrow"},
    {"∪", FormulaKind::sign, "\\cup"},        {"⊕", FormulaKind::sign, "\\oplus"},
    {"…", FormulaKind::sign, "\\ldots"},      {"∖", FormulaKind::sign, "\\setminus"},
    {"⋮", FormulaKind::sign, "\\vdots"},
};

constexpr std::string_view kFunctions[] = {
    "split",
    "push",
    "resume",
#define MUSIMD_UNARY(function, ...) #function,
#include "isa/instructions.def"
};
constexpr std::string_view kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

bool is_digit(char c) {
    return '0' <= c && c <= '9';
}
bool is_letter(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}
bool is_alphanumeric(char c) {
    return is_letter(c) || is_digit(c);
}

/// Takes pieces from the front of a formula.
class Scanner {
  public:
    explicit Scanner(std::string_view rest) : rest_(rest) {}

    std::vector<FormulaToken> tokens() {
        while (!rest_.empty()) take();
        return std::move(tokens_);
    }

  private:
    void take() {
        const char c = rest_[0];
        if (c == '`') return take_quoted(FormulaKind::code, '`');
        if (c == '"') return take_quoted(FormulaKind::prose, '"');
        if (c == ' ') return take_while(FormulaKind::blank, [](char d) { return d == ' '; });
        if (is_digit(c) || is_negative_number()) return take_number();
        if (is_letter(c)) return take_word();
        take_character();
    }

    bool is_negative_number() const {
        const bool follows = !tokens_.empty() && tokens_.back().kind != FormulaKind::blank &&
                             tokens_.back().spelling != "(" && tokens_.back().spelling != "[";
        return rest_.size() > 1 && rest_[0] == '-' && is_digit(rest_[1]) && !follows;
    }

    /// The end of the longest beginning of the rest, from `begin`, whose characters the predicate accepts.
    template <typename F>
    std::size_t end_of(std::size_t begin, F&& accepts) const {
        while (begin < rest_.size() && accepts(rest_[begin])) ++begin;
        return begin;
    }

    void add(FormulaKind kind, std::size_t length, std::string_view base) {
        FormulaToken token;
        token.kind = kind;
        token.spelling = rest_.substr(0, length);
        token.base = base;
        tokens_.push_back(std::move(token));
        rest_.remove_prefix(length);
    }

    template <typename F>
    void take_while(FormulaKind kind, F&& accepts) {
        const std::size_t end = end_of(0, accepts);
        add(kind, end, rest_.substr(0, end));
    }

    void take_quoted(FormulaKind kind, char quote) {
        const std::size_t end = std::min(rest_.find(quote, 1), rest_.size());
        const std::string_view inner = rest_.substr(1, end - 1);
        add(kind, std::min(end + 1, rest_.size()), inner);
        tokens_.back().spelling = inner;
    }

    void take_number() {
        std::size_t end = end_of(1, is_digit);
        const bool is_range =
            is_digit(rest_[0]) && end + 1 < rest_.size() && rest_[end] == '-' && is_digit(rest_[end + 1]);
        if (is_range) end = end_of(end + 1, is_digit);
        add(FormulaKind::number, end, rest_.substr(0, end));
    }

    void take_word() {
        const std::size_t letters = end_of(0, is_letter);
        const std::string_view longest =
            rest_.substr(0, end_of(0, [](char c) { return is_alphanumeric(c) || c == '_' || c == '.'; }));
        const std::string_view word = rest_.substr(0, letters);
        if (const std::size_t mnemonic = mnemonic_length(longest)) {
            return add(FormulaKind::keyword, mnemonic, rest_.substr(0, mnemonic));
        }
        if (std::ranges::find(kFunctions, word) != std::end(kFunctions))
            return add(FormulaKind::function, letters, word);
        if (word == "pc" || word == "P") return take_name(FormulaKind::part, letters);
        take_name(FormulaKind::name, letters);
    }

    /// How much of the word is a mnemonic, perhaps with a variant: `vote.any`; 0 if it is not one.
    static std::size_t mnemonic_length(std::string_view word) {
        if (word == "op.T" || word == "fetch_OP") return word.size();
        while (word.ends_with('.')) word.remove_suffix(1);
        const std::string_view stem = word.substr(0, word.find('.'));
        const bool is_mnemonic = stem.size() > 1 && opcode_of_mnemonic(stem).has_value();
        return is_mnemonic ? word.size() : 0;
    }

    void take_character() {
        const std::size_t length = std::max<std::size_t>(utf8_length(rest_), 1);
        const FormulaSymbol* symbol = find_formula_symbol(rest_.substr(0, length));
        if (symbol != nullptr && symbol->kind != FormulaKind::sign) return take_name(symbol->kind, length);
        add(FormulaKind::sign, length, rest_.substr(0, length));
    }

    /// A name with a base of this length: its subscript and primes follow.
    void take_name(FormulaKind kind, std::size_t base) {
        FormulaToken token;
        token.kind = kind;
        token.base = rest_.substr(0, base);
        std::size_t end = base;
        if (end < rest_.size() && rest_[end] == '_') {
            const std::size_t begin = end + 1;
            end = end_of(begin, is_alphanumeric);
            token.subscript = rest_.substr(begin, end - begin);
        } else {
            const std::size_t begin = end;
            // Θ0, Θd, c1: of a Latin name, only digits.
            end = end_of(begin, [&](char c) {
                return is_digit(c) ||
                       (base > 1 && kind == FormulaKind::part && token.base != "pc" && is_letter(c));
            });
            token.subscript = rest_.substr(begin, end - begin);
            for (std::size_t digit = digit_at(end); digit < 10; digit = digit_at(end)) {
                token.subscript += static_cast<char>('0' + digit);
                end += kDigits[digit].size();
            }
        }
        for (; end < rest_.size() && rest_[end] == '\''; ++end) ++token.primes;
        token.spelling = rest_.substr(0, end);
        tokens_.push_back(std::move(token));
        rest_.remove_prefix(end);
    }

    /// The subscript digit there, or 10.
    std::size_t digit_at(std::size_t position) const {
        return static_cast<std::size_t>(
            std::ranges::find_if(kDigits,
                                 [&](std::string_view d) { return rest_.substr(position).starts_with(d); }) -
            std::begin(kDigits));
    }

    std::string_view rest_;
    std::vector<FormulaToken> tokens_;
};

}  // namespace

const FormulaSymbol* find_formula_symbol(std::string_view spelling) {
    const auto found = std::ranges::find(kSymbols, spelling, &FormulaSymbol::spelling);
    return found == std::end(kSymbols) ? nullptr : found;
}

std::vector<FormulaToken> formula_tokens(std::string_view formula) {
    return Scanner(formula).tokens();
}

std::string formula_text(std::string_view formula) {
    std::string text;
    for (const FormulaToken& token : formula_tokens(formula)) text += token.spelling;
    return text;
}

std::string filled_formula(std::string_view formula, std::span<const FormulaBinding> bindings) {
    std::string filled;
    for (const FormulaToken& token : formula_tokens(formula)) {
        const auto bound = token.kind == FormulaKind::part || token.kind == FormulaKind::name
                               ? std::ranges::find(bindings, token.spelling, &FormulaBinding::name)
                               : bindings.end();
        if (bound != bindings.end()) {
            filled += bound->value;
        } else if (token.kind == FormulaKind::code) {
            filled += formula_code(token.base);
        } else if (token.kind == FormulaKind::prose) {
            filled += '"' + token.base + '"';
        } else {
            filled += token.spelling;
        }
    }
    return filled;
}

std::string formula_code(std::string_view text) {
    std::string code(text);
    std::ranges::replace(code, '`', '\'');
    return '`' + code + '`';
}

std::size_t formula_columns(std::string_view formula) {
    const std::string text = formula_text(formula);
    return column_of(text, text.size()) - 1;
}

}  // namespace musimd
