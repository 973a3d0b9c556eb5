#include "kernels/openmp/model_run.hpp"

#include <algorithm>
#include <optional>
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
    if (has_trapped(run, TrapKind::undefined_memory)) {
        config.reports_unwritten = true;
        return !std::exchange(config.undefined_is_zero, true);
    }
    if (has_trapped(run, TrapKind::overflow)) return add_line(config.wrapping_lines, run.line);
    if (has_trapped(run, TrapKind::invalid_address)) return !std::exchange(config.has_margins, true);
    if (has_trapped(run, TrapKind::race) && run.loop != nullptr) return in_order.insert(run.loop).second;
    return false;
}

/// Without the checks that a thread has the lock which it unsets.
void leave_out_lock_checks(dsl::Block& block) {
    std::erase_if(block, [](const dsl::Statement& s) {
        return s.kind == dsl::Statement::Kind::check && s.function == dsl::openmp::kLock;
    });
    for (dsl::Statement& s : block) {
        for (dsl::Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) leave_out_lock_checks(*part);
    }
}

/// Where locks have been unset by others, nobody may ever get them.
void leave_out_deadlocks(FunctionRun& run) {
    std::erase_if(run.findings, [](const Finding& found) { return found.kind == kDeadlock; });
    if (run.end == FunctionRun::End::trap && run.trap == kDeadlock) run.end = FunctionRun::End::limit;
}

/// What a run with Configuration::all_races does not end at, whatever else is relaxed.
bool is_observed(const FunctionRun& run) {
    return has_trapped(run, TrapKind::race) || run.trap == kDeadlock;
}

bool repeats(const FunctionRun& run, const Finding& found) {
    return found.kind == run.trap && (found.line == run.line || found.other == run.line);
}

/// The last run has what observers found in all that came before. What only the machine finds, at one step,
/// is in the run that ended there.
void add_findings(const std::vector<FunctionRun>& ended, ModelRun& model_run) {
    for (const FunctionRun& run : ended) {
        for (const Finding& found : run.findings) {
            if (std::ranges::none_of(model_run.findings,
                                     [&](const Finding& known) { return is_same(known, found); }))
                model_run.findings.push_back(found);
        }
    }
    for (const FunctionRun& run : ended) {
        const auto is_it = [&](const Finding& found) { return repeats(run, found); };
        const auto known = std::ranges::find_if(model_run.findings, is_it);
        if (run.end == FunctionRun::End::trap && known == model_run.findings.end())
            model_run.findings.push_back(finding_of(run));
        else if (run.end == FunctionRun::End::trap && !known->other)  // observers know no iteration
            known->iteration = run.iteration;
    }
    std::ranges::stable_sort(model_run.findings, {}, &Finding::line);
}

/// Runs the function again, without what has ended it, until nothing new does.
void go_on(const dsl::openmp::LoopFunction& function, const CallArguments& arguments, const Engine& engine,
           bool takes_last, ModelRun& model_run) {
    std::vector<FunctionRun> ended = {model_run.run};
    Configuration config = model_run.configuration;
    std::set<const dsl::Statement*> in_order;
    config.in_order = &in_order;
    std::optional<dsl::openmp::LoopFunction> without_checks;
    const auto changes_after = [&](const FunctionRun& run) {
        if (run.trap != kInvalidLock || without_checks) return relax(run, config, in_order);
        without_checks = function;
        leave_out_lock_checks(without_checks->body);
        return true;
    };
    bool changes = is_observed(ended.back()) && !std::exchange(config.all_races, true);
    changes = changes_after(ended.back()) || changes;
    config.all_races = true;
    while (changes) {
        ended.push_back(run_function(without_checks ? *without_checks : function, arguments, config, engine));
        if (without_checks) leave_out_deadlocks(ended.back());
        changes = changes_after(ended.back());
    }
    for (FunctionRun& run : ended) run.loop = nullptr;
    std::ranges::reverse(ended);
    add_findings(ended, model_run);
    if (takes_last) model_run.run = std::move(ended.front());
}

}  // namespace

ModelRun run_model(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
                   const Configuration& configuration, bool warns, bool goes_on, const Engine& engine) {
    ModelRun model_run{configuration, run_function(function, arguments, configuration, engine)};
    if (warns && has_trapped(model_run.run, TrapKind::undefined_memory)) {
        model_run.warning = std::move(model_run.run);
        model_run.configuration.undefined_is_zero = true;
        model_run.run = run_function(function, arguments, model_run.configuration, engine);
    }
    go_on(function, arguments, engine, goes_on, model_run);
    return model_run;
}

std::string ModelRun::name() const {
    if (configuration.reconvergence) return std::string(to_string(*configuration.reconvergence));
    return configuration.model == dsl::LoopModel::spmd ? "spmd" : "simd";
}

Finding finding_of(const FunctionRun& run) {
    return {.kind = run.trap,
            .message = run.message,
            .line = run.line,
            .other = run.other,
            .calls = run.calls,
            .schedule = run.schedule,
            .iteration = run.iteration,
            .hint = run.hint};
}

}  // namespace musimd::kernels::openmp
