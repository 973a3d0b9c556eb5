#include "differential/programs/reduce/reduce.hpp"

#include <utility>

#include "differential/programs/reduce/edit.hpp"
#include "differential/programs/reduce/search.hpp"
#include "isa/printer.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::differential {
namespace {

bool is_structured(const Program& program) {
    return check_structure(program).ok();
}

// Ends a pass from within.
struct Ended {};

// Accepts the first candidate that is interesting.
class Reducer final : public Search {
  public:
    Reducer(const Case& from, const Interesting& interesting, const ReduceOptions& options)
        : state_(start(from, interesting)), interesting_(interesting), options_(options) {}

    ReductionResult run() {
        bool minimal = true;
        try {
            if (is_structured(program())) {
                keep_structure_ = true;
                repeat();
                keep_structure_ = false;
            }
            repeat();
        } catch (const Ended&) {
            minimal = false;
        }
        return {std::move(state_).take_best(), trials_, minimal};
    }

    const Case& current() const override { return state_.best(); }

    bool offer(Case candidate) override {
        if (options_.cancelled && options_.cancelled()) throw Ended{};
        auto admitted = state_.admit(std::move(candidate), [this](const Case& c) {
            return !keep_structure_ || is_structured(c.program);
        });
        if (!admitted) return false;
        if (trials_ == options_.max_trials) throw Ended{};
        ++trials_;
        const bool accepted = interesting_(admitted->value);
        if (accepted) state_.accept(std::move(*admitted));
        if (options_.progress) options_.progress(trials_, state_.best());
        return accepted;
    }

  private:
    static Case start(const Case& from, const Interesting& interesting) {
        auto c = normalized(from);
        return c && interesting(*c) ? std::move(*c) : from;
    }

    // Every pass, until a round of them changes nothing.
    void repeat() {
        Weight before;
        do {
            before = state_.weight();
            for (const Pass& pass : passes()) pass.run(*this);
        } while (state_.weight() < before);
    }

    harness::SearchState<ProgramKind> state_;
    const Interesting& interesting_;
    const ReduceOptions& options_;
    bool keep_structure_ = false;
    std::uint64_t trials_ = 0;
};

}  // namespace

std::optional<Case> ProgramKind::normalized(Case c) {
    return differential::normalized(std::move(c));
}

std::string ProgramKind::spell(const Case& c) {
    return print(c.program) + std::to_string(c.options.max_address);
}

ReductionResult reduce(const Case& from, const Interesting& interesting, const ReduceOptions& options) {
    return Reducer(from, interesting, options).run();
}

std::vector<Case> simplifications(const Case& current) {
    return harness::candidates<ProgramKind, Search>(current, passes());
}

}  // namespace musimd::differential
