#include <algorithm>

#include "prove/query.hpp"

// Questions with unknowns of finitely many values: one for each value, in which products and remainders by it
// are linear.

namespace musimd::prove {
namespace {

constexpr int kMostCases = 1000;                       ///< of a question
constexpr int kMostSteps = 20000;                      ///< also of those that end before all cases are chosen
constexpr std::chrono::milliseconds kUndivided(1000);  ///< before it is asked by cases
constexpr int kMostTime = 5;                           ///< of all its cases, in limits of one

class CaseAsker {
  public:
    CaseAsker(Terms& terms, Solver& solver, std::chrono::milliseconds limit, Products products)
        : terms_(terms), solver_(solver), limit_(limit), products_(products) {}

    Solver::Answer check(const std::vector<Term>& conditions, std::chrono::milliseconds limit) {
        if (solver_.is_over()) return Solver::Answer::unknown;
        const std::string question = query_text(terms_, conditions, products_);
        return products_ == Products::exact ? solver_.find(question, limit) : solver_.check(question, limit);
    }

    /// A split that the conditions need, the oldest first; those done are not looked at.
    std::optional<std::size_t> split_of(const std::vector<Term>& conditions,
                                        const std::set<std::size_t>& done) const {
        std::optional<std::size_t> result;
        std::set<Term, ByNumber> seen;
        std::vector<Term> open = conditions;
        while (!open.empty()) {
            Term term = open.back();
            open.pop_back();
            if (!seen.insert(term).second) continue;
            const auto at = terms_.split_numbers().find(term);
            const bool is_new = at != terms_.split_numbers().end() && !done.contains(at->second);
            if (is_new && (!result || at->second < *result)) result = at->second;
            open.insert(open.end(), term->args.begin(), term->args.end());
        }
        return result;
    }

    /// `given`: what the cases around say.
    Solver::Answer by_cases(const std::vector<Term>& conditions, const Replacement& given,
                            std::set<std::size_t> done) {
        const auto number = split_of(conditions, done);
        if (!number) return leaf(conditions);
        done.insert(*number);
        const Split split = terms_.splits()[*number];
        for (const Case& one : split.cases) {
            if (++steps_ > kMostSteps || std::chrono::steady_clock::now() > last_moment_)
                return Solver::Answer::unknown;
            Replacement values = given;
            for (const auto& [term, value] : one.values) {
                Replacement known = given;
                values.emplace(term, terms_.replaced(value, known));
            }
            const auto own = conditions_in(conditions, one, values);
            if (!own) continue;
            const Solver::Answer answer = by_cases(*own, values, done);
            if (answer != Solver::Answer::impossible) return answer;
        }
        return Solver::Answer::impossible;
    }

    const std::vector<Term>& last() const { return last_; }

  private:
    /// Nothing if one is false.
    std::optional<std::vector<Term>> conditions_in(const std::vector<Term>& conditions, const Case& one,
                                                   const Replacement& values) {
        Replacement known = values;
        std::vector<Term> result;
        for (Term condition : conditions) {
            result.push_back(terms_.replaced(condition, known));
            if (Terms::is_false(result.back())) return std::nullopt;
        }
        result.push_back(terms_.replaced(one.when, known));
        if (Terms::is_false(result.back())) return std::nullopt;
        return result;
    }

    Solver::Answer leaf(const std::vector<Term>& conditions) {
        if (++cases_ > kMostCases) return Solver::Answer::unknown;
        last_ = conditions;
        return check(conditions, limit_);
    }

    Terms& terms_;
    Solver& solver_;
    std::chrono::milliseconds limit_;
    Products products_;
    std::vector<Term> last_;
    std::chrono::steady_clock::time_point last_moment_ =
        std::chrono::steady_clock::now() + kMostTime * limit_;
    int cases_ = 0, steps_ = 0;
};

}  // namespace

Solver::Answer ask(Terms& terms, Solver& solver, std::vector<Term> conditions,
                   std::chrono::milliseconds limit, std::vector<Term>* open, Products products) {
    CaseAsker asker(terms, solver, limit, products);
    const bool has_cases = asker.split_of(conditions, {}).has_value();
    // Of exact products, a model without the cases is useless.
    Solver::Answer answer = has_cases && products == Products::exact
                                ? Solver::Answer::unknown
                                : asker.check(conditions, has_cases ? std::min(limit, kUndivided) : limit);
    if (answer != Solver::Answer::impossible && has_cases) {
        answer = asker.by_cases(conditions, {}, {});
        if (answer == Solver::Answer::satisfiable) conditions = asker.last();
    }
    if (open != nullptr && answer == Solver::Answer::satisfiable) *open = std::move(conditions);
    return answer;
}

}  // namespace musimd::prove
