#include "differential/programs/reduce/reduce.hpp"

#include <functional>
#include <unordered_set>
#include <utility>

#include "differential/programs/reduce/edit.hpp"
#include "differential/programs/reduce/search.hpp"
#include "differential/programs/reduce/weight.hpp"
#include "isa/printer.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::differential {
namespace {

bool is_structured(const Program& program) {
    return check_structure(program).ok();
}

// A case as text: two that are spelled alike are alike.
std::string spell(const Case& c) {
    return print(c.program) + std::to_string(c.options.max_address);
}

// The candidate as its text gives it, if it has one and is lighter than `than`.
std::optional<Case> lighter(Case candidate, const Weight& than) {
    auto written = normalized(std::move(candidate));
    return written && weigh(*written) < than ? std::move(written) : std::nullopt;
}

// Ends a pass from within.
struct Ended {};

class Reducer final : public Search {
  public:
    Reducer(const Case& from, const Interesting& interesting, const ReduceOptions& options)
        : current_(from), interesting_(interesting), options_(options) {
        if (auto written = normalized(from); written && interesting_(*written)) current_ = *written;
        weight_ = weigh(current_);
    }

    Reduction run() {
        bool minimal = true;
        try {
            if (is_structured(current_.program)) {
                keep_structure_ = true;
                repeat();
                keep_structure_ = false;
            }
            repeat();
        } catch (const Ended&) {
            minimal = false;
        }
        return {std::move(current_), trials_, minimal};
    }

    const Case& current() const override { return current_; }

    bool offer(Case candidate) override {
        if (options_.cancelled && options_.cancelled()) throw Ended{};
        auto written = lighter(std::move(candidate), weight_);
        if (!written) return false;
        if (keep_structure_ && !is_structured(written->program)) return false;
        // What did not do before does not do now.
        if (!tried_.insert(std::hash<std::string>{}(spell(*written))).second) return false;
        if (trials_ == options_.most_trials) throw Ended{};
        ++trials_;
        const bool taken = interesting_(*written);
        if (taken) {
            current_ = std::move(*written);
            weight_ = weigh(current_);
        }
        if (options_.progress) options_.progress(trials_, current_);
        return taken;
    }

  private:
    // Every pass, until a round of them changes nothing.
    void repeat() {
        Weight before;
        do {
            before = weight_;
            for (const Pass& pass : passes()) pass.run(*this);
        } while (weight_ < before);
    }

    Case current_;
    Weight weight_;
    const Interesting& interesting_;
    const ReduceOptions& options_;
    bool keep_structure_ = false;
    std::uint64_t trials_ = 0;
    std::unordered_set<std::size_t> tried_;
};

// Takes nothing, and keeps what would have been tried.
class Collector final : public Search {
  public:
    explicit Collector(const Case& of) : of_(of), weight_(weigh(of)) {}

    const Case& current() const override { return of_; }
    bool offer(Case candidate) override {
        auto written = lighter(std::move(candidate), weight_);
        if (written && seen_.insert(spell(*written)).second) list_.push_back(std::move(*written));
        return false;
    }

    std::vector<Case> list() && { return std::move(list_); }

  private:
    const Case& of_;
    Weight weight_;
    std::unordered_set<std::string> seen_;
    std::vector<Case> list_;
};

}  // namespace

Reduction reduce(const Case& from, const Interesting& interesting, const ReduceOptions& options) {
    return Reducer(from, interesting, options).run();
}

std::vector<Case> simplifications(const Case& of) {
    Collector collector(of);
    for (const Pass& pass : passes()) pass.run(collector);
    return std::move(collector).list();
}

}  // namespace musimd::differential
