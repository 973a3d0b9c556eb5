#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "differential/openmp/simd_races.hpp"
#include "semantics/observer.hpp"

// Accesses outside of their objects, however far: another object may be there.

namespace musimd::differential::openmp {

struct OutsideAccess {
    Label pc = 0;
    std::int64_t address = 0;
    std::uint32_t warp = 0;
    Thread thread = 0;
};

/// Finds the first of a run.
class ObjectObserver final : public Observer {
  public:
    /// `objects`: by instruction, the addresses that it may access.
    explicit ObjectObserver(const std::vector<AddressRange>& objects) : objects_(objects) {}

    void on_step(const StepEvent& event) override;
    const std::optional<OutsideAccess>& first() const { return first_; }

  private:
    const std::vector<AddressRange>& objects_;
    std::optional<OutsideAccess> first_;
};

/// By instruction, the addresses of the object that it accesses; all addresses if it is not known.
std::vector<AddressRange> object_addresses(const dsl::LoweredKernel& lowered, const dsl::Launch& launch);

/// What a user reads.
std::string explain(const OutsideAccess& access, const Program& program,
                    const std::vector<AddressRange>& objects);

}  // namespace musimd::differential::openmp
