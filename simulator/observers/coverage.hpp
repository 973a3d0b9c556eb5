#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "semantics/observer.hpp"

namespace musimd {

/// The rules and the trap that a run exercised.
class Coverage final : public Observer {
  public:
    void on_step(const StepEvent& event) override { rules_ |= event.rules; }
    void on_trap(const Trap& trap) override { trap_ = trap.kind; }

    using Names = std::vector<std::string_view>;

    /// The names of the rules and the trap that were exercised.
    Names names() const;

    RuleSet rules() const { return rules_; }
    std::optional<TrapKind> trap() const { return trap_; }

    /// Whether the rule or trap of that name was exercised.
    bool covers(std::string_view name) const;

  private:
    RuleSet rules_;
    std::optional<TrapKind> trap_;
};

}  // namespace musimd
