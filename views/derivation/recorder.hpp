#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semantics/derivation.hpp"
#include "semantics/filled_rule.hpp"
#include "semantics/machine.hpp"
#include "views/derivation/page.hpp"

namespace musimd::views::derivation {

inline constexpr std::uint64_t kMaxPrintedSteps = 2'000;

/// How much of a derivation is printed.
struct DerivationLayout {
    std::uint32_t warp = 0;
    std::uint64_t first = 1;    ///< the first step of the warp that is printed
    std::uint64_t steps = 100;  ///< how many are printed; at most kMaxPrintedSteps
    std::uint64_t fold = 4;     ///< number of consecutive data steps that are printed; 0: all
    std::size_t threads = 2;    ///< number of derivations that are printed for a data step
};

/// `Θ₁₂`
std::string numbered(std::string_view base, std::size_t number);

/// Names for the parts of the states of a run: `Θ₁`, `Π₂`. Equal parts have one name.
class PartNames final : public StateNotation {
  public:
    std::string threads(const ThreadSet& threads) override;
    std::string state_threads(const ThreadSet& threads) override;
    std::string sync_stack(const SyncStack& stack) override;
    std::string context_stack(const ContextStack& stack) override;
    std::string groups(const models::Groups& groups) override;
    std::string bank() override { return bank_; }
    std::string memory() override { return memory_; }
    std::string next_bank() override { return next_bank_; }
    std::string next_memory() override { return next_memory_; }

    /// The next state's β is another one: what it is, as a formula.
    void change_bank(std::string value);
    void change_memory(std::string value);
    /// The next state's β is one that has a name.
    void restore_bank(std::string name) { next_bank_ = std::move(name); }
    /// There is no next state.
    void forget_next() {
        next_bank_ = "β'";
        next_memory_ = "Σ'";
    }
    /// The next state is the current one.
    void advance();

    std::vector<Definition> definitions() const;

  private:
    std::vector<std::pair<ThreadSet, std::string>> sets_;
    std::vector<std::pair<SyncStack, std::string>> sync_stacks_;
    std::vector<std::pair<ContextStack, std::string>> context_stacks_;
    std::vector<std::pair<std::string, std::string>> groups_;  ///< by their text
    std::vector<Definition> sets_defined_;
    std::vector<Definition> stacks_defined_;
    std::vector<Definition> banks_;
    std::vector<Definition> memories_;
    std::string bank_;
    std::string memory_;
    std::string next_bank_;
    std::string next_memory_;
};

/// Records the derivation of one warp of a run, under any model but `volta`. The page is small, whatever the
/// length of the run.
class DerivationRecorder final : public Observer {
  public:
    /// The machine is at its first step, and runs with these options.
    DerivationRecorder(const Program& program, const Machine& machine, MachineOptions options,
                       DerivationLayout layout);

    void on_step(const StepEvent& event) override;
    void on_trap(const Trap& trap) override;

    /// The page of the run, which has ended with this result.
    Page page(const Result& result, const std::string& title);

    /// Whether the warp has taken a step, or trapped, from the first one to print on.
    bool has_steps() const { return !rows_.empty() || folded_.has_value(); }
    /// How many steps the warp has taken.
    std::uint64_t steps() const { return steps_; }

  private:
    using Store = std::pair<std::int64_t, Value>;
    /// A state of the warp. Of a warp of groups, Θ and pc are those of the group that steps.
    struct State : Warp {
        State() = default;
        State(const Machine& machine, std::uint32_t m);
        std::optional<models::Groups> groups;
        std::vector<models::SavedGroups> saved = {};
    };
    struct Taken {
        std::uint64_t number = 0;
        RuleId rule = RuleId::STOP;
        State before;
        State after;
        std::vector<Store> stores;
        bool writes = false;
        bool is_foreign = false;  ///< other warps have stored before it
    };
    struct Fold {
        Taken first;
        State last;  ///< after the last step
        std::uint64_t count = 1;
        std::set<Variable> changed;
        std::vector<Store> stores;
        bool writes = false;
        std::uint64_t last_number = 0;
    };

    bool is_printed(std::uint64_t step) const {
        return layout_.first <= step && step - layout_.first < layout_.steps;
    }
    void begin();
    std::string formula_of(const State& state);
    FilledRule filled(const State& before, const Step& outcome, const State* after);
    void add(Taken step);
    void fold(Taken step);
    void end_fold();
    void print(const Taken& step);
    void note_changes(const Taken& step);
    void note_foreign_stores(bool is_foreign);
    void print_data(const Taken& step);
    Inference thread_inference(const Taken& step, Thread t, const Derivation& derivation);
    void skip_to(const Warp& warp);
    std::string print_instruction(const Instruction& instruction) const;
    void print_trap();
    void add_gap(std::uint64_t steps);
    void end();
    std::string result_value(const Result& result);

    const Program& program_;
    const Machine& machine_;
    MachineOptions options_;
    DerivationLayout layout_;
    std::uint32_t number_ = 0;  ///< number of the machine
    PartNames names_;
    std::vector<std::string> saved_banks_;  ///< β at the open `everywhere` blocks
    std::optional<State> previous_;         ///< before the next step, if that is printed
    std::optional<Fold> folded_;
    std::uint64_t in_a_row_ = 0;  ///< data steps
    std::uint64_t steps_ = 0;
    std::uint64_t last_printed_ = 0;
    bool foreign_ = false;
    std::vector<Inference> rows_;  ///< in the order of the run
    std::vector<Section> data_;
    std::string last_state_;  ///< after the last printed step
    std::optional<Trap> trap_;
    bool ends_in_stop_ = false;
};

}  // namespace musimd::views::derivation
