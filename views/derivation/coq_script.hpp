#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantics/machine.hpp"
#include "views/derivation/coq_terms.hpp"

namespace musimd::views::derivation {

/// What a script can have; more takes Coq minutes to check.
inline constexpr std::uint64_t kMaxScriptSteps = 200;
inline constexpr std::uint32_t kMaxScriptThreads = 64;
inline constexpr std::size_t kMaxScriptWords = 1000;  ///< words of Σ before the first step

/// Records a run of one warp, whose program is covered, as a script that Coq checks: the states, for each
/// step a lemma that it is one by the constructor of its rule, and a theorem on the run.
class CoqScript final : public Observer {
  public:
    /// The machine is at its first step, and runs with these options. The script has the steps from `first`
    /// on, at most `steps`.
    CoqScript(const Program& program, const Machine& machine, MachineOptions options, std::uint64_t first,
              std::uint64_t steps);

    void on_step(const StepEvent& event) override;
    void on_trap(const Trap& trap) override;

    std::string text(std::string_view title) const;

    /// How many steps the run has taken.
    std::uint64_t steps() const { return steps_; }
    /// Whether a step, or the trap, is in the script.
    bool has_steps() const { return !included_.empty() || is_complete(); }
    /// Whether it includes the stop or the trap.
    bool is_complete() const { return !ending_.empty(); }
    /// How many words Σ has before the first step of the script.
    std::size_t words() const { return words_; }

  private:
    bool is_included(std::uint64_t step) const { return first_ <= step && step - first_ < count_; }
    void begin(const Warp& warp);
    /// The name of this value, `Θ₁`, which is defined if it has none.
    std::string named(std::string_view base, std::string_view type, const std::string& value);
    std::string threads(const ThreadSet& set);
    std::string sync_stack(const SyncStack& stack);
    std::string context_stack(const ContextStack& stack);
    std::string whole_bank(const Bank& bank);
    std::string whole_memory();
    std::string changed_bank(const Warp& before, const Warp& after);
    void note_changes(const StepEvent& event, const Warp& before, const Warp& after);
    void define_state(const Warp& warp, std::uint64_t number);
    std::vector<Thread> order(const Warp& before) const;
    std::string proof(const StepEvent& event, const Warp& before, const Warp& after);
    std::string branch_proof(RuleId rule, const Warp& before, const Warp& after);
    std::string data_proof(const Instruction& i, const Warp& before, const Warp& after) const;
    std::string thread_proof(const Instruction& i, Thread t, const Warp& before, const Warp& after) const;
    void end_in_stop(const Warp& warp);
    std::string start() const;

    const Program& program_;
    const Machine& machine_;
    MachineOptions options_;
    CoqTerms terms_;
    std::uint64_t first_ = 1;
    std::uint64_t count_ = 0;
    std::uint64_t steps_ = 0;
    std::optional<Warp> previous_;  ///< before the next step, if that is included
    std::size_t words_ = 0;
    std::map<std::string, std::vector<std::string>> values_;  ///< values of Θ₁, Θ₂, …: by `Θ`
    std::map<const Bank*, std::string> saved_banks_;          ///< those in Λ
    std::string bank_;
    std::string memory_;
    std::pair<std::string, std::string> initial_;  ///< the names of Θ and Σ at the first step
    std::string lemmas_;
    std::vector<std::uint64_t> included_;  ///< the steps that have lemmas
    std::string ending_;                   ///< the theorems on the stop or the trap
};

}  // namespace musimd::views::derivation
