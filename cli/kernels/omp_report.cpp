// What `musimd omp` prints.

#include "cli/kernels/omp_report.hpp"

#include <fmt/format.h>

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

std::string replay_of(const OmpRequest& request, const OmpComparison& one) {
    if (one.compiled == nullptr) return replay_of(request, "both", "");
    return replay_of(request, one.model->name(), one.compiled->reference.compiler);
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
std::uint64_t registers_of(const ModelRun& one) {
    const std::uint64_t bytes = kBytesOfLane * std::uint64_t{one.configuration.native_lanes};
    return (one.run.register_bytes + bytes - 1) / bytes;
}

bool spills(const ModelRun& one) {
    return registers_of(one) > kRegisters;
}

std::string spill_lines(const OmpReport& report) {
    std::string text;
    for (const ModelRun& one : report.models) {
        if (spills(one))
            text += fmt::format("spills: {} registers under {}, and a hardware thread has {} of {} bytes\n",
                                registers_of(one), one.name(), kRegisters,
                                kBytesOfLane * one.configuration.native_lanes);
    }
    return text;
}

std::string returned_text(const OmpRequest& request, const ModelRun& one) {
    if (!one.run.returned) return {};
    return ", returned " + value_text(*one.run.returned, *returned_type(request.function));
}

std::string model_table(const OmpReport& report) {
    std::string text =
        fmt::format("{:<6}{:>6}{:>12}{:>12}{:>12}{:>14}{:>11}{:>11}  {}\n", "model", "width", "steps",
                    "slots", "efficiency", "transactions", "divergent", "registers", "end");
    for (const ModelRun& one : report.models) {
        const std::string registers =
            one.run.register_bytes == 0 ? std::string("-") : std::to_string(registers_of(one));
        text +=
            text_of({one.name(), one.run.widest, one.run.cost, registers,
                     fmt::format("{}{}", kernels::end_word(one.run.end), returned_text(report.request, one))},
                    one.configuration);
    }
    const ModelRun& first = report.models.front();
    if (first.run.host.steps != 0)
        text += text_of({"host", 1, first.run.host, "-", "around the parallel loops"}, first.configuration);
    return text + spill_lines(report);
}

std::string first_of(const OmpComparison& one) {
    const auto has_first = [](const ArrayComparison& array) { return array.found.first.has_value(); };
    const auto different = std::ranges::find_if(
        one.arrays, [](const ArrayComparison& array) { return array.found.different != 0; });
    const auto found =
        different != one.arrays.end() ? different : std::ranges::find_if(one.arrays, has_first);
    return found == one.arrays.end() ? "" : fmt::format("  first {}[{}]", found->name, *found->found.first);
}

std::string comparison_table(const OmpReport& report) {
    if (report.comparisons.empty()) return {};
    std::string text =
        fmt::format("\n{:<24}{:>11}{:>18}{:>11}\n", "compared", "same bits", "within the bound", "different");
    for (const OmpComparison& one : report.comparisons) {
        const Comparison sum = kernels::openmp::total(one.arrays);
        const std::string names = fmt::format("{}, {}", one.model->name(), one.other_name());
        const std::string library =
            sum.library == 0 ? std::string() : fmt::format(", {} close by math functions", sum.library);
        text += fmt::format("{:<24}{:>11}{:>18}{:>11}{}{}\n", names, sum.same, sum.close, sum.different,
                            first_of(one), library);
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
std::string_view label_of(const OmpReport& report, const kernels::Finding& what, std::string_view usual) {
    return report.state_of(what) == FindingState::known ? "note: known" : usual;
}

bool is_suppressed(const OmpReport& report, const kernels::Finding& what) {
    return report.state_of(what) == FindingState::suppressed;
}

std::string failure_of(const OmpReport& report, const ModelRun& one, const FunctionRun& run) {
    if (run.end == FunctionRun::End::stop) return {};
    const OmpRequest& request = report.request;
    const bool is_trap = run.end == FunctionRun::End::trap;
    const kernels::Finding what = finding_of(run);
    if (is_trap && is_suppressed(report, what)) return {};
    std::string text = fmt::format("{}:", request.source.file);
    if (run.line != 0) text += fmt::format("{}:", run.line);
    text += is_trap ? fmt::format(" {}: {}: {}", label_of(report, what, "trap"), run.trap, run.message)
                    : fmt::format(" error: {}", run.message);
    text += fmt::format(" (model {}", one.name());
    if (run.iteration >= 0) text += fmt::format(", iteration {}", run.iteration);
    text += &run == &one.run ? ")\n" : "; the run goes on after the trap above)\n";
    if (run.line != 0) text += fmt::format("    {}\n", kernels::source_line(request.source.text, run.line));
    text += kernels::calls_text(SourceLines(request.source), run.calls);
    return text + fmt::format("    again: {}\n", replay_of(request, one.name(), ""));
}

std::string warning_of(const OmpReport& report, const ModelRun& one) {
    if (!one.warning || is_suppressed(report, finding_of(*one.warning))) return {};
    const OmpRequest& request = report.request;
    const FunctionRun& run = *one.warning;
    return fmt::format(
               "{}:{}: {}: {}: {}; it is read as 0 (model {})\n    {}\n", request.source.file, run.line,
               label_of(report, finding_of(run), report.warnings_are_errors() ? "error" : "warning"),
               run.trap, run.message, one.name(), kernels::source_line(request.source.text, run.line)) +
           kernels::calls_text(SourceLines(request.source), run.calls);
}

std::string findings_of(const OmpReport& report, const ModelRun& one) {
    const OmpRequest& request = report.request;
    std::string text;
    for (const kernels::Finding& found : one.run.findings) {
        if (is_suppressed(report, found)) continue;
        const bool is_known = report.state_of(found) == FindingState::known;
        text += fmt::format("{}:{}: {}{}: {} (model {})\n    {}\n", request.source.file, found.line,
                            is_known ? "note: known: " : "", found.kind, found.message, one.name(),
                            kernels::source_line(request.source.text, found.line)) +
                kernels::calls_text(SourceLines(request.source), found.calls);
    }
    return text;
}

std::string failure_of(const OmpReport& report, const ModelRun& one) {
    return warning_of(report, one) + findings_of(report, one) + failure_of(report, one, one.run) +
           (one.continued ? failure_of(report, one, *one.continued) : std::string());
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

std::string failure_of(const OmpRequest& request, const OmpComparison& one) {
    if (one.agrees()) return {};
    std::string text;
    for (const ArrayComparison& array : one.arrays) {
        if (array.found.different == 0) continue;
        const Comparison& found = array.found;
        text += fmt::format("{}: error: {} of {} elements of {} differ\n", request.source.file,
                            found.different, found.same + found.close + found.different, array.name);
        for (const Comparison::Element& element : found.first_different)
            text += fmt::format("    {}[{}] is {} under {}, and {} with {}\n", array.name, element.number,
                                value_text(element.a, array.type), one.model->name(),
                                value_text(element.b, array.type), one.other_name());
    }
    return text + fmt::format("    again: {}\n", replay_of(request, one));
}

// Whether a compiler's difference from the second model is that from the first.
bool is_repeated(const OmpComparison& before, const OmpComparison& one) {
    const auto same = [](const ArrayComparison& a, const ArrayComparison& b) {
        return a.found.different == b.found.different &&
               std::ranges::equal(a.found.first_different, b.found.first_different);
    };
    return one.compiled != nullptr && one.compiled == before.compiled &&
           std::ranges::equal(before.arrays, one.arrays, same);
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

Json json_of(const ModelRun& one, const OmpRequest& request) {
    Json json;
    json["model"] = one.name();
    json["width"] = one.run.widest;
    add_end(one.run, json);
    if (one.warning) add_end(*one.warning, json["warning"]);
    if (one.continued) add_end(*one.continued, json["continued"]);
    for (const kernels::Finding& found : one.run.findings)
        json["findings"].push_back({{"kind", found.kind},
                                    {"line", found.line},
                                    {"message", found.message},
                                    {"calls", kernels::calls_json(found.calls)}});
    if (!one.run.output.empty()) json["output"] = one.run.output;
    if (request.function.name == "main" && one.run.returned)
        json["program_status"] = *one.run.returned & 0xff;
    if (one.run.returned) json["returned"] = value_text(*one.run.returned, *returned_type(request.function));
    json["launches"] = one.run.launches;
    json["iterations_in_flight"] = one.run.in_flight;
    json["host"] = {{"steps", one.run.host.steps}, {"slots", one.run.host.slots}};
    kernels::add_cost(one.run.cost, one.configuration.native_lanes, json);
    json["register_bytes"] = one.run.register_bytes;
    json["registers"] = registers_of(one);
    json["spills"] = spills(one);
    if (!one.stopped()) json["again"] = replay_of(request, one.name(), "");
    return json;
}

Json json_of(const OmpComparison& one) {
    Json json = Json::object();
    for (const ArrayComparison& array : one.arrays) {
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
    for (const OmpComparison& one : report.comparisons) {
        if (one.compiled != &run) continue;
        json["comparison"][one.model->name()] = json_of(one);
        agrees = agrees && one.agrees();
    }
    if (!agrees || is_failure(run.end)) json["again"] = replay_of(report.request, run);
    return json;
}

}  // namespace

std::string OmpComparison::other_name() const {
    return compiled != nullptr ? compiled->reference.name() : other_model->name();
}

OmpReport::OmpReport(const OmpRequest& of, std::vector<ModelRun> of_models,
                     std::vector<CompiledRun> of_compilers, const Engine& engine,
                     kernels::Judgement judgement)
    : request(of),
      models(std::move(of_models)),
      compiled(std::move(of_compilers)),
      lines_(of.source),
      judgement_(std::move(judgement)),
      findings_(listed()) {
    const ErrorSources sources = kernels::openmp::sources_of(request.function);
    OutputBounds bounds(request.function, request.arguments, models.front().configuration, engine);
    const auto add = [&](OmpComparison one, const ErrorSources& between) {
        one.arrays = kernels::openmp::compare_outputs(
            request.function, one.model->outputs(),
            one.compiled != nullptr ? one.compiled->outputs() : one.other_model->outputs(), between, &bounds);
        if (!one.arrays.empty()) comparisons.push_back(std::move(one));
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
    for (const ModelRun& one : models) result += failure_of(*this, one);
    for (const CompiledRun& run : compiled) result += failure_of(request, run);
    for (const ProgramRun& run : programs) result += failure_of(request, run);
    const OmpComparison* before = nullptr;
    for (const OmpComparison& one : comparisons) {
        if (before == nullptr || !is_repeated(*before, one)) result += failure_of(request, one);
        before = &one;
    }
    return result + judgement_.no_longer_found(request.source.file, request.function.name, keys());
}

// ---- for other tools

FindingState OmpReport::state_of(const kernels::Finding& what) const {
    return judgement_.state_of(kernels::key_of(what, request.function.name, lines_));
}

/// The same in both models is one finding. The test case of a model has its number.
std::vector<ListedFinding> OmpReport::listed() const {
    std::vector<ListedFinding> found;
    for (std::size_t m = 0; m < models.size(); ++m) {
        const ModelRun& one = models[m];
        const auto add = [&](const kernels::Finding& what, bool is_warning) {
            auto known = std::ranges::find_if(
                found, [&](const ListedFinding& other) { return is_same(other.what, what); });
            if (known == found.end())
                known = found.insert(found.end(), {.what = what,
                                                   .kernel = request.function.name,
                                                   .lines = &lines_,
                                                   .state = state_of(what),
                                                   .is_warning = is_warning,
                                                   .again = replay_of(request, one.name(), ""),
                                                   .test = m});
            if (known->models.empty() || known->models.back() != one.name())
                known->models.push_back(one.name());
        };
        if (one.warning) add(finding_of(*one.warning), !judgement_.warnings_are_errors);
        for (const kernels::Finding& what : one.run.findings) add(what, false);
        if (one.run.end == FunctionRun::End::trap) add(finding_of(one.run), false);
        if (one.continued && one.continued->end == FunctionRun::End::trap)
            add(finding_of(*one.continued), false);
    }
    return found;
}

std::vector<FindingKey> OmpReport::keys() const {
    std::vector<FindingKey> keys;
    for (const ListedFinding& found : findings_) {
        if (found.state != FindingState::suppressed)
            keys.push_back(kernels::key_of(found.what, request.function.name, lines_));
    }
    return keys;
}

FindingList OmpReport::list() const {
    FindingList list{
        .file = request.source.file, .has_baseline = judgement_.baseline.has_value(), .status = status()};
    list.findings = findings_;
    for (const ModelRun& one : models) {
        const bool is_limit = one.run.end == FunctionRun::End::limit;
        if (is_limit || one.run.end == FunctionRun::End::refused)
            list.failures.push_back({.rule = is_limit ? "limit" : "refused",
                                     .message = one.run.message,
                                     .line = one.run.line,
                                     .lines = &lines_,
                                     .again = replay_of(request, one.name(), ""),
                                     .test = list.tests.size()});
        list.tests.push_back(fmt::format("{} under {}", request.function.name, one.name()));
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
    for (const OmpComparison& one : comparisons) {
        const Comparison sum = kernels::openmp::total(one.arrays);
        add(fmt::format("has the same results under {} and {}", one.model->name(), one.other_name()),
            "difference",
            one.agrees() ? "" : fmt::format("{} elements differ{}", sum.different, first_of(one)),
            replay_of(request, one));
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
    for (const ModelRun& one : models) json["runs"].push_back(json_of(one, request));
    json["comparison"] = Json::object();
    for (const OmpComparison& one : comparisons) {
        if (one.compiled == nullptr) json["comparison"] = json_of(one);
    }
    json["compilers"] = Json::array();
    for (const CompiledRun& run : compiled) json["compilers"].push_back(json_of(run, *this));
    for (const ProgramRun& run : programs) json["compilers"].push_back(json_of(run, request));
    if (!not_compared.empty()) json["not_compared"] = not_compared;
    return json;
}

int OmpReport::status() const {
    const auto ended = [&](FunctionRun::End end) {
        return std::ranges::any_of(models, [&](const ModelRun& one) { return one.run.end == end; });
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
