// What `musimd omp` prints.

#include "cli/kernels/omp_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/kernels/omp_failures.hpp"
#include "kernels/findings/texts.hpp"
#include "kernels/openmp/verdict.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::cli {
namespace {

using kernels::ListedFinding;
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

std::string name_of(dsl::LoopModel model) {
    return model == dsl::LoopModel::spmd ? "spmd" : "simd";
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
    text += spill_lines(report);
    if (const auto verdict = kernels::openmp::verdict_on(report.models))
        text += fmt::format("verdict: {}\n", verdict->text);
    return text;
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

// ---- JSON

void add_end(const FunctionRun& run, const kernels::SourceLines& lines, Json& json) {
    json["outcome"] = kernels::end_word(run.end);
    if (run.end == FunctionRun::End::trap) {
        json["trap"] = {{"kind", run.trap}};
        json["trap"].update(kernels::place_json(lines, run.line));
        json["trap"]["iteration"] = run.iteration;
        json["trap"]["calls"] = kernels::calls_json(lines, run.calls);
    }
    if (!run.message.empty()) json["message"] = lines.with_files(run.message, run.line);
}

Json json_of(const ModelRun& model_run, const OmpRequest& request, const kernels::SourceLines& lines) {
    Json json;
    json["model"] = model_run.name();
    json["width"] = model_run.run.widest;
    add_end(model_run.run, lines, json);
    if (model_run.warning) add_end(*model_run.warning, lines, json["warning"]);
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
      lines_(given.source, given.included),
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
    if (agreement) return fmt::format("{}\n{}{}\n", result, agreement->table(), agreement->sentence());
    return result + "\n" + model_table(*this) + comparison_table(*this) + skipped_lines(*this) +
           program_table(*this);
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

Json OmpReport::json() const {
    Json json;
    json["file"] = request.source.file;
    json["function"] = request.function.name;
    for (std::size_t p = 0; p < request.function.parameters.size(); ++p)
        json["arguments"][request.function.parameters[p].name] = request.argument_texts[p];
    json["runs"] = Json::array();
    for (const ModelRun& object : models) json["runs"].push_back(json_of(object, request, lines_));
    if (const auto verdict = kernels::openmp::verdict_on(models))
        json["verdict"] = kernels::openmp::json_of(*verdict);
    json["findings"] = Json::array();
    for (const ListedFinding& found : findings_) json["findings"].push_back(found.json());
    json["comparison"] = Json::object();
    for (const OmpComparison& comparison : comparisons) {
        if (comparison.compiled == nullptr) json["comparison"] = json_of(comparison);
    }
    json["compilers"] = Json::array();
    for (const CompiledRun& run : compiled) json["compilers"].push_back(json_of(run, *this));
    for (const ProgramRun& run : programs) json["compilers"].push_back(json_of(run, request));
    if (!not_compared.empty()) json["not_compared"] = not_compared;
    if (agreement) json["models"] = agreement->json();
    return json;
}

}  // namespace musimd::cli
