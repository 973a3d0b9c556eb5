#include "prove/query.hpp"

#include <fmt/format.h>

namespace musimd::prove {
namespace {

std::string number_text(const Integer& value) {
    return value < 0 ? "(- " + Integer(-value).str() + ")" : value.str();
}

/// Writes each term once, after its parts.
class QueryWriter {
  public:
    QueryWriter(Terms& terms, Products products) : terms_(terms), products_(products) {}

    void require(Term condition) { asserted_ += "(assert " + text_of(condition) + ")"; }

    /// The laws of all that is written, and of what these mention.
    void add_laws() {
        while (!pending_.empty() || has_new_products_) {
            const std::vector<Term> atoms = std::exchange(pending_, {});
            for (Term atom : atoms) add_laws_of(atom);
            if (!std::exchange(has_new_products_, false) || products_ == Products::exact) continue;
            if (++rounds_ > 2) continue;
            for (Term law : laws_of_products(terms_, seen_products_)) require(law);
        }
    }

    std::string text() const { return declared_ + asserted_; }

  private:
    void add_laws_of(Term atom) {
        const Range range = terms_.range_of(atom);
        if (range.low)
            asserted_ += fmt::format("(assert (>= {} {}))", text_of(atom), number_text(*range.low));
        if (range.high)
            asserted_ += fmt::format("(assert (<= {} {}))", text_of(atom), number_text(*range.high));
        for (Term law : terms_.laws_of(atom)) require(law);
    }

    std::string text_of(Term a) {
        if (a->op == Op::number) return number_text(a->value);
        if (a->op == Op::truth) return a->value == 1 ? "true" : "false";
        auto [at, is_new] = names_.try_emplace(a);
        if (!is_new) return at->second;
        std::string text = a->op == Op::unknown || is_named_product(a) ? declare(a) : define(a);
        if (a->op == Op::unknown || a->op == Op::apply || is_named_product(a)) pending_.push_back(a);
        return names_[a] = text;
    }

    bool is_named_product(Term a) const { return a->op == Op::product && products_ == Products::by_laws; }

    std::string declare(Term a) {
        const std::string name = name_of(a);
        declared_ += "(declare-fun " + name + " () Int)";
        if (a->op == Op::product && seen_products_.insert(a).second) has_new_products_ = true;
        return name;
    }

    std::string define(Term a) {
        const std::string body = body_of(a);
        const std::string name = "n" + std::to_string(a->id);
        declared_ +=
            fmt::format("(define-fun {} () {} {})", name, Terms::is_condition(a) ? "Bool" : "Int", body);
        return name;
    }

    std::string all_args(Term a) {
        std::string text;
        for (Term arg : a->args) text += " " + text_of(arg);
        return text;
    }

    std::string body_of(Term a) {
        switch (a->op) {
            case Op::sum: {
                std::string text = "(+ " + number_text(a->value);
                for (std::size_t i = 0; i < a->args.size(); ++i)
                    text += fmt::format(" (* {} {})", number_text(a->factors[i]), text_of(a->args[i]));
                return text + ")";
            }
            case Op::product:
                return "(*" + all_args(a) + ")";
            case Op::quotient:
                return "(div" + all_args(a) + " " + a->value.str() + ")";
            case Op::rest:
                return "(mod" + all_args(a) + " " + a->value.str() + ")";
            case Op::apply:
                return "(" + function(a) + all_args(a) + ")";
            case Op::choose:
                return "(ite" + all_args(a) + ")";
            case Op::positive:
                return "(>" + all_args(a) + " 0)";
            case Op::zero:
                return "(=" + all_args(a) + " 0)";
            case Op::both:
                return "(and" + all_args(a) + ")";
            case Op::negation:
                return "(not" + all_args(a) + ")";
            case Op::number:
            case Op::unknown:
            case Op::truth:
                break;
        }
        return name_of(a);
    }

    std::string function(Term a) {
        const std::string name = "|" + a->name + "/" + std::to_string(a->args.size()) + "|";
        if (functions_.insert(name).second) {
            std::string sorts;
            for (std::size_t i = 0; i < a->args.size(); ++i) sorts += i == 0 ? "Int" : " Int";
            declared_ += fmt::format("(declare-fun {} ({}) Int)", name, sorts);
        }
        return name;
    }

    Terms& terms_;
    Products products_;
    std::map<Term, std::string, ByNumber> names_;
    std::set<std::string> functions_;
    std::set<Term, ByNumber> seen_products_;
    std::vector<Term> pending_;  ///< whose laws are not written yet
    bool has_new_products_ = false;
    int rounds_ = 0;
    std::string declared_, asserted_;
};

}  // namespace

std::string name_of(Term unknown) {
    if (unknown->op == Op::unknown) return "|" + unknown->name + "|";
    return "p" + std::to_string(unknown->id);
}

std::string query_text(Terms& terms, const std::vector<Term>& conditions, Products products) {
    QueryWriter writer(terms, products);
    for (Term condition : conditions) writer.require(condition);
    writer.add_laws();
    return writer.text();
}

}  // namespace musimd::prove
