#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/observer.hpp"

// Where the threads of two runs of a program first do something else.

namespace musimd::kernels {

/// What each thread executes, and which words it accesses and stores, without what is no work: `sync` and
/// `jump`.
class ThreadTraces final : public Observer {
  public:
    /// What a thread does in one step.
    struct Act {
        Label pc = 0;
        std::uint32_t accesses = 0;  ///< a hash of the addresses and the stored words
        friend bool operator==(const Act&, const Act&) = default;
    };

    void on_step(const StepEvent& event) override;
    /// By thread of the launch: warp × N + lane.
    const std::vector<std::vector<Act>>& threads() const { return threads_; }
    bool is_full() const { return count_ == kMost; }

  private:
    static constexpr std::size_t kMost = std::size_t{1} << 23;
    std::vector<std::vector<Act>> threads_;
    std::size_t count_ = 0;
};

/// Compares a run with that of the traces, step by step.
class TraceComparison final : public Observer {
  public:
    explicit TraceComparison(const ThreadTraces& first) : first_(first) {}

    void on_step(const StepEvent& event) override;
    /// The instruction at which a thread first accesses another address or stores another word, or after
    /// which it goes another way; nothing if none does, or if the traces are too long.
    std::optional<Label> different() const { return different_; }

  private:
    const ThreadTraces& first_;
    ThreadTraces own_;
    std::optional<Label> different_;
};

}  // namespace musimd::kernels
