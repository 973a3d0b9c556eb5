#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "prove/candidate.hpp"
#include "prove/execution.hpp"

// What is shown of a kernel for all launches. See docs/prove.md.

namespace musimd::prove {

enum class Verdict : std::uint8_t { proved, refuted, unknown };

/// Of a launch.
struct LaunchShape {
    Shape block = {1, 1, 1}, grid = {1, 1, 1};
};

struct Obligation {
    Kind kind = Kind::race;
    Level level = Level::block;
    dsl::SourcePoint line = {};
    dsl::SourcePoint other = {};  ///< of a race: the other access
    std::string array = {};
    Verdict verdict = Verdict::unknown;
    std::string reason = {};      ///< of unknown
    std::string suggestion = {};  ///< an assumption under which it is proved
    std::uint64_t questions = 0;
    std::chrono::duration<double> time = {};  ///< that the solver took for these
    /// Questions that were not answered by `impossible`: their conditions.
    std::vector<std::vector<Term>> open = {};
};

/// What must be true of a launch, though nobody has stated it.
struct Requirement {
    std::string array, length;  ///< the array has so many elements: C over parameters and the launch
};

struct Proof {
    std::vector<std::string> limits;
    std::vector<Requirement> requirements;  ///< bounds are proved under these
    std::vector<Obligation> obligations;
    std::vector<std::uint32_t> unreached;  ///< lines that no thread reaches
    /// With these, no step of a loop wraps.
    std::set<std::string> step_limits;
    std::uint64_t questions = 0;
};

class Prover {
  public:
    Prover(const dsl::cuda::KernelFunction& kernel, Premises premises, Solver& solver,
           std::chrono::milliseconds limit = std::chrono::seconds(60));

    /// Throws std::invalid_argument if an assumption is wrong, or if no launch fulfils all.
    Proof prove();

    /// The same for a launch of one block, as the caller describes it.
    Proof prove_block(const std::function<LaunchTerms(Terms&)>& make_launch);

    /// Is called before each question about an obligation.
    void on_question(std::function<void(const Obligation&)> report) { on_question_ = std::move(report); }

    /// A launch of this shape at which an open question of the obligation may have an answer; arrays have at
    /// most some thousand elements. Without a shape, the solver chooses one.
    std::optional<Candidate> candidate(const Obligation& obligation, const std::optional<LaunchShape>& shape);

    /// The launch with these shapes and numbers, with arrays that are as long as they must be, and the same
    /// contents; nothing if an assumption or a limit does not allow it. After prove().
    std::optional<Candidate> launch_like(const Candidate& wanted);
    /// The same, with other shapes and numbers where an assumption does not allow these.
    std::optional<Candidate> launch_near(const Candidate& wanted);

  private:
    void execute(Level level, Proof& proof);
    /// What the executions leave to be asked.
    Proof decided(Proof proof);
    void require_possible(const LaunchTerms& launch);
    bool is_impossible(const LaunchTerms& launch, bool with_limits);
    bool are_impossible(const Premises& premises, bool with_limits);
    void infer_lengths(const Execution& run, LaunchTerms& launch, Proof& proof);
    /// Whether all of these are proved if the array is so long.
    bool fits(const Execution& run, const std::vector<const Access*>& accesses, Term length);
    Term is_inside(const Execution& run, const Access& access, Term length);
    void races(const Execution& run, const LaunchTerms& launch, Level level, Proof& proof);
    void meetings(const Execution& run, Level level, Proof& proof);
    void distrust(const Execution& run, Level level, Proof& proof);
    void bounds(const Execution& run, const LaunchTerms& launch, Proof& proof);
    void assertions(const Execution& run, Proof& proof);
    std::vector<Term> limits_of_search(const LaunchTerms& launch);
    std::vector<Term> shape_conditions(const LaunchTerms& launch, const std::optional<LaunchShape>& shape);
    std::vector<Term> equalities(const Candidate& wanted, const LaunchTerms& launch);
    void take_arrays(Candidate& result, const Candidate& from) const;
    std::optional<Candidate> solved(std::vector<Term> conditions, const LaunchTerms& launch);
    std::optional<Candidate> allowed(std::optional<Candidate> launch,
                                     const std::optional<LaunchShape>& shape);
    Term apart(const LaunchTerms& launch, Level level);
    Obligation& obligation(Proof& proof, Kind kind, Level level, dsl::SourcePoint line,
                           dsl::SourcePoint other, const std::string& array);
    void decide(Obligation& obligation, const Execution& run, std::vector<Term> conditions,
                const std::vector<Term>& depends);
    Solver::Answer answer_of(Obligation& obligation, std::vector<Term>& conditions, std::string& reason);
    void add_unclear(const Execution& run, Level level, Proof& proof);

    dsl::cuda::KernelFunction kernel_;
    Premises premises_;
    bool infers_lengths_ = false;  ///< of launches that the premises describe
    Solver& solver_;
    Terms terms_;
    std::map<Level, LaunchTerms> launches_;
    std::map<Level, Execution> runs_;
    std::set<dsl::BufferId> counters_;  ///< of which it was used that no number is drawn twice
    std::chrono::steady_clock::time_point last_;
    std::function<void(const Obligation&)> on_question_;
};

}  // namespace musimd::prove
