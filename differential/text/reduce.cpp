#include "differential/text/reduce.hpp"

#include <utility>

#include "differential/text/edits.hpp"

namespace musimd::differential::text {
namespace {

// What removes most is first.
constexpr TextEdit kStructureEdits[] = {
    {"statements", remove_statements},
    {"cases", remove_cases},
    {"directives", remove_directives},
    {"conditions and macros", resolve_directives},
    {"bodies", unwrap_statements},
    {"parameters", remove_parameters},
    {"items", remove_items},
    {"operands", keep_operands},
    {"numbers for expressions", replace_by_numbers},
    {"units", remove_units},
    {"words of directives", shorten_directives},
    {"literals", shrink_literals},
};

constexpr TextEdit kLastEdits[] = {
    {"names", rename_words},
    {"layout", tidy_layout},
};

// Ends an edit from within.
struct EndedEarly {};

// Accepts the first candidate that is interesting.
class TextReducer final : public TextSearch {
  public:
    TextReducer(Source from, const Interesting& interesting, const ReduceOptions& options)
        : state_(std::move(from)), interesting_(interesting), options_(options) {}

    ReductionResult run() {
        bool minimal = true;
        try {
            for (Weight before; before != state_.weight();) {
                before = state_.weight();
                repeat();
                for (const TextEdit& edit : kLastEdits) edit.run(*this);
            }
        } catch (const EndedEarly&) {
            minimal = false;
        }
        return {std::move(state_).take_best(), trials_, minimal};
    }

    const Source& current() const override { return state_.best(); }

    bool offer(Source candidate) override {
        if (options_.cancelled && options_.cancelled()) throw EndedEarly{};
        auto admitted = state_.admit(std::move(candidate));
        if (!admitted) return false;
        ++trials_;
        const bool accepted = interesting_(admitted->value);
        if (accepted) state_.accept(std::move(*admitted));
        if (options_.progress) options_.progress(trials_, state_.best());
        return accepted;
    }

  private:
    void repeat() {
        for (Weight before; before != state_.weight();) {
            before = state_.weight();
            for (const TextEdit& edit : kStructureEdits) edit.run(*this);
        }
    }

    harness::SearchState<SourceKind> state_;
    const Interesting& interesting_;
    const ReduceOptions& options_;
    std::uint64_t trials_ = 0;
};

}  // namespace

ReductionResult reduce(Source from, const Interesting& interesting, const ReduceOptions& options) {
    return TextReducer(std::move(from), interesting, options).run();
}

}  // namespace musimd::differential::text
