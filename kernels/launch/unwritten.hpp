#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "semantics/observer.hpp"

// Elements that were never written, in runs that read them as 0.

namespace musimd::kernels::openmp {

/// Their addresses.
class Unwritten {
  public:
    /// Nothing is noted otherwise.
    void set_wanted(bool wanted) { wanted_ = wanted; }
    bool wanted() const { return wanted_; }

    /// So many elements from this one on have been written, or not.
    void note(std::int64_t first, std::int64_t elements, bool unwritten);
    bool contains(std::int64_t address) const;

  private:
    static constexpr std::int64_t kPage = 4096;

    bool wanted_ = false;
    std::unordered_map<std::int64_t, std::vector<bool>> pages_;
};

struct UnwrittenRead {
    Label pc = 0;
    std::int64_t address = 0;
    Thread thread = 0;
};

/// Finds the first read of each instruction, and notes what is written.
class UnwrittenObserver final : public Observer {
  public:
    explicit UnwrittenObserver(Unwritten& memory) : memory_(memory) {}

    void on_step(const StepEvent& event) override;
    const std::vector<UnwrittenRead>& found() const { return found_; }

  private:
    Unwritten& memory_;
    std::vector<UnwrittenRead> found_;
    std::set<Label> where_;
};

}  // namespace musimd::kernels::openmp
