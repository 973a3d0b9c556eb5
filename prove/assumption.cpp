#include <fmt/format.h>

#include <cctype>
#include <stdexcept>
#include <string_view>

#include "prove/launch_terms.hpp"

// Assumptions: C over names of integers. All numbers are exact.

namespace musimd::prove {
namespace {

class AssumptionReader {
  public:
    AssumptionReader(Terms& terms, const std::string& text, const std::map<std::string, Term>& names)
        : terms_(terms), text_(text), names_(names) {}

    Term whole(bool is_condition) {
        Term result = disjunction();
        if (here() != '\0') wrong("an operator");
        return is_condition ? as_condition(result) : as_number(result);
    }

  private:
    [[noreturn]] void wrong(std::string_view expected) const {
        throw std::invalid_argument(
            fmt::format("'{}': expected {} at byte {}", text_, expected, position_ + 1));
    }

    char here() {
        while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_])) != 0)
            ++position_;
        return position_ < text_.size() ? text_[position_] : '\0';
    }

    bool take(std::string_view token) {
        here();
        if (text_.compare(position_, token.size(), token) != 0) return false;
        position_ += token.size();
        return true;
    }

    Term as_condition(Term a) { return Terms::is_condition(a) ? a : terms_.negation(terms_.zero(a)); }
    Term as_number(Term a) {
        return Terms::is_condition(a) ? terms_.choose(a, terms_.number(1), terms_.number(0)) : a;
    }

    Term disjunction() {
        Term result = conjunction();
        while (take("||")) {
            Term right = conjunction();
            result = terms_.either(as_condition(result), as_condition(right));
        }
        return result;
    }

    Term conjunction() {
        Term result = comparison();
        while (take("&&")) {
            Term right = comparison();
            result = terms_.both(as_condition(result), as_condition(right));
        }
        return result;
    }

    Term comparison() {
        Term a = sum();
        for (const std::string_view token : {"<=", ">=", "==", "!=", "<", ">"}) {
            if (!take(token)) continue;
            Term left = as_number(a), right = as_number(sum());
            if (token == "<=") return terms_.at_most(left, right);
            if (token == ">=") return terms_.at_most(right, left);
            if (token == "==") return terms_.equal(left, right);
            if (token == "!=") return terms_.negation(terms_.equal(left, right));
            return token == "<" ? terms_.less(left, right) : terms_.less(right, left);
        }
        return a;
    }

    Term sum() {
        Term result = product();
        for (;;) {
            if (take("+"))
                result = terms_.sum(as_number(result), as_number(product()));
            else if (take("-"))
                result = terms_.difference(as_number(result), as_number(product()));
            else
                return result;
        }
    }

    Term product() {
        Term result = factor();
        for (;;) {
            const bool is_quotient = take("/");
            if (!is_quotient && !take("%")) {
                if (!take("*")) return result;
                result = terms_.product(as_number(result), as_number(factor()));
                continue;
            }
            Term divisor = as_number(factor());
            if (Terms::is_number(divisor) && divisor->value <= 0)
                wrong("no 0 and no negative number after / and %");
            Term quotient = quotient_of(as_number(result), divisor);
            result = is_quotient ? quotient
                                 : terms_.difference(as_number(result), terms_.product(quotient, divisor));
        }
    }

    /// As in C: a quotient of a negative number is rounded to 0.
    Term truncated(Term a, const Integer& divisor) {
        Term quotient = terms_.quotient(a, divisor);
        const Range range = terms_.range_of(a);
        if (range.low && *range.low >= 0) return quotient;
        Term of_negative = terms_.scaled(terms_.quotient(terms_.scaled(a, -1), divisor), -1);
        return terms_.choose(terms_.at_most(terms_.number(0), a), quotient, of_negative);
    }

    /// Where the divisor is not positive, or a number is negative and the divisor is not constant, any
    /// number.
    Term quotient_of(Term a, Term b) {
        Term zero = terms_.number(0);
        if (Terms::is_number(b)) return truncated(a, b->value);
        Term result = terms_.apply("quotient", {a, b});
        if (!terms_.laws_of(result).empty()) return result;
        Term rest = terms_.difference(a, terms_.product(result, b));
        Term are_natural = terms_.both(terms_.at_most(zero, a), terms_.less(zero, b));
        Term is_natural = terms_.both(terms_.at_most(zero, result), terms_.at_most(result, a));
        Term is_rest = terms_.both(terms_.at_most(zero, rest), terms_.less(rest, b));
        terms_.add_law(result, terms_.implies(are_natural, terms_.both(is_natural, is_rest)));
        return result;
    }

    Term factor() {
        if (take("!")) {
            if (here() == '=') wrong("a number or a name");
            return terms_.negation(as_condition(factor()));
        }
        if (take("-")) return terms_.scaled(as_number(factor()), -1);
        if (take("(")) {
            Term result = disjunction();
            if (!take(")")) wrong("')'");
            return result;
        }
        const char first = here();
        const std::size_t begin = position_;
        const auto is_part = [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
        };
        while (position_ < text_.size() && is_part(text_[position_])) ++position_;
        const std::string word = text_.substr(begin, position_ - begin);
        if (word.empty()) wrong("a number or a name");
        if (std::isdigit(static_cast<unsigned char>(first)) == 0) return named(word);
        if (word.find_first_not_of("0123456789") != std::string::npos || (word.size() > 1 && first == '0'))
            wrong("a decimal number");
        return terms_.number(Integer(word));
    }

    Term named(const std::string& word) const {
        const auto at = names_.find(word);
        if (at != names_.end()) return at->second;
        std::string known;
        for (const auto& [name, term] : names_) known += (known.empty() ? "" : ", ") + name;
        throw std::invalid_argument(
            fmt::format("'{}': {} is not known here; known are {}", text_, word, known));
    }

    Terms& terms_;
    const std::string& text_;
    const std::map<std::string, Term>& names_;
    std::size_t position_ = 0;
};

}  // namespace

Term read_condition(Terms& terms, const std::string& text, const std::map<std::string, Term>& names) {
    return AssumptionReader(terms, text, names).whole(true);
}

Term read_number(Terms& terms, const std::string& text, const std::map<std::string, Term>& names) {
    return AssumptionReader(terms, text, names).whole(false);
}

}  // namespace musimd::prove
