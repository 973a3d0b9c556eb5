#include "kernels/openmp/teams_races.hpp"

#include <fmt/format.h>

#include <iterator>
#include <limits>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {
namespace {

std::string text_of(const TeamPart& part) {
    if (part.what == "team") return fmt::format("team {}", part.number);
    if (part.what == "loop") return fmt::format("the distributed loop on line {}", part.line);
    return fmt::format("iteration {} of the distributed loop on line {}", part.number, part.line);
}

/// Beside the text of another part.
std::string text_beside(const TeamPart& part, const TeamPart& other) {
    if (part.what == "iteration" && other.what == part.what && other.line == part.line)
        return fmt::format("iteration {}", part.number);
    return text_of(part);
}

}  // namespace

void TeamsRaces::mark(const dsl::Statement& s, std::int64_t value) {
    switch (s.act) {
        case dsl::TeamAct::iteration:
            apart_ = value > 1;
            line_ = s.line;
            break;
        case dsl::TeamAct::independent:
            parts_.push_back({s.function, value, s.line});
            inside_.push_back(static_cast<std::uint32_t>(parts_.size()));
            break;
        case dsl::TeamAct::done:
            inside_.pop_back();
            break;
        default:  // joined; others are in parallel regions
            apart_ = false;
            parts_.clear();
            inside_.clear();
            elements_.clear();
            own_.clear();
    }
}

// Until the end of the teams: other parts get other memory, or begin it anew.
void TeamsRaces::leave_out(const AddressRange& own) {
    if (apart_ && own.first < own.end) own_.insert(own);
}

bool TeamsRaces::is_own(std::int64_t address) const {
    const auto after = own_.upper_bound({address, std::numeric_limits<std::int64_t>::max()});
    return after != own_.begin() && address < std::prev(after)->end;
}

void TeamsRaces::on_step(const StepEvent& event) {
    if (inside_.empty()) return;
    for (const Access& memory_access : event.accesses) access(event, memory_access);
}

void TeamsRaces::access(const StepEvent& event, const Access& memory_access) {
    if (is_own(memory_access.address)) return;
    const std::uint32_t line = event.program.at(event.pc).line;
    const TeamsRace::Side self{inside_.back(), line, use_of(event.instruction(), memory_access)};
    Element& element = elements_[memory_access.address];
    for (const auto& [first, second] : element) {
        const TeamsRace::Side& other = first.part == self.part ? second : first;
        if (other.part == 0 || !do_conflict(other.use, self.use)) continue;
        if (lines_.insert({other.line, self.line}).second)
            races_.push_back({.address = memory_access.address,
                              .earlier = other,
                              .later = self,
                              .pc = event.pc,
                              .warp = event.warp,
                              .lane = memory_access.thread});
    }
    auto& [first, second] = element[static_cast<std::size_t>(self.use)];
    if (first.part == 0)
        first = self;
    else if (first.part != self.part && second.part == 0)
        second = self;
}

std::string explain(const TeamsRace& race, const TeamsRaces& teams, const Program& program,
                    const ElementNames& names) {
    const TeamPart& earlier = teams.part(race.earlier.part);
    const TeamPart& later = teams.part(race.later.part);
    return fmt::format("{} {} {}, which {} {} on line {}; nothing orders the teams", text_of(later),
                       verb(race.later.use), names.at(race.address, program), text_beside(earlier, later),
                       verb(race.earlier.use), race.earlier.line);
}

}  // namespace musimd::kernels::openmp
