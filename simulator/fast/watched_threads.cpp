#include "simulator/fast/watched_threads.hpp"

#include "semantics/machine.hpp"
#include "simulator/fast/block_grid.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/fast/thread_warps.hpp"

namespace musimd::fast {
namespace {

/// Passes on how the run ends, and no step.
class EndOnly final : public Observer {
  public:
    explicit EndOnly(Observer& observer) : observer_(observer) {}

    void on_step(const StepEvent&) override {}
    void on_failing_state(const StepEvent& state) override { observer_.on_failing_state(state); }
    void on_trap(const Trap& trap) override { observer_.on_trap(trap); }

  private:
    Observer& observer_;
};

}  // namespace

Result run_watched_threads(const Program& program, const MachineOptions& options, Observer& observer) {
    const bool may_be_apart = program.model == ThreadModel::volta && program.has_blocks() && !options.races &&
                              ThreadWarps::can_run(program);
    if (!may_be_apart) return run_fast(program, options, &observer);
    const ThreadWarps apart(program);
    if (apart.has_collectives()) return run_fast(program, options, &observer);
    const DecodedProgram code(apart.program(), kernels());
    Result result = run_watched_blocks(code, options, observer, {.threads = &apart});
    if (result.outcome != Outcome::trap && result.warnings.empty()) return result;
    EndOnly end(observer);
    return run_rules(program, options, &end);  // which say in the program's own words what is wrong
}

}  // namespace musimd::fast
