#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/lowering/lowering.hpp"
#include "kernels/launch/element_names.hpp"
#include "semantics/observer.hpp"
#include "semantics/races.hpp"

// Races between the iterations of one simd loop, which the machine runs in some order.

namespace musimd::kernels::openmp {

struct AddressRange {
    std::int64_t first = 0;
    std::int64_t end = 0;
    friend auto operator<=>(const AddressRange&, const AddressRange&) = default;
};

/// Those of a null pointer.
inline constexpr AddressRange kNoAddresses = {};

inline constexpr AddressRange kAllAddresses = {std::numeric_limits<std::int64_t>::min(),
                                               std::numeric_limits<std::int64_t>::max()};

/// Those of a buffer; all for one without a region.
AddressRange addresses_of(dsl::BufferId buffer, const dsl::Launch& launch);

/// Two iterations of a simd loop that access one element, at least one of them writing, and not both by an
/// atomic access. With `safelen(n)` they are less than n apart. Lanes keep the order of the text: an access
/// of the earlier iteration comes before one of the later iteration that follows in the text.
struct SimdRace {
    struct Side {
        std::int64_t iteration = 0;  ///< iteration of the simd loop
        Label pc = 0;
        Use use = Use::read;
    };
    std::size_t loop = 0;  ///< an index into the program's simd loops
    std::int64_t address = 0;
    Side earlier;  ///< in the order of the run
    Side later;
    std::uint32_t warp = 0;
    Thread lane = 0;  ///< that makes the later access
};

/// Finds the first race of a run, or of each pair of lines. It follows the iterations by the instructions
/// that count them.
class SimdRaceObserver final : public Observer {
  public:
    /// `written`: by loop, the addresses of the buffers that it writes.
    /// `all`: not only the first race.
    SimdRaceObserver(const Program& program, const std::vector<dsl::SimdLoopCode>& loops,
                     const std::vector<std::vector<AddressRange>>& written, bool all = false);

    void on_step(const StepEvent& event) override;
    const std::vector<SimdRace>& races() const { return races_; }

  private:
    /// The iterations that have accessed an element, by use. Of many, those that can still be too near to
    /// another; without `safelen` that is any two.
    struct Element {
        std::array<std::vector<SimdRace::Side>, 4> by_use;
    };
    using Elements = std::unordered_map<std::int64_t, Element>;
    /// A loop in a warp.
    struct Execution {
        std::vector<std::int64_t> iterations;  ///< by lane
        std::vector<Elements> elements;        ///< by lane or, if lanes share the iterations, one
    };

    Execution& execution(std::size_t loop, std::uint32_t warp);
    void begin(std::size_t loop, const StepEvent& event);
    void step(std::size_t loop, const StepEvent& event);
    void note(const SimdRace& race, const Program& program);
    void access(std::size_t loop, const StepEvent& event, const Access& access);
    bool is_near(const dsl::SimdLoopCode& loop, std::int64_t a, std::int64_t b) const;
    bool is_ordered(std::size_t loop, const SimdRace::Side& a, const SimdRace::Side& b) const;
    void add(const dsl::SimdLoopCode& loop, std::vector<SimdRace::Side>& sides, SimdRace::Side side) const;

    const std::vector<dsl::SimdLoopCode>& loops_;
    const std::vector<std::vector<AddressRange>>& written_;
    Thread threads_;
    std::vector<std::vector<std::size_t>> around_;  ///< by instruction: the loops that it is in
    /// By loop: the first and the last instruction of each loop in it.
    std::vector<std::vector<std::pair<Label, Label>>> inner_;
    std::map<std::pair<std::size_t, std::uint32_t>, Execution> executions_;
    bool all_;
    std::vector<SimdRace> races_;
};

/// By loop, the addresses of the buffers that it writes; all addresses for a buffer without a region.
std::vector<std::vector<AddressRange>> written_addresses(const dsl::Launch& launch,
                                                         const std::vector<dsl::SimdLoopCode>& loops);

/// What a user reads: the lines, the iterations and the element. `part`: what the `function` of a parallel
/// statement says; empty for other loops.
std::string explain(const SimdRace& race, const Program& program, const std::vector<dsl::SimdLoopCode>& loops,
                    const ElementNames& names, std::string_view part = {});

}  // namespace musimd::kernels::openmp
