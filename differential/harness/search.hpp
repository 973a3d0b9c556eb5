#pragma once

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

    Case take_best() && { return std::move(best_.value); }

  private:
    Candidate best_;
    std::unordered_set<std::size_t> tried_;
};

/// A search that accepts nothing, and collects every candidate that a reduction would try.
template <typename Kind, typename AnySearch = Search<typename Kind::Case>>
class Collector final : public AnySearch {
  public:
    using Case = typename Kind::Case;
    using Candidate = typename SearchState<Kind>::Candidate;

    explicit Collector(const Case& of) : state_(of) {}

    const Case& current() const override { return state_.best(); }

    bool offer(Case candidate) override {
        if (auto one = state_.admit(std::move(candidate))) list_.push_back(std::move(*one));
        return false;
    }

    std::vector<Candidate> list() && { return std::move(list_); }

  private:
    SearchState<Kind> state_;
    std::vector<Candidate> list_;
};

/// Every candidate that these edits offer for the case, in their order.
template <typename Kind, typename AnySearch, typename Edits>
std::vector<typename SearchState<Kind>::Candidate> candidates(const typename Kind::Case& of,
                                                              const Edits& edits) {
    Collector<Kind, AnySearch> collector(of);
    for (const Edit<AnySearch>& edit : edits) edit.run(collector);
    return std::move(collector).list();
}

}  // namespace musimd::differential::harness
