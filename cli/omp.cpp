// musimd omp

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "differential/backends/crash_line.hpp"
#include "differential/kernels/compare/input.hpp"
#include "differential/openmp/arguments.hpp"
#include "differential/openmp/compare.hpp"
#include "differential/openmp/front_end.hpp"
#include "differential/openmp/run.hpp"
#include "dsl/openmp/c_source.hpp"
#include "dsl/text/source.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

using namespace differential::openmp;
using dsl::LoopModel;
using dsl::openmp::LoopFunction;
using dsl::openmp::Parameter;
using Json = nlohmann::ordered_json;

constexpr std::string_view kAbout =
    "Runs a C function of OpenMP loops on the machine under the two models of offloading: spmd, where the\n"
    "iterations of the outer loop are the lanes of a warp, and simd, where each is a warp of one active "
    "lane\n"
    "and the loops under `omp simd` use the others. Prints what each costs, and compares the results.\n\n"
    "Exit status: 0 all agree, 1 a trap or a difference, 2 bad input, 3 the step limit.\n";

constexpr std::string_view kExamples =
    "Arguments (--arg NAME=…) of numbers are the value (default 64), those of pointers the elements "
    "(default\n"
    "4096 random ones: floats from -1 to 1, integers from -100 to 100, unsigned ones from 0):\n"
    "  a=100  a=100:zeros  a=100:iota  a=1,2,3  a=between:LOW:HIGH:SEED[100]  a=random:SEED[100]  a=@FILE\n\n"
    "Examples:\n"
    "  musimd omp programs/kernels/openmp/matrix_vector.c --function matrix_vector\n"
    "  musimd omp programs/kernels/openmp/matrix_vector.c --function matrix_vector --model simd --emit asm\n";

}  // namespace

Options declare_omp() {
    Options options("omp", "FILE", kAbout, kExamples);
    options.value("function", "NAME", "the function");
    options.list("arg", "NAME=…", "the value of a parameter; once per parameter");
    options.one_of("model", "NAME", {"spmd", "simd", "both"}, "the model: spmd, simd or both (default both)");
    options.one_of("simd", "W", {"8", "16", "32"},
                   "the lanes of a warp under spmd: 8, 16 or 32 (default 16)");
    options.one_of("device", "NAME", {"arc", "max"},
                   "the hardware that costs are of: arc has vectors of 8 lanes, max of 16 (default arc)");
    options.list("define,D", "NAME[=VALUE]", "defines a macro, as the compiler's -D");
    options.list("include-dir,I", "DIR", "a folder of headers, as the compiler's -I");
    options.value("seed", "S", "seed of random arguments that name none (default 0)");
    options.one_of("engine", "NAME", engine_names(), "the engine that runs the machine (default fast)");
    options.value("max-steps", "N", "the step limit of a warp in a loop (default 10000000)");
    options.one_of("emit", "asm|c|tree", {"asm", "c", "tree"},
                   "print the program or the tree of each loop, or the function as C in the order in which\n"
                   "the machine computes; run nothing");
    options.flag("json", "print the result as one JSON object");
    return options;
}

namespace {

struct Request {
    std::string file;
    std::string text;
    LoopFunction function;
    std::string warnings;
    CallArguments arguments;
    std::vector<std::string> argument_texts;  ///< by parameter
};

struct ModelRun {
    Configuration configuration;
    FunctionRun run;
};

// ---- the command line

LoopFunction read_loops(const Options& options, const std::string& file, const std::string& text,
                        std::string& warnings) {
    const auto name = options.text("function");
    if (!name) throw UsageError("'--function' is missing; it names the function to run");
    dsl::clang::Source source{.file = file, .text = text, .function = *name, .options = {}};
    for (const std::string& macro : options.texts("define")) source.options.push_back("-D" + macro);
    for (const std::string& folder : options.texts("include-dir")) source.options.push_back("-I" + folder);
    auto reading = read_function(source);
    if (!reading) throw InputError(fmt::format("musimd omp: error: {}\n", reading.error()));
    if (!reading->function) throw InputError(reading->messages);
    warnings = std::move(reading->messages);
    return std::move(*reading->function);
}

GivenArguments given_arguments(const Options& options, const LoopFunction& function) {
    std::vector<std::string_view> names;
    for (const Parameter& parameter : function.parameters) names.push_back(parameter.name);
    GivenArguments given;
    for (const std::string& argument : options.texts("arg")) {
        const std::size_t at = argument.find('=');
        if (at == std::string::npos) throw invalid_value("arg", argument, "expected NAME=…");
        const std::string name = argument.substr(0, at);
        if (std::ranges::find(names, name) == names.end())
            throw UsageError(fmt::format("{} has no parameter '{}'{}", function.name, shown(name),
                                         did_you_mean(name, names)));
        if (!given.emplace(name, argument.substr(at + 1)).second)
            throw UsageError(fmt::format("argument {} is given twice", name));
    }
    return given;
}

Request read_request(const Options& options) {
    Request request;
    request.file = options.operands()[0];
    request.text = read_text(request.file);
    request.function = read_loops(options, request.file, request.text, request.warnings);
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    const GivenArguments given = given_arguments(options, request.function);
    request.argument_texts = argument_texts(request.function, given, seed);
    auto arguments = read_arguments(request.function, request.argument_texts);
    if (!arguments) throw InputError(fmt::format("musimd omp: error: {}\n", arguments.error()));
    request.arguments = *std::move(arguments);
    return request;
}

std::vector<Configuration> configurations(const Options& options) {
    Configuration one;
    one.width = static_cast<std::uint32_t>(std::stoul(options.choice("simd").value_or("16")));
    one.native_lanes = options.choice("device") == "max" ? 16 : 8;
    one.max_steps = static_cast<std::uint64_t>(
        options.integer("max-steps", 1, std::int64_t{1} << 62).value_or(10'000'000));
    const std::string model = options.choice("model").value_or("both");
    std::vector<Configuration> result;
    for (const auto& [name, which] :
         {std::pair("spmd", LoopModel::spmd), std::pair("simd", LoopModel::simd)}) {
        one.model = which;
        if (model == name || model == "both") result.push_back(one);
    }
    return result;
}

// ---- reports

std::string_view name_of(LoopModel model) {
    return model == LoopModel::spmd ? "spmd" : "simd";
}

std::string_view name_of(FunctionRun::End end) {
    switch (end) {
        case FunctionRun::End::stop:
            return "stop";
        case FunctionRun::End::trap:
            return "trap";
        case FunctionRun::End::limit:
            return "limit";
        case FunctionRun::End::refused:
            break;
    }
    return "refused";
}

void report_end(const Request& request, const ModelRun& one) {
    const FunctionRun& run = one.run;
    if (run.end == FunctionRun::End::stop) return;
    const bool is_trap = run.end == FunctionRun::End::trap;
    std::string line = fmt::format("{}:", request.file);
    if (run.line != 0) line += fmt::format("{}:", run.line);
    line += is_trap ? fmt::format(" trap: {}: {}", run.trap, run.message)
                    : fmt::format(" error: {}", run.message);
    line += fmt::format(" (model {}", name_of(one.configuration.model));
    if (run.iteration >= 0) line += fmt::format(", iteration {}", run.iteration);
    std::cerr << line << ")\n";
    if (run.line != 0) std::cerr << "    " << differential::source_line(request.text, run.line) << "\n";
}

void print_table(const Request& request, const std::vector<ModelRun>& runs) {
    for (std::size_t p = 0; p < request.function.parameters.size(); ++p)
        std::cout << fmt::format("{} = {}\n", request.function.parameters[p].name, request.argument_texts[p]);
    std::cout << fmt::format("\n{:<6}{:>6}{:>12}{:>12}{:>12}{:>14}{:>11}  {}\n", "model", "width", "steps",
                             "slots", "efficiency", "transactions", "divergent", "end");
    for (const ModelRun& one : runs) {
        const Cost& cost = one.run.cost;
        std::cout << fmt::format("{:<6}{:>6}{:>12}{:>12}{:>12.3f}{:>14}{:>11}  {}\n",
                                 name_of(one.configuration.model), one.run.widest, cost.steps, cost.slots,
                                 cost.efficiency(one.configuration.native_lanes), cost.memory_transactions,
                                 cost.branches_divergent, name_of(one.run.end));
    }
}

// Whether the runs agree. Nothing is compared if one of them did not stop.
bool compare_runs(const Request& request, const std::vector<ModelRun>& runs, Json& json) {
    const auto did_stop = [](const ModelRun& one) { return one.run.end == FunctionRun::End::stop; };
    if (runs.size() < 2 || !std::ranges::all_of(runs, did_stop)) return true;
    bool agree = true;
    for (const Parameter& parameter : request.function.parameters) {
        if (!parameter.buffer || !parameter.writes) continue;
        const Comparison found =
            compare(runs[0].run.buffers[*parameter.buffer], runs[1].run.buffers[*parameter.buffer],
                    parameter.type, reassociates(request.function));
        json[parameter.name] = {{"same", found.same}, {"close", found.close}, {"different", found.different}};
        if (found.first) json[parameter.name]["first"] = *found.first;
        agree = agree && found.different == 0;
    }
    return agree;
}

void print_comparison(const Json& comparison) {
    if (comparison.empty()) return;
    std::cout << fmt::format("\n{:<16}{:>11}{:>18}{:>11}\n", "spmd and simd", "same bits", "within the bound",
                             "different");
    for (const auto& [name, found] : comparison.items()) {
        const auto count = [&](const char* which) { return found[which].get<std::size_t>(); };
        std::cout << fmt::format("{:<16}{:>11}{:>18}{:>11}", name, count("same"), count("close"),
                                 count("different"));
        if (found.contains("first")) std::cout << fmt::format("  first {}[{}]", name, count("first"));
        std::cout << "\n";
    }
}

Json json_of(const ModelRun& one) {
    const Cost& cost = one.run.cost;
    Json json;
    json["model"] = name_of(one.configuration.model);
    json["width"] = one.run.widest;
    json["outcome"] = name_of(one.run.end);
    if (one.run.end == FunctionRun::End::trap) {
        json["trap"] = {{"kind", one.run.trap}, {"line", one.run.line}, {"iteration", one.run.iteration}};
    }
    if (!one.run.message.empty()) json["message"] = one.run.message;
    json["steps"] = cost.steps;
    json["slots"] = cost.slots;
    json["efficiency"] = cost.efficiency(one.configuration.native_lanes);
    json["memory_transactions"] = cost.memory_transactions;
    json["branches_divergent"] = cost.branches_divergent;
    return json;
}

void print_json(const Request& request, const std::vector<ModelRun>& runs, const Json& comparison) {
    Json json;
    json["file"] = request.file;
    json["function"] = request.function.name;
    for (std::size_t p = 0; p < request.function.parameters.size(); ++p)
        json["arguments"][request.function.parameters[p].name] = request.argument_texts[p];
    json["runs"] = Json::array();
    for (const ModelRun& one : runs) json["runs"].push_back(json_of(one));
    json["comparison"] = comparison;
    std::cout << json.dump(2) << "\n";
}

int status_of(const std::vector<ModelRun>& runs, bool agree) {
    int status = agree ? kOk : kFailed;
    for (const ModelRun& one : runs) {
        if (one.run.end == FunctionRun::End::refused) return kBadInput;
        if (one.run.end == FunctionRun::End::trap) status = kFailed;
        if (one.run.end == FunctionRun::End::limit && status == kOk) status = kLimit;
    }
    return status;
}

// ---- what the command does

// The function under each model, as C that needs no OpenMP: reductions have a partial value per lane.
int emit_c(const Request& request, const std::vector<Configuration>& how) {
    for (const Configuration& one : how) {
        const std::string model(name_of(one.model));
        std::cout << fmt::format("// in the order of the model {}\n", model);
        std::cout << dsl::openmp::print_c(request.function,
                                          {.name = fmt::format("{}_{}", request.function.name, model),
                                           .order = dsl::openmp::MachineOrder{one.model}});
    }
    return kOk;
}

int emit(const Request& request, const std::string& what, const std::vector<Configuration>& how) {
    if (what == "c") return emit_c(request, how);
    for (const dsl::Statement& loop : request.function.body) {
        if (what == "tree") {
            std::cout << dsl::print_tree(kernel_of_loop(request.function, loop));
            continue;
        }
        const auto count = count_of(request.function, loop, request.arguments);
        if (!count) throw InputError(fmt::format("musimd omp: error: {}\n", count.error()));
        if (*count <= 0) continue;
        for (const Configuration& configuration : how) {
            const auto program = program_of(request.function, loop, *count, request.arguments, configuration);
            std::cout << dsl::print_listing(program.program, request.text);
        }
    }
    return kOk;
}

}  // namespace

int omp(const cli::Arguments& arguments) {
    Options options = declare_omp();
    if (!options.parse(arguments, 1, 1)) return kOk;
    const auto what = options.choice("emit");
    const std::vector<Configuration> how = configurations(options);
    const Engine& engine = *find_engine(options.choice("engine").value_or("fast"));
    const Request request = read_request(options);
    std::cerr << request.warnings;
    if (what) return emit(request, *what, how);
    std::vector<ModelRun> runs;
    for (const Configuration& one : how)
        runs.push_back({one, run_function(request.function, request.arguments, one, engine)});
    Json comparison = Json::object();
    const bool agree = compare_runs(request, runs, comparison);
    if (options.has("json")) {
        print_json(request, runs, comparison);
    } else {
        print_table(request, runs);
        print_comparison(comparison);
    }
    for (const ModelRun& one : runs) report_end(request, one);
    return status_of(runs, agree);
}

}  // namespace musimd::cli
