#include "kernels/openmp/model_run.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace musimd::kernels::openmp {
namespace {

bool has_trapped(const FunctionRun& run, TrapKind kind) {
    return run.trap == to_string(kind);
}

bool add_line(std::vector<std::uint32_t>& lines, std::uint32_t line) {
    const auto at = std::ranges::lower_bound(lines, line);
    if (at != lines.end() && *at == line) return false;
    lines.insert(at, line);
    return true;
}

/// What is different after this end of a run, if it can go on.
bool relax(const FunctionRun& run, Configuration& config, std::set<const dsl::Statement*>& in_order) {
    if (has_trapped(run, TrapKind::undefined_memory)) return !std::exchange(config.undefined_is_zero, true);
    if (has_trapped(run, TrapKind::overflow)) return add_line(config.wrapping_lines, run.line);
    if (has_trapped(run, TrapKind::invalid_address)) return !std::exchange(config.has_margins, true);
    if (has_trapped(run, TrapKind::race) && run.loop != nullptr) return in_order.insert(run.loop).second;
    return false;
}

// The last run has what observers found in all that came before. What only the machine finds, at one step, is
// in the run that ended there.
void go_on(const dsl::openmp::LoopFunction& function, const CallArguments& arguments, const Engine& engine,
           ModelRun& model_run) {
    Configuration config = model_run.configuration;
    config.all_races = true;
    std::set<const dsl::Statement*> in_order;
    config.in_order = &in_order;
    std::vector<FunctionRun> ended;
    model_run.run = run_function(function, arguments, config, engine);
    while (relax(model_run.run, config, in_order)) {
        ended.push_back(std::move(model_run.run));
        model_run.run = run_function(function, arguments, config, engine);
    }
    for (const FunctionRun& run : ended) {
        const auto repeats = [&](const Finding& found) {
            return found.line == run.line && found.kind == run.trap;
        };
        if (std::ranges::any_of(model_run.run.findings, repeats)) continue;
        model_run.run.findings.push_back(finding_of(run));
    }
    std::ranges::stable_sort(model_run.run.findings, {}, &Finding::line);
}

}  // namespace

ModelRun run_model(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
                   const Configuration& configuration, bool warns, bool goes_on, const Engine& engine) {
    ModelRun model_run{configuration, run_function(function, arguments, configuration, engine)};
    if (goes_on) {
        go_on(function, arguments, engine, model_run);
        return model_run;
    }
    if (warns && has_trapped(model_run.run, TrapKind::undefined_memory)) {
        model_run.warning = std::move(model_run.run);
        model_run.configuration.undefined_is_zero = true;
        model_run.run = run_function(function, arguments, model_run.configuration, engine);
    }
    if (!has_trapped(model_run.run, TrapKind::undefined_memory) &&
        !has_trapped(model_run.run, TrapKind::overflow) &&
        !has_trapped(model_run.run, TrapKind::invalid_address))
        return model_run;
    Configuration lenient = configuration;
    lenient.undefined_is_zero = true;
    lenient.signed_wraps = true;
    lenient.has_margins = true;
    FunctionRun rest = run_function(function, arguments, lenient, engine);
    if (rest.trap != model_run.run.trap || rest.line != model_run.run.line)
        model_run.continued = std::move(rest);
    return model_run;
}

std::string ModelRun::name() const {
    return configuration.model == dsl::LoopModel::spmd ? "spmd" : "simd";
}

Finding finding_of(const FunctionRun& run) {
    return {.kind = run.trap, .message = run.message, .line = run.line, .calls = run.calls};
}

}  // namespace musimd::kernels::openmp
