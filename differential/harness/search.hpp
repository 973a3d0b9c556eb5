#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

// Reduction as a search over edits, for any kind of case. A Kind is a struct with
//     Case, Weight                                    what is reduced; Weight is ordered
//     std::optional<Case> normalized(Case)            the case as it would be read again; nothing if invalid
//     Weight weigh(const Case&)                       how large it is: only lighter cases are tried
//     std::string spell(const Case&)                  the same text for the same case

namespace musimd::differential::harness {

/// What an edit works on: the smallest case so far, and the judge of candidates.
template <typename Case>
class Search {
  public:
    virtual ~Search() = default;

    virtual const Case& current() const = 0;

    /// Offers a candidate. True if it is accepted: then it is the current case, normalized.
    virtual bool offer(Case candidate) = 0;
};

/// One way to make a case smaller: offers candidates, large steps first. After an accepted candidate it
/// continues from there; if none is accepted, it has offered all that it can.
template <typename AnySearch>
struct Edit {
    std::string_view name;
    void (*run)(AnySearch& search);
};

/// The state of a reduction: the smallest case so far, and which candidates were tried.
template <typename Kind>
class SearchState {
  public:
    using Case = typename Kind::Case;
    using Weight = typename Kind::Weight;

    struct Candidate {
        Case value;
        Weight weight;
    };

    explicit SearchState(Case from) : best_{std::move(from), {}} { best_.weight = Kind::weigh(best_.value); }

    const Case& best() const { return best_.value; }
    const Weight& weight() const { return best_.weight; }

    /// The candidate, normalized, if it is valid and lighter than the best, `allowed` accepts it, and it was
    /// not tried before.
    template <typename Allowed>
    std::optional<Candidate> admit(Case candidate, const Allowed& allowed) {
        std::optional<Case> normalized = Kind::normalized(std::move(candidate));
        if (!normalized) return std::nullopt;
        Weight weight = Kind::weigh(*normalized);
        if (!(weight < best_.weight) || !allowed(*normalized) || !mark_tried(*normalized))
            return std::nullopt;
        return Candidate{std::move(*normalized), std::move(weight)};
    }

    std::optional<Candidate> admit(Case candidate) {
        return admit(std::move(candidate), [](const Case&) { return true; });
    }

    /// False if the case was tried before: what was not interesting then is not interesting now.
    bool mark_tried(const Case& candidate) {
        return tried_.insert(std::hash<std::string>{}(Kind::spell(candidate))).second;
    }

    void accept(Candidate candidate) { best_ = std::move(candidate); }

    /// Whether each of these cases is interesting: the lightest that is becomes the best.
    void judged(const std::vector<Case>& cases, const std::vector<bool>& interesting) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (!interesting[i]) continue;
            Weight weight = Kind::weigh(cases[i]);
            if (weight < best_.weight) best_ = {cases[i], std::move(weight)};
        }
    }

    Case take_best() && { return std::move(best_.value); }

  private:
    Candidate best_;
    std::unordered_set<std::size_t> tried_;
};

/// A search that accepts what is lighter and for which `shows` holds.
template <typename Kind>
class Reducer final : public Search<typename Kind::Case> {
  public:
    using Case = typename Kind::Case;

    Reducer(Case from, const std::function<bool(const Case&)>& shows)
        : state_(std::move(from)), shows_(shows) {}

    const Case& current() const override { return state_.best(); }

    bool offer(Case candidate) override {
        auto admitted = state_.admit(std::move(candidate));
        if (!admitted || !shows_(admitted->value)) return false;
        state_.accept(std::move(*admitted));
        return true;
    }

    /// The smallest case that it finds: no edit makes it smaller.
    template <typename Edits>
    Case run(const Edits& edits) && {
        for (typename Kind::Weight before; before != state_.weight();) {
            before = state_.weight();
            for (const auto& edit : edits) edit.run(*this);
        }
        return std::move(state_).take_best();
    }

  private:
    SearchState<Kind> state_;
    const std::function<bool(const Case&)>& shows_;
};

/// A search that accepts nothing, and collects every candidate that a reduction would try.
template <typename Kind, typename AnySearch = Search<typename Kind::Case>>
class Collector final : public AnySearch {
  public:
    using Case = typename Kind::Case;
    using Candidate = typename SearchState<Kind>::Candidate;

    explicit Collector(const Case& start) : state_(start) {}

    const Case& current() const override { return state_.best(); }

    bool offer(Case candidate) override {
        if (auto admitted = state_.admit(std::move(candidate))) list_.push_back(std::move(*admitted));
        return false;
    }

    std::vector<Candidate> list() && { return std::move(list_); }

  private:
    SearchState<Kind> state_;
    std::vector<Candidate> list_;
};

/// Every candidate that these edits offer for the case, in their order or, if `sorted`, the lightest first.
template <typename Kind, typename AnySearch, typename Edits>
std::vector<typename Kind::Case> candidates(const typename Kind::Case& start, const Edits& edits,
                                            bool sorted = false) {
    Collector<Kind, AnySearch> collector(start);
    for (const Edit<AnySearch>& edit : edits) edit.run(collector);
    auto found = std::move(collector).list();
    if (sorted) std::ranges::stable_sort(found, std::less(), &SearchState<Kind>::Candidate::weight);
    std::vector<typename Kind::Case> cases;
    for (auto& candidate : found) cases.push_back(std::move(candidate.value));
    return cases;
}

}  // namespace musimd::differential::harness
