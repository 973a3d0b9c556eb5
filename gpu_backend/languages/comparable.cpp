#include "gpu_backend/languages/comparable.hpp"

#include <optional>
#include <utility>

#include "analysis/portability/portability.hpp"
#include "gpu_backend/languages/instruction_text.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::languages {
namespace {

/// The variables in which two runs differ; nothing if they differ in more.
std::optional<std::vector<Variable>> differing_variables(const Program& program, const Result& a,
                                                         const Result& b) {
    if (a.outcome != b.outcome || a.memory != b.memory) return std::nullopt;
    std::vector<Variable> differing;
    for (std::uint32_t w = 0; w < a.warps.size(); ++w) {
        const WarpResult& x = a.warps[w];
        const WarpResult& y = b.warps[w];
        if (x.active != y.active || x.exited != y.exited) return std::nullopt;
        for (Variable v = 0; v < program.variables.size(); ++v) {
            for (Thread lane = 0; lane < program.lanes_of(w); ++lane) {
                const Value* const one = x.bank.find(lane, v);
                const Value* const other = y.bank.find(lane, v);
                if ((one == nullptr) != (other == nullptr)) return std::nullopt;
                if (one != nullptr && *one != *other) differing.push_back(v);
            }
        }
    }
    return differing;
}

/// What is the same under `maximal`, whichever side runs first and whichever thread's atomic comes first, in
/// a program whose threads do not race. That model has no `everywhere`: there, lock step has the same result
/// unless `shfl` reads a dormant thread.
std::optional<Comparable> same_under_maximal(Program program, const Result& expected,
                                             MachineOptions options) {
    const RaceMode races = std::exchange(program.races, RaceMode::thread);
    if (fast::run_fast(program, options, nullptr).outcome != Outcome::stop) return std::nullopt;
    program.races = races;
    if (!has_any(program, [](const Instruction& i) { return i.opcode == Opcode::everywhere; }))
        program.model = ThreadModel::maximal;
    else if (has_any(program, [](const Instruction& i) { return i.opcode == Opcode::shfl; }))
        return std::nullopt;
    Comparable comparable;
    for (const Order order : {Order::ascending, Order::descending, Order::random}) {
        for (const Side side : {Side::next, Side::target}) {
            options.order = order;
            options.side = side;
            const auto differing =
                differing_variables(program, expected, fast::run_fast(program, options, nullptr));
            if (!differing) return std::nullopt;
            comparable.unordered.insert(comparable.unordered.end(), differing->begin(), differing->end());
        }
    }
    return comparable;
}

}  // namespace

Comparable what_to_compare(const Program& program, const ProgramSource& source, Form form,
                           const Result& expected, const MachineOptions& options,
                           bool reconverges_maximally) {
    const bool has_atomics = has_any(program, is_atomic);
    if (has_atomics && program.warps > 1) return {"the atomics of its warps may take turns in another order"};
    if (!source.is_exact) return {"it has operations on floats that the language may round in another way"};
    if (form == Form::explicit_) return {};
    const PortabilityReport report = check_portability(program);
    if (report.is_portable()) return {"", report.unordered};
    if (reconverges_maximally) {
        if (auto comparable = same_under_maximal(program, expected, options)) return *comparable;
    }
    return {"its result may depend on the model of reconvergence: " + report.places[0].message};
}

}  // namespace musimd::languages
