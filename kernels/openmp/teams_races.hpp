#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/openmp/loop_function.hpp"
#include "kernels/openmp/simd_races.hpp"
#include "semantics/observer.hpp"
#include "semantics/races.hpp"

// Races between teams, of which host code runs one part after the other. See docs/openmp-language.md,
// "Teams".

namespace musimd::kernels::openmp {

/// What some team executes in the order of C: the code of one, an iteration of a distributed loop, or such a
/// loop whose iterations the teams share.
struct TeamPart {
    std::string what;  ///< as in openmp::LoopFunction
    std::int64_t number = 0;
    std::uint32_t line = 0;  ///< line of the directive
};

/// Two accesses by parts that nothing orders.
struct TeamsRace {
    struct Side {
        std::uint32_t part = 0;  ///< 0: none
        std::uint32_t line = 0;
        Use use = Use::read;
    };
    std::int64_t address = 0;
    Side earlier;
    Side later;
    Label pc = 0;  ///< that of the later access
    std::uint32_t warp = 0;
    Thread lane = 0;
};

/// Sees all programs that run between the begin and the end of teams.
class TeamsRaces final : public Observer {
  public:
    void mark(const dsl::Statement& s, std::int64_t value);
    /// Whether there are teams at the same time.
    bool are_apart() const { return apart_; }
    /// Of the directive that begins the teams.
    std::uint32_t line() const { return line_; }
    /// Memory that a part has of its own.
    void leave_out(const AddressRange& own);
    void on_step(const StepEvent& event) override;

    /// The races since the last call: the first of two lines.
    std::vector<TeamsRace> take() { return std::exchange(races_, {}); }
    const TeamPart& part(std::uint32_t number) const { return parts_[number - 1]; }

  private:
    /// The parts that have accessed an element: of each use, two that differ.
    using Element = std::array<std::pair<TeamsRace::Side, TeamsRace::Side>, 4>;

    void access(const StepEvent& event, const Access& memory_access);
    bool is_own(std::int64_t address) const;

    bool apart_ = false;
    std::uint32_t line_ = 0;
    std::vector<TeamPart> parts_;
    std::vector<std::uint32_t> inside_;  ///< the parts that run, the innermost last
    std::unordered_map<std::int64_t, Element> elements_;
    std::set<AddressRange> own_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> lines_;  ///< of races that are known
    std::vector<TeamsRace> races_;
};

/// What a user reads.
std::string explain(const TeamsRace& race, const TeamsRaces& teams, const Program& program,
                    const ElementNames& names);

}  // namespace musimd::kernels::openmp
