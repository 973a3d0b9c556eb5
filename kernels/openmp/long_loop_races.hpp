#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "kernels/launch/accesses.hpp"
#include "kernels/openmp/run.hpp"

// Races between the iterations of a parallel loop that is run in parts. The machine finds those in a part.

namespace musimd::kernels::openmp {

class LongLoopRaces final : public Observer {
  public:
    /// `private_memory`: where each iteration has words of its own.
    LongLoopRaces(std::uint32_t line, std::vector<AddressRange> private_memory)
        : private_memory_(std::move(private_memory)) {
        loop_.line = line;
        loop_.parallel = true;
    }

    /// Before a part runs. `by_warp`: a warp is an iteration; else a lane is one.
    void begin_part(std::int64_t first, bool by_warp);
    void on_step(const StepEvent& event) override;

    /// The first race of an access with one in an earlier part.
    const std::optional<SimdRace>& race() const { return race_; }
    const dsl::SimdLoopCode& loop() const { return loop_; }

  private:
    /// The first access of each use, and the part that made it.
    struct Seen {
        std::int64_t part = -1;
        SimdRace::Side side;
    };
    using Element = std::array<Seen, 4>;

    void access(const StepEvent& event, const Access& memory_access);

    std::vector<AddressRange> private_memory_;
    dsl::SimdLoopCode loop_;
    std::unordered_map<std::int64_t, Element> elements_;
    std::int64_t first_ = 0;
    bool by_warp_ = false;
    std::optional<SimdRace> race_;
};

}  // namespace musimd::kernels::openmp
