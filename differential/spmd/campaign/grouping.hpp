#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "differential/spmd/campaign/campaign.hpp"

namespace musimd::differential::spmd {

/// A kernel that a target is wrong about.
struct Mismatch {
    std::uint64_t kernel = 0;  ///< k
    kernels::KernelCase test;
    const Target* target = nullptr;
    Fault fault = Fault::none;
    int signal = 0;  ///< for crashes
};

/// Groups mismatches by defect. Mismatches that no group explains yet are reduced, several at a time.
class Grouping {
  public:
    Grouping(std::span<const Target* const> targets, bool fused, const KernelCampaignOptions& options)
        : targets_(targets), fused_(fused), options_(options) {}

    void add(std::vector<Mismatch> mismatches);

    /// Whether the kernel has all parts of a known defect, and unrolls if the defect needs that.
    bool knows(const kernels::KernelCase& test) const;

    const std::vector<Group>& groups() const { return groups_; }

  private:
    bool explained(const Mismatch& mismatch);
    void reduce(std::span<const Mismatch> mismatches);
    void close(const Mismatch& mismatch, const kernels::KernelCase& smallest);
    Group group_of(const Mismatch& mismatch, const kernels::KernelCase& smallest) const;

    std::span<const Target* const> targets_;
    bool fused_;
    const KernelCampaignOptions& options_;
    std::vector<Group> groups_;
};

}  // namespace musimd::differential::spmd
