#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The mathematics of rules as text, in the spelling of RULES.md: `split(Θ, β, v) = (Θ0, Θn)`. What is between
// backquotes is code, what is between double quotes is prose.

namespace musimd {

/// What a piece of a formula is.
enum class FormulaKind : std::uint8_t {
    part,      ///< a part of the state: Θ, β, Σ, Π, Λ, P, pc, or σ
    name,      ///< another name: t, v, c, ι
    keyword,   ///< the mnemonic of an instruction
    function,  ///< split, push, resume
    number,    ///< also a range of threads: `2-5`
    sign,      ///< `=`, `⊢`, `(`
    code,      ///< program code
    prose,
    blank,  ///< between two of the others
};

/// A piece of a formula, in parts: `Θ'_1` has the base Θ, the subscript 1 and one prime.
struct FormulaToken {
    FormulaKind kind = FormulaKind::sign;
    std::string spelling;   ///< as text
    std::string base;       ///< without subscript, primes, backquotes and quotes
    std::string subscript;  ///< `mask` of Θ_mask; digits are ASCII
    std::uint32_t primes = 0;

    friend bool operator==(const FormulaToken&, const FormulaToken&) = default;
};

/// A symbol of formulas, with its spelling for each writer.
struct FormulaSymbol {
    std::string_view spelling;
    FormulaKind kind;
    std::string_view latex;  ///< in mathematical mode
};

/// The symbol of this spelling, or null. Symbols are not letters, digits or ASCII punctuation.
const FormulaSymbol* find_formula_symbol(std::string_view spelling);

/// The pieces of a formula. Characters that are not in the table are signs of their own.
std::vector<FormulaToken> formula_tokens(std::string_view formula);

/// The formula as text: without backquotes and quotes.
std::string formula_text(std::string_view formula);

/// A name and what replaces it.
struct FormulaBinding {
    std::string name;   ///< with subscript and primes: `Θ0`, `pc'`
    std::string value;  ///< a formula
};

/// The formula with each bound name replaced. Others stay.
std::string filled_formula(std::string_view formula, std::span<const FormulaBinding> bindings);

/// Text of a program in a formula.
std::string formula_code(std::string_view text);

/// The number of columns of the formula as text.
std::size_t formula_columns(std::string_view formula);

}  // namespace musimd
