#pragma once

#include <functional>
#include <string>

#include "semantics/observer.hpp"

namespace musimd {

/// Writes one line per step: step, warp, pc, rule, Θ, Π, Λ (all before the step), the instruction and, for a
/// data instruction, the data rules that were used:
///
///     3 w0 @3 BD   Θ={0-3} Π=[] Λ=[]  bz c, end
///
/// An entry of Π is (l_id, Θ_done, l_next, Θ_todo), the top first; one of Λ is (Θ, Π).
class Trace final : public Observer {
  public:
    explicit Trace(std::function<void(const std::string&)> write) : write_(std::move(write)) {}

    void on_step(const StepEvent& event) override;
    void on_trap(const Trap& trap) override;

  private:
    std::function<void(const std::string&)> write_;
};

/// Π and Λ as the trace prints them; of a deep stack only the top eight entries.
std::string to_string(const SyncStack& sync_stack);
std::string to_string(const ContextStack& context_stack);

}  // namespace musimd
