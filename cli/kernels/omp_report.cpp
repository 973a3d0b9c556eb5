// What `musimd omp` prints.

#include "cli/kernels/omp_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "host/files.hpp"
#include "kernels/compiled/crash_line.hpp"
#include "kernels/findings/texts.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::cli {
namespace {

using kernels::FindingKey;
using kernels::FindingList;
using kernels::FindingState;
using kernels::ListedFinding;
using kernels::SourceLines;
using kernels::value_text;
using kernels::openmp::ArrayComparison;
using kernels::openmp::Comparison;
using kernels::openmp::CompiledRun;
using kernels::openmp::Configuration;
using kernels::openmp::Cost;
using kernels::openmp::ErrorSources;
using kernels::openmp::FunctionRun;
using kernels::openmp::ModelRun;
using kernels::openmp::OutputBounds;
using kernels::openmp::ProgramRun;
using kernels::openmp::returned_type;
using Json = nlohmann::ordered_json;

std::string_view word_of(CompiledRun::End end) {
    switch (end) {
        case CompiledRun::End::stop:
            return "stop";
        case CompiledRun::End::skipped:
            return "skipped";
        case CompiledRun::End::not_compiled:
            return "not-compiled";
        case CompiledRun::End::crashed:
            return "crashed";
        case CompiledRun::End::timed_out:
            break;
    }
    return "timed-out";
}

std::string_view word_of(ProgramRun::End end) {
    switch (end) {
        case ProgramRun::End::same:
            return "same";
        case ProgramRun::End::within_bound:
            return "within-the-bound";
        case ProgramRun::End::different:
            return "different";
        case ProgramRun::End::not_compared:
            return "not-compared";
        case ProgramRun::End::crashed:
            return "crashed";
        case ProgramRun::End::timed_out:
            break;
    }
    return "timed-out";
}

bool is_failure(ProgramRun::End end) {
    return end == ProgramRun::End::different || end == ProgramRun::End::crashed ||
           end == ProgramRun::End::timed_out;
}

std::string name_of(dsl::LoopModel model) {
    return model == dsl::LoopModel::spmd ? "spmd" : "simd";
}

bool is_failure(CompiledRun::End end) {
    return end != CompiledRun::End::stop && end != CompiledRun::End::skipped;
}

// The command that shows one failure again.
std::string replay_of(const OmpRequest& request, const std::string& model, const std::string& compiler) {
    std::string program;
    for (const std::string& word : request.source.arguments) program += " " + host::quoted(word);
    return fmt::format("{} --model {} --compilers {}{}{}", request.replay, model,
                       compiler.empty() ? "none" : compiler, program.empty() ? "" : " --", program);
}

std::string replay_of(const OmpRequest& request, const OmpComparison& comparison) {
    if (comparison.compiled == nullptr) return replay_of(request, "both", "");
    return replay_of(request, comparison.model->name(), comparison.compiled->reference.compiler);
}

std::string replay_of(const OmpRequest& request, const CompiledRun& run) {
    return replay_of(request, "both", run.reference.compiler);
}

// ---- tables

constexpr std::uint32_t kBytesOfLane = 4;  // of a register, for each lane of the hardware
constexpr std::uint32_t kRegisters = 128;  // of a hardware thread

struct CostRow {
    std::string name;
    std::uint32_t width;
    const Cost& cost;
    std::string registers;
    std::string end;
};

std::string text_of(const CostRow& row, const Configuration& configuration) {
    return fmt::format("{:<6}{:>6}{:>12}{:>12}{:>12.3f}{:>14}{:>11}{:>11}  {}\n", row.name, row.width,
                       row.cost.steps, row.cost.slots, row.cost.efficiency(configuration.native_lanes),
                       row.cost.memory_transactions, row.cost.branches_divergent, row.registers, row.end);
}

// Of a hardware thread: 0 if unknown, as without a parallel loop.
std::uint64_t registers_of(const ModelRun& model_run) {
    const std::uint64_t bytes = kBytesOfLane * std::uint64_t{model_run.configuration.native_lanes};
    return (model_run.run.register_bytes + bytes - 1) / bytes;
}

bool spills(const ModelRun& model_run) {
    return registers_of(model_run) > kRegisters;
}

std::string spill_lines(const OmpReport& report) {
    std::string text;
    for (const ModelRun& model_run : report.models) {
        if (spills(model_run))
            text += fmt::format("spills: {} registers under {}, and a hardware thread has {} of {} bytes\n",
                                registers_of(model_run), model_run.name(), kRegisters,
                                kBytesOfLane * model_run.configuration.native_lanes);
    }
    return text;
}

std::string returned_text(const OmpRequest& request, const ModelRun& model_run) {
    if (!model_run.run.returned) return {};
    return ", returned " + value_text(*model_run.run.returned, *returned_type(request.function));
}

std::string model_table(const OmpReport& report) {
    std::string text =
        fmt::format("{:<6}{:>6}{:>12}{:>12}{:>12}{:>14}{:>11}{:>11}  {}\n", "model", "width", "steps",
                    "slots", "efficiency", "transactions", "divergent", "registers", "end");
    for (const ModelRun& model_run : report.models) {
        const std::string registers =
            model_run.run.register_bytes == 0 ? std::string("-") : std::to_string(registers_of(model_run));
        text += text_of({model_run.name(), model_run.run.widest, model_run.run.cost, registers,
                         fmt::format("{}{}", kernels::end_word(model_run.run.end),
                                     returned_text(report.request, model_run))},
                        model_run.configuration);
    }
    const ModelRun& first = report.models.front();
    if (first.run.host.steps != 0)
        text += text_of({"host", 1, first.run.host, "-", "around the parallel loops"}, first.configuration);
    return text + spill_lines(report);
}

std::string first_of(const OmpComparison& comparison) {
    const auto has_first = [](const ArrayComparison& array) { return array.found.first.has_value(); };
    const auto different = std::ranges::find_if(
        comparison.arrays, [](const ArrayComparison& array) { return array.found.different != 0; });
    const auto found =
        different != comparison.arrays.end() ? different : std::ranges::find_if(comparison.arrays, has_first);
    return found == comparison.arrays.end() ? ""
                                            : fmt::format("  first {}[{}]", found->name, *found->found.first);
}

std::string comparison_table(const OmpReport& report) {
    if (report.comparisons.empty()) return {};
    std::string text =
        fmt::format("\n{:<24}{:>11}{:>18}{:>11}\n", "compared", "same bits", "within the bound", "different");
    for (const OmpComparison& comparison : report.comparisons) {
        const Comparison sum = kernels::openmp::total(comparison.arrays);
        const std::string names = fmt::format("{}, {}", comparison.model->name(), comparison.other_name());
        const std::string library =
            sum.library == 0 ? std::string() : fmt::format(", {} close by math functions", sum.library);
        text += fmt::format("{:<24}{:>11}{:>18}{:>11}{}{}\n", names, sum.same, sum.close, sum.different,
                            first_of(comparison), library);
    }
    return text;
}

// With and without OpenMP is one line, if the reason is the same.
std::string skipped_lines(const OmpReport& report) {
    std::string text;
    const CompiledRun* before = nullptr;
    for (const CompiledRun& run : report.compiled) {
        if (run.end != CompiledRun::End::skipped) continue;
        const bool repeated = before != nullptr && before->message == run.message &&
                              before->reference.compiler == run.reference.compiler;
        if (!repeated) text += fmt::format("not compared: {}: {}\n", run.reference.name(), run.message);
        before = &run;
    }
    return text;
}

std::string program_table(const OmpReport& report) {
    if (!report.not_compared.empty()) return fmt::format("\nnot compared: {}\n", report.not_compared);
    std::string text;
    std::string skipped;
    const ProgramRun* before = nullptr;
    for (const ProgramRun& run : report.programs) {
        const bool repeated = before != nullptr && before->message == run.message &&
                              before->reference.compiler == run.reference.compiler;
        before = &run;
        if (run.end == ProgramRun::End::not_compared && repeated) continue;
        if (run.end == ProgramRun::End::not_compared)
            skipped += fmt::format("not compared: {}: {}\n", run.reference.name(), run.message);
        else
            text += fmt::format("{:<24}{}{}{}\n", run.reference.name(), word_of(run.end),
                                run.message.empty() ? "" : ": ", run.message);
    }
    if (!text.empty()) text = fmt::format("\n{:<24}{}\n", "compiled by", "output and exit status") + text;
    return text + skipped;
}

// ---- failures

/// `trap`, or that the baseline has it.
std::string_view label_of(const OmpReport& report, const kernels::Finding& finding, std::string_view usual) {
    return report.state_of(finding) == FindingState::known ? "note: known" : usual;
}

bool is_suppressed(const OmpReport& report, const kernels::Finding& finding) {
    return report.state_of(finding) == FindingState::suppressed;
}

std::string failure_of(const OmpReport& report, const ModelRun& model_run, const FunctionRun& run) {
    if (run.end == FunctionRun::End::stop) return {};
    const OmpRequest& request = report.request;
    const bool is_trap = run.end == FunctionRun::End::trap;
    const kernels::Finding finding = finding_of(run);
    if (is_trap && is_suppressed(report, finding)) return {};
    std::string text = fmt::format("{}:", request.source.file);
    if (run.line != 0) text += fmt::format("{}:", run.line);
    text += is_trap ? fmt::format(" {}: {}: {}", label_of(report, finding, "trap"), run.trap, run.message)
                    : fmt::format(" error: {}", run.message);
    text += fmt::format(" (model {}", model_run.name());
    if (run.iteration >= 0) text += fmt::format(", iteration {}", run.iteration);
    text += &run == &model_run.run ? ")\n" : "; the run goes on after the trap above)\n";
    if (run.line != 0) text += fmt::format("    {}\n", kernels::source_line(request.source.text, run.line));
    text += kernels::calls_text(SourceLines(request.source), run.calls);
    return text + fmt::format("    again: {}\n", replay_of(request, model_run.name(), ""));
}

std::string warning_of(const OmpReport& report, const ModelRun& model_run) {
    if (!model_run.warning || is_suppressed(report, finding_of(*model_run.warning))) return {};
    const OmpRequest& request = report.request;
    const FunctionRun& run = *model_run.warning;
    return fmt::format(
               "{}:{}: {}: {}: {}; it is read as 0 (model {})\n    {}\n", request.source.file, run.line,
               label_of(report, finding_of(run), report.warnings_are_errors() ? "error" : "warning"),
               run.trap, run.message, model_run.name(), kernels::source_line(request.source.text, run.line)) +
           kernels::calls_text(SourceLines(request.source), run.calls);
}

std::string findings_of(const OmpReport& report, const ModelRun& model_run) {
    const OmpRequest& request = report.request;
    std::string text;
    for (const kernels::Finding& found : model_run.run.findings) {
        if (is_suppressed(report, found)) continue;
        const bool is_known = report.state_of(found) == FindingState::known;
        text += fmt::format("{}:{}: {}{}: {} (model {})\n    {}\n", request.source.file, found.line,
                            is_known ? "note: known: " : "", found.kind, found.message, model_run.name(),
                            kernels::source_line(request.source.text, found.line)) +
                kernels::calls_text(SourceLines(request.source), found.calls);
    }
    return text;
}

std::string failure_of(const OmpReport& report, const ModelRun& model_run) {
    return warning_of(report, model_run) + findings_of(report, model_run) +
           failure_of(report, model_run, model_run.run) +
           (model_run.continued ? failure_of(report, model_run, *model_run.continued) : std::string());
}

std::string failure_of(const OmpRequest& request, const CompiledRun& run) {
    if (!is_failure(run.end)) return {};
    std::string text = fmt::format("{}:", request.source.file);
    if (run.line != 0) text += fmt::format("{}:", run.line);
    text += fmt::format(" error: {}: {}\n", run.reference.name(), run.message);
    if (run.line != 0) text += fmt::format("    {}\n", kernels::source_line(request.source.text, run.line));
    text += run.details;
    return text + fmt::format("    again: {}\n", replay_of(request, run));
}

std::string failure_of(const OmpRequest& request, const ProgramRun& run) {
    if (!is_failure(run.end)) return {};
    std::string text = fmt::format("{}: error: compiled by {}: {}\n", request.source.file,
                                   run.reference.name(), run.message);
    if (run.difference)
        text += fmt::format("    {} on the machine\n    {} with {}\n", run.difference->machine,
                            run.difference->other, run.reference.name());
    return text + fmt::format("    again: {}\n", replay_of(request, "both", run.reference.compiler));
}

std::string failure_of(const OmpRequest& request, const OmpComparison& comparison) {
    if (comparison.agrees()) return {};
    std::string text;
    for (const ArrayComparison& array : comparison.arrays) {
        if (array.found.different == 0) continue;
        const Comparison& found = array.found;
        text += fmt::format("{}: error: {} of {} elements of {} differ\n", request.source.file,
                            found.different, found.same + found.close + found.different, array.name);
        for (const Comparison::Element& element : found.first_different)
            text += fmt::format("    {}[{}] is {} under {}, and {} with {}\n", array.name, element.number,
                                value_text(element.a, array.type), comparison.model->name(),
                                value_text(element.b, array.type), comparison.other_name());
    }
    return text + fmt::format("    again: {}\n", replay_of(request, comparison));
}

// Whether a compiler's difference from the second model is that from the first.
bool is_repeated(const OmpComparison& before, const OmpComparison& comparison) {
    const auto same = [](const ArrayComparison& a, const ArrayComparison& b) {
        return a.found.different == b.found.different &&
               std::ranges::equal(a.found.first_different, b.found.first_different);
    };
    return comparison.compiled != nullptr && comparison.compiled == before.compiled &&
           std::ranges::equal(before.arrays, comparison.arrays, same);
}

// ---- JSON

void add_end(const FunctionRun& run, Json& json) {
    json["outcome"] = kernels::end_word(run.end);
    if (run.end == FunctionRun::End::trap)
        json["trap"] = {{"kind", run.trap},
                        {"line", run.line},
                        {"iteration", run.iteration},
                        {"calls", kernels::calls_json(run.calls)}};
    if (!run.message.empty()) json["message"] = run.message;
}

Json json_of(const ModelRun& model_run, const OmpRequest& request) {
    Json json;
    json["model"] = model_run.name();
    json["width"] = model_run.run.widest;
    add_end(model_run.run, json);
    if (model_run.warning) add_end(*model_run.warning, json["warning"]);
    if (model_run.continued) add_end(*model_run.continued, json["continued"]);
    for (const kernels::Finding& found : model_run.run.findings)
        json["findings"].push_back({{"kind", found.kind},
                                    {"line", found.line.line},
                                    {"message", found.message},
                                    {"calls", kernels::calls_json(found.calls)}});
    if (!model_run.run.output.empty()) json["output"] = model_run.run.output;
    if (request.function.name == "main" && model_run.run.returned)
        json["program_status"] = *model_run.run.returned & 0xff;
    if (model_run.run.returned)
        json["returned"] = value_text(*model_run.run.returned, *returned_type(request.function));
    json["launches"] = model_run.run.launches;
    json["iterations_in_flight"] = model_run.run.in_flight;
    json["host"] = {{"steps", model_run.run.host.steps}, {"slots", model_run.run.host.slots}};
    kernels::add_cost(model_run.run.cost, model_run.configuration.native_lanes, json);
    json["register_bytes"] = model_run.run.register_bytes;
    json["registers"] = registers_of(model_run);
    json["spills"] = spills(model_run);
    if (!model_run.stopped()) json["again"] = replay_of(request, model_run.name(), "");
    return json;
}

Json json_of(const OmpComparison& comparison) {
    Json json = Json::object();
    for (const ArrayComparison& array : comparison.arrays) {
        const Comparison& found = array.found;
        Json& counts = json[array.name];
        counts = {{"same", found.same}, {"close", found.close}, {"different", found.different}};
        if (found.library != 0) counts["library"] = found.library;
        if (found.first) counts["first"] = *found.first;
        for (const Comparison::Element& element : found.first_different) {
            counts["differences"].push_back({{"element", element.number},
                                             {"machine", value_text(element.a, array.type)},
                                             {"other", value_text(element.b, array.type)}});
        }
    }
    return json;
}

Json json_of(const ProgramRun& run, const OmpRequest& request) {
    Json json;
    json["compiler"] = run.reference.compiler;
    json["openmp"] = run.reference.openmp;
    json["outcome"] = word_of(run.end);
    if (!run.message.empty()) json["message"] = run.message;
    if (run.difference)
        json["difference"] = {{"line", run.difference->line},
                              {"machine", run.difference->machine},
                              {"other", run.difference->other}};
    if (is_failure(run.end)) json["again"] = replay_of(request, "both", run.reference.compiler);
    return json;
}

Json json_of(const CompiledRun& run, const OmpReport& report) {
    Json json;
    json["compiler"] = run.reference.compiler;
    json["openmp"] = run.reference.openmp;
    if (run.reference.order) json["order"] = name_of(run.reference.order->model);
    json["outcome"] = word_of(run.end);
    if (!run.message.empty()) json["message"] = run.message;
    if (run.line != 0) json["line"] = run.line;
    bool agrees = true;
    for (const OmpComparison& comparison : report.comparisons) {
        if (comparison.compiled != &run) continue;
        json["comparison"][comparison.model->name()] = json_of(comparison);
        agrees = agrees && comparison.agrees();
    }
    if (!agrees || is_failure(run.end)) json["again"] = replay_of(report.request, run);
    return json;
}

}  // namespace

std::string OmpComparison::other_name() const {
    return compiled != nullptr ? compiled->reference.name() : other_model->name();
}

OmpReport::OmpReport(const OmpRequest& given, std::vector<ModelRun> of_models,
                     std::vector<CompiledRun> of_compilers, const Engine& engine,
                     kernels::Judgement judgement)
    : request(given),
      models(std::move(of_models)),
      compiled(std::move(of_compilers)),
      lines_(given.source),
      judgement_(std::move(judgement)),
      findings_(listed()) {
    const ErrorSources sources = kernels::openmp::sources_of(request.function);
    OutputBounds bounds(request.function, request.arguments, models.front().configuration, engine);
    const auto add = [&](OmpComparison comparison, const ErrorSources& between) {
        comparison.arrays = kernels::openmp::compare_outputs(request.function, comparison.model->outputs(),
                                                             comparison.compiled != nullptr
                                                                 ? comparison.compiled->outputs()
                                                                 : comparison.other_model->outputs(),
                                                             between, &bounds);
        if (!comparison.arrays.empty()) comparisons.push_back(std::move(comparison));
    };
    if (models.size() == 2 && models[0].stopped() && models[1].stopped())
        add({&models[0], &models[1], nullptr, {}}, {.order = sources.order});
    for (const CompiledRun& run : compiled) {
        for (const ModelRun& model : models) {
            if (run.end != CompiledRun::End::stop || !model.stopped()) continue;
            const auto& order = run.reference.order;
            if (!order) add({&model, nullptr, &run, {}}, sources);
            if (order && order->model == model.configuration.model)
                add({&model, nullptr, &run, {}}, {.mathematics = sources.mathematics});
        }
    }
}

std::string OmpReport::text() const {
    std::string result;
    for (std::size_t p = 0; p < request.function.parameters.size(); ++p)
        result += fmt::format("{} = {}\n", request.function.parameters[p].name, request.argument_texts[p]);
    if (!models.empty() && !models.front().run.output.empty()) result += models.front().run.output;
    return result + "\n" + model_table(*this) + comparison_table(*this) + skipped_lines(*this) +
           program_table(*this);
}

std::string OmpReport::findings() const {
    std::string result;
    for (const ModelRun& model_run : models) result += failure_of(*this, model_run);
    for (const CompiledRun& run : compiled) result += failure_of(request, run);
    for (const ProgramRun& run : programs) result += failure_of(request, run);
    const OmpComparison* before = nullptr;
    for (const OmpComparison& comparison : comparisons) {
        if (before == nullptr || !is_repeated(*before, comparison)) result += failure_of(request, comparison);
        before = &comparison;
    }
    return result + judgement_.no_longer_found(request.source.file, request.function.name, keys());
}

std::string OmpReport::tried() const {
    std::vector<std::string> names;
    for (const ModelRun& model_run : models) names.push_back(model_run.name());
    std::vector<std::string> compilers;
    const auto add = [&](const std::string& compiler) {
        if (std::ranges::find(compilers, compiler) == compilers.end()) compilers.push_back(compiler);
    };
    for (const CompiledRun& run : compiled) {
        if (run.end == CompiledRun::End::stop) add(run.reference.compiler);
    }
    for (const ProgramRun& run : programs) {
        if (run.end == ProgramRun::End::same || run.end == ProgramRun::End::within_bound)
            add(run.reference.compiler);
    }
    const std::string same =
        compilers.empty() ? "" : fmt::format("; compared with {}", fmt::join(compilers, ", "));
    return fmt::format("{}{}", fmt::join(names, ", "), same);
}

// ---- for other tools

FindingState OmpReport::state_of(const kernels::Finding& finding) const {
    return judgement_.state_of(kernels::key_of(finding, request.function.name, lines_));
}

/// The same in both models is one finding. The test case of a model has its number.
std::vector<ListedFinding> OmpReport::listed() const {
    std::vector<ListedFinding> found;
    for (std::size_t m = 0; m < models.size(); ++m) {
        const ModelRun& model_run = models[m];
        const auto add = [&](const kernels::Finding& finding, bool is_warning) {
            auto known = std::ranges::find_if(
                found, [&](const ListedFinding& other) { return is_same(other.finding, finding); });
            if (known == found.end())
                known = found.insert(found.end(), {.finding = finding,
                                                   .kernel = request.function.name,
                                                   .lines = &lines_,
                                                   .state = state_of(finding),
                                                   .is_warning = is_warning,
                                                   .again = replay_of(request, model_run.name(), ""),
                                                   .test = m});
            if (known->models.empty() || known->models.back() != model_run.name())
                known->models.push_back(model_run.name());
        };
        if (model_run.warning) add(finding_of(*model_run.warning), !judgement_.warnings_are_errors);
        for (const kernels::Finding& finding : model_run.run.findings) add(finding, false);
        if (model_run.run.end == FunctionRun::End::trap) add(finding_of(model_run.run), false);
        if (model_run.continued && model_run.continued->end == FunctionRun::End::trap)
            add(finding_of(*model_run.continued), false);
    }
    return found;
}

std::vector<FindingKey> OmpReport::keys() const {
    return kernels::keys_of(findings_);
}

FindingList OmpReport::list() const {
    FindingList list{
        .file = request.source.file, .has_baseline = judgement_.baseline.has_value(), .status = status()};
    list.findings = findings_;
    for (const ModelRun& model_run : models) {
        const bool is_limit = model_run.run.end == FunctionRun::End::limit;
        if (is_limit || model_run.run.end == FunctionRun::End::refused)
            list.failures.push_back({.rule = is_limit ? "limit" : "refused",
                                     .message = model_run.run.message,
                                     .line = model_run.run.line,
                                     .lines = &lines_,
                                     .again = replay_of(request, model_run.name(), ""),
                                     .test = list.tests.size()});
        list.tests.push_back(fmt::format("{} under {}", request.function.name, model_run.name()));
    }
    add_failures(list);
    if (!models.empty()) list.output = models.front().run.output;
    return list;
}

/// What compilers do, and results that differ: a test case each.
void OmpReport::add_failures(FindingList& list) const {
    const auto add = [&](const std::string& test, std::string_view rule, const std::string& message,
                         const std::string& again) {
        if (!message.empty())
            list.failures.push_back(
                {.rule = std::string(rule), .message = message, .again = again, .test = list.tests.size()});
        list.tests.push_back(fmt::format("{} {}", request.function.name, test));
    };
    for (const OmpComparison& comparison : comparisons) {
        const Comparison sum = kernels::openmp::total(comparison.arrays);
        add(fmt::format("has the same results under {} and {}", comparison.model->name(),
                        comparison.other_name()),
            "difference",
            comparison.agrees() ? ""
                                : fmt::format("{} elements differ{}", sum.different, first_of(comparison)),
            replay_of(request, comparison));
    }
    for (const CompiledRun& run : compiled)
        if (is_failure(run.end))
            add("compiled by " + run.reference.name(), word_of(run.end), run.message,
                replay_of(request, run));
    for (const ProgramRun& run : programs)
        if (run.end != ProgramRun::End::not_compared)
            add("compiled by " + run.reference.name(), word_of(run.end),
                is_failure(run.end) ? run.message : "", replay_of(request, "both", run.reference.compiler));
}

Json OmpReport::json() const {
    Json json;
    json["file"] = request.source.file;
    json["function"] = request.function.name;
    for (std::size_t p = 0; p < request.function.parameters.size(); ++p)
        json["arguments"][request.function.parameters[p].name] = request.argument_texts[p];
    json["runs"] = Json::array();
    for (const ModelRun& object : models) json["runs"].push_back(json_of(object, request));
    json["comparison"] = Json::object();
    for (const OmpComparison& comparison : comparisons) {
        if (comparison.compiled == nullptr) json["comparison"] = json_of(comparison);
    }
    json["compilers"] = Json::array();
    for (const CompiledRun& run : compiled) json["compilers"].push_back(json_of(run, *this));
    for (const ProgramRun& run : programs) json["compilers"].push_back(json_of(run, request));
    if (!not_compared.empty()) json["not_compared"] = not_compared;
    return json;
}

int OmpReport::status() const {
    const auto ended = [&](FunctionRun::End end) {
        return std::ranges::any_of(models,
                                   [&](const ModelRun& model_run) { return model_run.run.end == end; });
    };
    if (ended(FunctionRun::End::refused)) return kBadInput;
    const bool failed =
        std::ranges::any_of(findings_, &ListedFinding::is_error) ||
        std::ranges::any_of(compiled, [](const CompiledRun& run) { return is_failure(run.end); }) ||
        std::ranges::any_of(programs, [](const ProgramRun& run) { return is_failure(run.end); }) ||
        !std::ranges::all_of(comparisons, &OmpComparison::agrees);
    if (failed) return judgement_.error_status;
    return ended(FunctionRun::End::limit) ? kLimit : kOk;
}

}  // namespace musimd::cli
