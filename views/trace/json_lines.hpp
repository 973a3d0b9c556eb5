#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/observer.hpp"

namespace musimd::views::trace {

/// Writes one JSON object per line: each step, and the trap that ends the run. Members as in
/// docs/trace-format.md.
class JsonLines final : public Observer {
  public:
    using Write = std::function<void(std::string_view)>;
    explicit JsonLines(Write write) : write_(std::move(write)) {}

    void on_step(const StepEvent& event) override;
    void on_trap(const Trap& trap) override;

  private:
    const std::string& instruction(const StepEvent& event);

    Write write_;
    std::vector<std::string> instructions_;  ///< as JSON, by pc; empty: not yet needed
};

}  // namespace musimd::views::trace
