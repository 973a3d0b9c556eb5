#include "kernels/openmp/simd_races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {
namespace {

/// Removes the addresses of `left` from the ranges.
void leave_out(const AddressRange& left, std::vector<AddressRange>& ranges) {
    std::vector<AddressRange> result;
    for (const AddressRange& range : ranges) {
        const AddressRange before = {range.first, std::min(range.end, left.first)};
        const AddressRange after = {std::max(range.first, left.end), range.end};
        for (const AddressRange& rest : {before, after}) {
            if (rest.first < rest.end) result.push_back(rest);
        }
    }
    ranges = std::move(result);
}

}  // namespace

AddressRange addresses_of(dsl::BufferId buffer, const dsl::Launch& launch) {
    const std::int64_t origin = launch.origins[buffer];
    for (const dsl::Region& region : launch.regions) {
        const std::int64_t end = region.address + region.count();
        if (region.address <= origin && origin < end) return {region.address, end};
    }
    return kAllAddresses;
}

std::vector<std::vector<AddressRange>> written_addresses(const dsl::Launch& launch,
                                                         const std::vector<dsl::SimdLoopCode>& loops) {
    std::vector<std::vector<AddressRange>> result;
    for (const dsl::SimdLoopCode& loop : loops) {
        std::vector<AddressRange>& ranges = result.emplace_back();
        for (const dsl::BufferId buffer : loop.written) ranges.push_back(addresses_of(buffer, launch));
        std::ranges::sort(ranges);
        const auto repeated = std::ranges::unique(ranges);
        ranges.erase(repeated.begin(), repeated.end());
        for (const dsl::BufferId buffer : loop.locals) leave_out(addresses_of(buffer, launch), ranges);
    }
    return result;
}

SimdRaceObserver::SimdRaceObserver(const Program& program, const std::vector<dsl::SimdLoopCode>& loops,
                                   const std::vector<std::vector<AddressRange>>& written, bool all)
    : loops_(loops),
      written_(written),
      threads_(program.threads),
      around_(program.instructions.size()),
      inner_(loops.size()),
      all_(all) {
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        if (written[loop].empty() || loops[loop].safelen == 1) continue;
        for (Label pc = loops[loop].begin; pc < loops[loop].end; ++pc) around_[pc - 1].push_back(loop);
        for (Label pc = loops[loop].begin; pc < loops[loop].step; ++pc) {
            const Label target = program.at(pc).target;
            if (target != 0 && target <= pc) inner_[loop].emplace_back(target, pc);
        }
    }
}

void SimdRaceObserver::on_step(const StepEvent& event) {
    const auto ends = [&] { return !all_ && !races_.empty(); };
    if (ends()) return;
    for (const std::size_t loop : around_[event.pc - 1]) {
        if (event.pc == loops_[loop].begin) begin(loop, event);
        if (event.pc == loops_[loop].step) step(loop, event);
        for (const Access& memory_access : event.accesses) {
            if (!ends()) access(loop, event, memory_access);
        }
    }
}

SimdRaceObserver::Execution& SimdRaceObserver::execution(std::size_t loop, std::uint32_t warp) {
    Execution& result = executions_[{loop, warp}];
    if (result.iterations.empty()) {
        result.iterations.resize(threads_);
        result.elements.resize(loops_[loop].lanes_share ? 1 : threads_);
    }
    return result;
}

void SimdRaceObserver::begin(std::size_t loop, const StepEvent& event) {
    Execution& now = execution(loop, event.warp);
    const bool share = loops_[loop].lanes_share;
    event.active.for_each([&](Thread lane) {
        now.iterations[lane] = share ? lane : 0;
        now.elements[share ? 0 : lane].clear();
    });
}

void SimdRaceObserver::step(std::size_t loop, const StepEvent& event) {
    Execution& now = execution(loop, event.warp);
    event.active.for_each([&](Thread lane) { now.iterations[lane] += loops_[loop].stride; });
}

void SimdRaceObserver::access(std::size_t loop, const StepEvent& event, const Access& access) {
    const auto contains = [&](const AddressRange& r) {
        return r.first <= access.address && access.address < r.end;
    };
    if (std::ranges::none_of(written_[loop], contains)) return;
    const dsl::SimdLoopCode& code = loops_[loop];
    Execution& now = execution(loop, event.warp);
    const SimdRace::Side self{now.iterations[access.thread], event.pc, use_of(event.instruction(), access)};
    Element& element = now.elements[code.lanes_share ? 0 : access.thread][access.address];
    for (const std::vector<SimdRace::Side>& others : element.by_use) {
        for (const SimdRace::Side& other : others) {
            const bool concurrent =
                other.iteration != self.iteration && is_near(code, other.iteration, self.iteration);
            if (!concurrent || !do_conflict(other.use, self.use)) continue;
            if (code.keeps_order && is_ordered(loop, other, self)) continue;
            note({.loop = loop,
                  .address = access.address,
                  .earlier = other,
                  .later = self,
                  .warp = event.warp,
                  .lane = access.thread},
                 event.program);
            if (!all_) return;
        }
    }
    add(code, element.by_use[static_cast<std::size_t>(self.use)], self);
}

// Of two lines, the first race.
void SimdRaceObserver::note(const SimdRace& race, const Program& program) {
    const auto lines = [&](const SimdRace& known) {
        return std::tuple(known.loop, program.at(known.earlier.pc).line, program.at(known.later.pc).line);
    };
    if (std::ranges::find(races_, lines(race), lines) == races_.end()) races_.push_back(race);
}

bool SimdRaceObserver::is_near(const dsl::SimdLoopCode& loop, std::int64_t a, std::int64_t b) const {
    return loop.safelen == 0 || (a < b ? b - a : a - b) < loop.safelen;
}

/// By the text: also if a loop in the simd loop contains both, lanes are in different trips of it.
bool SimdRaceObserver::is_ordered(std::size_t loop, const SimdRace::Side& a, const SimdRace::Side& b) const {
    const bool forward = a.iteration < b.iteration;
    const Label first = forward ? a.pc : b.pc;
    const Label second = forward ? b.pc : a.pc;
    return first < second && std::ranges::none_of(inner_[loop], [&](const auto& inner) {
               return inner.first <= first && second <= inner.second;
           });
}

// Lanes that share the iterations are at most two of their steps apart.
void SimdRaceObserver::add(const dsl::SimdLoopCode& loop, std::vector<SimdRace::Side>& sides,
                           SimdRace::Side side) const {
    const auto at = [&](const SimdRace::Side& s) { return loop.keeps_order ? s.pc : Label{0}; };
    const auto is_here = [&](const SimdRace::Side& s) { return at(s) == at(side); };
    const auto is_same = [&](const SimdRace::Side& s) { return is_here(s) && s.iteration == side.iteration; };
    if (std::ranges::any_of(sides, is_same)) return;
    if (loop.safelen == 0) {
        if (std::ranges::count_if(sides, is_here) < 2) sides.push_back(side);
        return;
    }
    const std::int64_t past = side.iteration - loop.safelen - 2 * std::int64_t{loop.stride};
    std::erase_if(sides, [&](const SimdRace::Side& other) { return other.iteration < past; });
    sides.push_back(side);
}

namespace {

/// What runs at once: of a parallel loop, what the reader calls its iterations.
struct Parts {
    std::string name = "iteration";
    std::string whole;
};

Parts parts_of(const dsl::SimdLoopCode& loop, std::string_view part) {
    if (!loop.parallel) return {.whole = "simd loop"};
    if (part == "thread") return {"thread", "parallel region"};
    if (part == "section") return {"section", "directive"};
    if (part == "team") return {"team", "teams"};
    return {.whole = "parallel loop"};
}

}  // namespace

std::string explain(const SimdRace& race, const Program& program, const std::vector<dsl::SimdLoopCode>& loops,
                    const ElementNames& names, std::string_view part) {
    const dsl::SimdLoopCode& loop = loops[race.loop];
    const Parts parts = parts_of(loop, part);
    const std::string bound =
        loop.safelen == 0 ? "" : fmt::format(" that are less than {} apart (safelen)", loop.safelen);
    return fmt::format(
        "{0} {1} of the {2} on line {3} {4} {5}, which {0} {6} {7} on line {8}; {0}s{9} run in "
        "any order",
        parts.name, race.later.iteration, parts.whole, loop.line, verb(race.later.use),
        names.at(race.address, program), race.earlier.iteration, verb(race.earlier.use),
        program.at(race.earlier.pc).line, bound);
}

}  // namespace musimd::kernels::openmp
