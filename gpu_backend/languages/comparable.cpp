#include "gpu_backend/languages/comparable.hpp"

#include <algorithm>
#include <array>

#include "analysis/portability/portability.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::languages {
namespace {

bool has(const Program& program, bool (*is)(const Instruction&)) {
    return std::ranges::any_of(program.instructions, is);
}

bool leaves_the_same(const Result& a, const Result& b) {
    return a.outcome == b.outcome && a.memory == b.memory && a.warps == b.warps;
}

/// Whether it has the result of lock step under `maximal`, whichever side runs first: its threads do not
/// race. With `everywhere`, all threads come to each instruction, so that there the model does not matter.
bool is_the_same_under_maximal(Program program, const Result& expected, MachineOptions options) {
    program.races = RaceMode::thread;
    if (fast::run_fast(program, options, nullptr).outcome != Outcome::stop) return false;
    if (has(program, [](const Instruction& i) { return i.opcode == Opcode::everywhere; })) return true;
    program.races = RaceMode::warp;
    program.model = ThreadModel::maximal;
    return std::ranges::all_of(std::array{Side::next, Side::target}, [&](Side side) {
        options.side = side;
        return leaves_the_same(fast::run_fast(program, options, nullptr), expected);
    });
}

}  // namespace

Comparable what_to_compare(const Program& program, const ProgramSource& source, Form form,
                           const Result& expected, const MachineOptions& options,
                           bool reconverges_maximally) {
    const bool has_atomics =
        has(program, [](const Instruction& i) { return info(i.opcode).memory == MemoryUse::updates; });
    if (has_atomics && program.warps > 1) return {"the atomics of its warps may take turns in another order"};
    if (!source.is_exact) return {"it has operations on floats that the language may round in another way"};
    if (form == Form::explicit_) return {};
    const PortabilityReport report = check_portability(program);
    if (report.is_portable()) return {"", report.unordered};
    if (reconverges_maximally && !has_atomics && is_the_same_under_maximal(program, expected, options))
        return {};
    return {"its result may depend on the model of reconvergence: " + report.places[0].message};
}

}  // namespace musimd::languages
