#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "semantics/observer.hpp"

namespace musimd::kernels::openmp {

/// After so many steps of a run without a write to memory, asks once whether its threads are stuck. Then the
/// run ends.
class QuietSteps : public Observer {
  public:
    /// `interrupt`: ends the run, too; may be null.
    QuietSteps(std::uint64_t patience, std::function<bool()> are_stuck, const std::atomic<bool>* interrupt)
        : patience_(patience), are_stuck_(std::move(are_stuck)), interrupt_(interrupt) {}

    void on_step(const StepEvent& event) override;

    /// For MachineOptions::interrupt.
    const std::atomic<bool>& ends() const { return ends_; }

  private:
    std::uint64_t patience_;
    std::function<bool()> are_stuck_;
    const std::atomic<bool>* interrupt_;
    std::uint64_t quiet_ = 0;  ///< steps since the last write
    bool has_asked_ = false;
    std::atomic<bool> ends_ = false;
};

}  // namespace musimd::kernels::openmp
