#pragma once

#include <optional>
#include <vector>

#include "isa/program.hpp"
#include "simulator/explore/liveness.hpp"

namespace musimd::explore {

/// Which atomic instructions draw tickets that are dropped: updates that leave the same word in any order,
/// in all orders without an overflow, whose results are dead. Two that apply the same operation commute, even
/// to one address: the states after both differ only in dead words.
class Commuting {
  public:
    Commuting(const Program& program, const MachineOptions& options, const Liveness& liveness);

    /// The operation of instruction pc, if it is such an update; `add` stands for differences, too.
    std::optional<FetchOperation> of(Label pc) const {
        return pc < operations_.size() ? operations_[pc] : std::nullopt;
    }

  private:
    std::vector<std::optional<FetchOperation>> operations_;
};

}  // namespace musimd::explore
