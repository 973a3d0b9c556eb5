#include "prove/length_guesses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::prove {
namespace {

constexpr std::size_t kMostGuesses = 60;
constexpr std::int64_t kMostElements = 1 << 20;  ///< of a length that is a constant

/// Writes a term as C.
class TermText {
  public:
    explicit TermText(const LaunchTerms& launch) {
        for (const auto& [name, term] : launch.names) names_.try_emplace(term, name);
    }

    std::optional<std::string> of(Term a) const {
        if (const auto at = names_.find(a); at != names_.end()) return at->second;
        if (a->op == Op::number) return a->value.str();
        if (a->op == Op::product) return product(a);
        if (a->op == Op::sum) return sum(a);
        return std::nullopt;
    }

  private:
    std::optional<std::string> product(Term a) const {
        std::string text;
        for (Term factor : a->args) {
            const auto own = of(factor);
            if (!own) return std::nullopt;
            text += (text.empty() ? "" : " * ") + *own;
        }
        return text;
    }

    std::optional<std::string> sum(Term a) const {
        std::string added, subtracted;
        for (std::size_t i = 0; i < a->args.size(); ++i) {
            const auto own = of(a->args[i]);
            if (!own) return std::nullopt;
            const Integer factor = abs(a->factors[i]);
            const std::string part = factor == 1 ? *own : factor.str() + " * " + *own;
            if (a->factors[i] > 0)
                added += (added.empty() ? "" : " + ") + part;
            else
                subtracted += " - " + part;
        }
        if (a->value > 0) added += (added.empty() ? "" : " + ") + a->value.str();
        if (a->value < 0) subtracted += " - " + Integer(-a->value).str();
        return added.empty() ? "0" + subtracted : added + subtracted;
    }

    std::map<Term, std::string, ByNumber> names_;
};

class Guesser {
  public:
    Guesser(Terms& terms, const LaunchTerms& launch, const std::vector<const Access*>& accesses)
        : terms_(terms), launch_(launch), accesses_(accesses), text_(launch) {
        for (const Access* access : accesses) {
            note(access->index);
            note(access->active);
        }
    }

    std::vector<LengthGuess> guesses() {
        add_constant_indices();
        add_guards();
        const std::vector<Term> names = mentioned();
        for (Term name : names) add(name);
        for (std::size_t i = 0; i < names.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) add(terms_.product(names[j], names[i]));
        }
        for (Term name : names) add(terms_.sum(name, terms_.number(1)));
        for (std::size_t i = 0; i < names.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                add(terms_.sum(terms_.product(names[j], names[i]), terms_.number(1)));
        }
        add_ranges();
        return std::move(result_);
    }

  private:
    void note(Term term) {
        if (!seen_.insert(term).second) return;
        for (Term arg : term->args) note(arg);
    }

    void add(Term length) {
        if (length->is_private || result_.size() >= kMostGuesses) return;
        const auto is_same = [&](const LengthGuess& known) { return known.length == length; };
        if (std::ranges::any_of(result_, is_same)) return;
        if (Terms::is_number(length) && (length->value < 1 || length->value > kMostElements)) return;
        if (auto text = text_.of(length)) result_.push_back({length, *std::move(text)});
    }

    /// Elements that all threads access have numbers.
    void add_constant_indices() {
        std::optional<Integer> highest;
        for (const Access* access : accesses_) {
            if (!Terms::is_number(access->index)) return;
            highest = std::max(highest.value_or(0), access->index->value);
        }
        if (highest) add(terms_.number(*highest + 1));
    }

    /// `i < n` is n - i > 0, so that n is what it and the index i add up to.
    void add_guards() {
        for (const Access* access : accesses_) {
            for (Term term : seen_) {
                if (term->op != Op::positive) continue;
                Term difference = term->args[0];
                add(terms_.sum(difference, access->index));
                add(terms_.sum(terms_.difference(terms_.number(1), difference), access->index));
            }
        }
    }

    /// Parameters, and sizes of the grid whose numbers are mentioned.
    std::vector<Term> mentioned() const {
        std::set<Term, ByNumber> sizes;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (seen_.contains(launch_.thread[axis])) sizes.insert(launch_.threads[axis]);
            if (seen_.contains(launch_.block[axis])) sizes.insert(launch_.blocks[axis]);
        }
        std::vector<Term> parameters, of_grid;
        for (const auto& [name, term] : launch_.names) {
            if (Terms::is_number(term) || (!seen_.contains(term) && !sizes.contains(term))) continue;
            const bool is_size = name.find('.') != std::string::npos;
            (is_size ? of_grid : parameters).push_back(term);
        }
        parameters.insert(parameters.end(), of_grid.begin(), of_grid.end());
        return parameters;
    }

    /// As of an index that is a byte.
    void add_ranges() {
        std::optional<Integer> highest;
        for (const Access* access : accesses_) {
            const Range range = terms_.range_of(access->index);
            if (!range.high) return;
            highest = std::max(highest.value_or(0), *range.high);
        }
        if (highest) add(terms_.number(*highest + 1));
    }

    Terms& terms_;
    const LaunchTerms& launch_;
    const std::vector<const Access*>& accesses_;
    TermText text_;
    std::set<Term, ByNumber> seen_;
    std::vector<LengthGuess> result_;
};

}  // namespace

std::optional<std::string> text_of(Term term, const LaunchTerms& launch) {
    return TermText(launch).of(term);
}

std::vector<LengthGuess> length_guesses(Terms& terms, const LaunchTerms& launch,
                                        const std::vector<const Access*>& accesses) {
    return Guesser(terms, launch, accesses).guesses();
}

}  // namespace musimd::prove
