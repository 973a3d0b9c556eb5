#pragma once

#include <set>
#include <vector>

#include "kernels/cuda/launch_program.hpp"
#include "kernels/launch/objects.hpp"
#include "kernels/launch/unwritten.hpp"
#include "kernels/openmp/simd_races.hpp"
#include "semantics/observer.hpp"

// Accesses that the machine allows, and CUDA does not.

namespace musimd::kernels::cuda {

/// Finds the first write to constant memory of each instruction.
class ConstantObserver final : public Observer {
  public:
    explicit ConstantObserver(const LaunchProgram& launch);

    void on_step(const StepEvent& event) override;
    bool is_wanted() const { return !ranges_.empty(); }
    const std::vector<openmp::OutsideAccess>& found() const { return found_; }

  private:
    std::vector<openmp::AddressRange> ranges_;
    std::vector<openmp::OutsideAccess> found_;
    std::set<Label> where_;
};

/// Finds the first access of each instruction that is outside of the shared array that is meant, although in
/// shared memory.
class SharedObserver final : public Observer {
  public:
    explicit SharedObserver(const LaunchProgram& launch) : launch_(launch) {}

    void on_step(const StepEvent& event) override;
    const std::vector<openmp::OutsideAccess>& found() const { return found_; }

  private:
    const LaunchProgram& launch_;
    std::vector<openmp::OutsideAccess> found_;
    std::set<Label> where_;
};

/// Finds the first read of each instruction of shared or local memory that the kernel has not written, in
/// runs in which it is 0.
class UnwrittenReads final : public Observer {
  public:
    explicit UnwrittenReads(const LaunchProgram& launch);

    void on_step(const StepEvent& event) override;
    const std::vector<openmp::OutsideAccess>& found() const { return found_; }

  private:
    openmp::Unwritten memory_;
    std::vector<openmp::OutsideAccess> found_;
    std::set<Label> where_;
};

}  // namespace musimd::kernels::cuda
