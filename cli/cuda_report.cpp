// What `musimd cuda` prints.

#include "cli/cuda_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/run_report.hpp"
#include "differential/backends/crash_line.hpp"
#include "differential/kernels/compare/comparison.hpp"
#include "differential/openmp/compare.hpp"

namespace musimd::cli {
namespace {

using differential::cuda::Finding;
using differential::cuda::LaunchRun;
using Json = nlohmann::ordered_json;

bool is_same(const Finding& a, const Finding& b) {
    return a.kind == b.kind && a.line == b.line && a.other == b.other;
}

std::string dimensions(const dsl::Dimensions& d) {
    if (d[2] != 1) return fmt::format("({}, {}, {})", d[0], d[1], d[2]);
    return d[1] != 1 ? fmt::format("({}, {})", d[0], d[1]) : std::to_string(d[0]);
}

std::string_view model_of(const CudaRun& run) {
    return to_string(run.how.model);
}

std::string row(const CudaRun& run) {
    const auto& cost = run.run.cost;
    return fmt::format("{:<10}{:<10}{:>12}{:>12.3f}{:>14}{:>11}  {}\n", model_of(run), run.engine, cost.steps,
                       cost.efficiency(run.how.warp), cost.memory_transactions, cost.branches_divergent,
                       end_word(run.run.end));
}

}  // namespace

CudaReport::CudaReport(const CudaRequest& of, std::vector<CudaRun> runs, bool warnings_are_errors)
    : request_(of), runs_(std::move(runs)), warnings_are_errors_(warnings_are_errors) {
    for (const CudaRun& run : runs_) collect(run);
    for (const CudaRun& run : runs_) {
        const auto first = std::ranges::find(runs_, run.arguments, &CudaRun::arguments);
        if (&*first != &run) compare(*first, run);
    }
}

void CudaReport::collect(const CudaRun& run) {
    const auto add = [&](const Finding& what, bool is_warning) {
        auto known = std::ranges::find_if(
            findings_, [&](const CudaFinding& found) { return is_same(found.what, what); });
        if (known == findings_.end())
            known = findings_.insert(findings_.end(), CudaFinding{what, is_warning, {}});
        known->runs.push_back(&run);
    };
    for (const Finding& what : run.run.findings) add(what, false);
    for (const Finding& what : run.run.warnings) add(what, !warnings_are_errors_);
}

void CudaReport::compare(const CudaRun& a, const CudaRun& b) {
    if (a.run.end != LaunchRun::End::stop || b.run.end != LaunchRun::End::stop) return;
    for (const dsl::openmp::Parameter& p : request_.kernel.code.parameters) {
        if (!p.buffer) continue;
        const auto& x = a.run.buffers[*p.buffer];
        const auto& y = b.run.buffers[*p.buffer];
        const auto found = differential::openmp::compare(x, y, p.type);
        if (found.different == 0) continue;
        const std::size_t at = *found.first;
        differences_.push_back({&a, &b, p.name, at, found.different, differential::value_text(x[at], p.type),
                                differential::value_text(y[at], p.type)});
    }
}

std::string CudaReport::text() const {
    const CudaRun& first = runs_.front();
    std::string text =
        fmt::format("{}<<<{}, {}{}>>>\n", request_.kernel.code.name, dimensions(first.how.grid),
                    dimensions(first.how.block),
                    first.how.shared_bytes == 0 ? "" : fmt::format(", {}", first.how.shared_bytes));
    for (std::size_t p = 0; p < first.arguments.size(); ++p)
        text += fmt::format("    {} = {}\n", request_.kernel.code.parameters[p].name, first.arguments[p]);
    text += fmt::format("\n{:<10}{:<10}{:>12}{:>12}{:>14}{:>11}  {}\n", "model", "engine", "steps",
                        "efficiency", "transactions", "divergent", "end");
    for (const CudaRun& run : runs_) {
        if (run.arguments == first.arguments) text += row(run);
    }
    return text;
}

std::string CudaReport::findings() const {
    const auto source = [&](std::uint32_t line) {
        return fmt::format("    {}\n", differential::source_line(request_.source.text, line));
    };
    std::string text;
    for (const CudaFinding& found : findings_) {
        const CudaRun& first = *found.runs.front();
        std::vector<std::string> models;
        for (const CudaRun* run : found.runs) {
            const std::string model(model_of(*run));
            if (std::ranges::find(models, model) == models.end()) models.push_back(model);
        }
        text += fmt::format("{}:{}: {}: {}: {} ({})\n", request_.source.file, found.what.line,
                            found.is_warning ? "warning" : "error", found.what.kind, found.what.message,
                            fmt::join(models, ", "));
        text += source(found.what.line);
        text += calls_text(request_.source, found.what.calls);
        if (found.what.other) {
            text += fmt::format("{}:{}: note: the earlier access\n", request_.source.file, *found.what.other);
            text += source(*found.what.other);
        }
        text += fmt::format("    again: {} --model {}\n", first.replay, model_of(first));
    }
    for (const CudaRun& run : runs_) {
        if (run.run.end != LaunchRun::End::limit && run.run.end != LaunchRun::End::refused) continue;
        text += fmt::format("{}:{} error: {} ({})\n", request_.source.file,
                            run.run.line == 0 ? "" : fmt::format("{}:", run.run.line), run.run.message,
                            model_of(run));
    }
    for (const CudaDifference& one : differences_)
        text += fmt::format(
            "{}: error: {} elements of {} differ: {}[{}] is {} under {} ({}), and {} under {} ({})\n"
            "    again: {}\n",
            request_.source.file, one.count, one.array, one.array, one.element, one.value_a, model_of(*one.a),
            one.a->engine, one.value_b, model_of(*one.b), one.b->engine, one.a->replay);
    return text;
}

Json CudaReport::json() const {
    Json json;
    json["file"] = request_.source.file;
    json["kernel"] = request_.kernel.code.name;
    const CudaRun& first = runs_.front();
    json["grid"] = first.how.grid;
    json["block"] = first.how.block;
    json["runs"] = Json::array();
    for (const CudaRun& run : runs_) {
        Json one;
        one["model"] = model_of(run);
        one["engine"] = run.engine;
        for (std::size_t p = 0; p < run.arguments.size(); ++p)
            one["arguments"][request_.kernel.code.parameters[p].name] = run.arguments[p];
        one["outcome"] = end_word(run.run.end);
        if (!run.run.message.empty()) one["message"] = run.run.message;
        add_cost(run.run.cost, run.how.warp, one);
        json["runs"].push_back(std::move(one));
    }
    json["findings"] = Json::array();
    for (const CudaFinding& found : findings_) {
        Json one;
        one["kind"] = found.what.kind;
        one["severity"] = found.is_warning ? "warning" : "error";
        one["line"] = found.what.line;
        if (found.what.other) one["other"] = {{"line", *found.what.other}};
        one["message"] = found.what.message;
        one["calls"] = calls_json(found.what.calls);
        for (const CudaRun* run : found.runs) one["models"].push_back(model_of(*run));
        one["again"] =
            fmt::format("{} --model {}", found.runs.front()->replay, model_of(*found.runs.front()));
        json["findings"].push_back(std::move(one));
    }
    json["differences"] = Json::array();
    for (const CudaDifference& one : differences_)
        json["differences"].push_back({{"array", one.array},
                                       {"elements", one.count},
                                       {"first", one.element},
                                       {"values", {one.value_a, one.value_b}},
                                       {"models", {model_of(*one.a), model_of(*one.b)}},
                                       {"engines", {one.a->engine, one.b->engine}}});
    return json;
}

int CudaReport::status() const {
    const auto ended = [&](LaunchRun::End end) {
        return std::ranges::any_of(runs_, [&](const CudaRun& run) { return run.run.end == end; });
    };
    const auto is_error = [](const CudaFinding& found) { return !found.is_warning; };
    if (ended(LaunchRun::End::refused)) return kBadInput;
    if (!differences_.empty() || std::ranges::any_of(findings_, is_error)) return kFailed;
    return ended(LaunchRun::End::limit) ? kLimit : kOk;
}

}  // namespace musimd::cli
