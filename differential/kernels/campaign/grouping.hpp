#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "differential/kernels/campaign/campaign.hpp"

namespace musimd::differential::kernels {

/// A kernel that a target is wrong about.
struct KernelFinding {
    std::uint64_t kernel = 0;  ///< k
    Trial trial;
    const Target* target = nullptr;
    Fault fault = Fault::none;
    int signal = 0;  ///< of a crash
};

/// Makes groups of findings: reduces those that none of the groups so far explains, several at a time.
class Grouping {
  public:
    Grouping(std::span<const Target* const> targets, bool fused, const KernelCampaignOptions& options)
        : targets_(targets), fused_(fused), options_(options) {}

    void add(std::vector<KernelFinding> findings);

    /// Whether the kernel has all parts of a defect that is known, and unrolls as the defect needs it.
    bool knows(const Trial& trial) const;

    const std::vector<Group>& groups() const { return groups_; }

  private:
    bool explained(const KernelFinding& finding);
    void reduce(std::span<const KernelFinding> findings);
    void close(const KernelFinding& finding, const Trial& smallest);
    Group group_of(const KernelFinding& finding, const Trial& smallest) const;
    bool interrupted() const { return options_.interrupted && options_.interrupted(); }

    std::span<const Target* const> targets_;
    bool fused_;
    const KernelCampaignOptions& options_;
    std::vector<Group> groups_;
};

}  // namespace musimd::differential::kernels
