#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/launch/element_names.hpp"
#include "kernels/openmp/simd_races.hpp"
#include "semantics/observer.hpp"

// Accesses outside of their objects, however far: another object may be there.

namespace musimd::kernels::openmp {

struct OutsideAccess {
    Label pc = 0;
    std::int64_t address = 0;
    std::uint32_t warp = 0;
    Thread thread = 0;
    bool only_reads = false;  ///< of a copy: it is its source
};

/// The row of a table of objects for an access of the instruction; `sources`: LoweredKernel::sources.
inline Label row_of(Label pc, bool only_reads, const std::map<Label, Label>& sources) {
    const auto source = only_reads ? sources.find(pc) : sources.end();
    return source == sources.end() ? pc : source->second;
}

/// Finds the first of a run or, with margins, that of each instruction.
class ObjectObserver final : public Observer {
  public:
    /// `objects`: by instruction, the addresses that it may access. `margins`: addresses that are no
    /// object's. `sources`: the rows of objects that copies read.
    explicit ObjectObserver(const std::vector<AddressRange>& objects, std::vector<AddressRange> margins = {},
                            std::map<Label, Label> sources = {})
        : objects_(objects), margins_(std::move(margins)), sources_(std::move(sources)) {}

    void on_step(const StepEvent& event) override;
    const std::vector<OutsideAccess>& found() const { return found_; }

  private:
    bool is_outside(Label row, std::int64_t address) const;

    const std::vector<AddressRange>& objects_;
    std::vector<AddressRange> margins_;
    std::map<Label, Label> sources_;
    std::vector<OutsideAccess> found_;
    std::set<Label> where_;
};

/// By instruction, the addresses of the object that it accesses; all addresses if it is not known.
std::vector<AddressRange> object_addresses(const std::vector<std::optional<dsl::BufferId>>& objects,
                                           const dsl::Launch& launch);

/// The margins of a program's objects: its buffers without a name.
std::vector<AddressRange> margins_of(const Program& program);

/// What a user reads.
std::string explain(const OutsideAccess& access, const Program& program,
                    const std::vector<AddressRange>& objects, const ElementNames& names);

}  // namespace musimd::kernels::openmp
