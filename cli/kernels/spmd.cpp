// musimd spmd

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/text_files.hpp"
#include "cli/kernels/backends.hpp"
#include "cli/kernels/debug_launch.hpp"
#include "cli/kernels/kernel_views.hpp"
#include "dsl/portability.hpp"
#include "dsl/text/source.hpp"
#include "engines/engines.hpp"
#include "engines/executor.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/compiled/crash_line.hpp"
#include "kernels/spmd/batch.hpp"
#include "kernels/spmd/input.hpp"
#include "kernels/spmd/kernel_file.hpp"
#include "kernels/spmd/run.hpp"

namespace musimd::cli {
namespace {

using namespace kernels;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kDefaultElements = 131;  // two 512-bit vectors of bytes, and a tail
constexpr std::int64_t kMaxElements = 1 << 20;
constexpr std::size_t kShownElements = 16;

// ---- the command line

struct Request {
    std::string file;
    std::uint32_t line = 0;  ///< of the kernel
    std::string text;
    KernelUnit unit;
    KernelLaunch launch;
    dsl::UnmaskedReading unmasked = dsl::UnmaskedReading::every_lane;
};

const KernelSignature& pick_kernel(const std::vector<KernelSignature>& kernels, const Options& options,
                                   const std::string& file) {
    if (kernels.empty()) throw InputError(file, "no kernel is defined in this file");
    std::vector<std::string_view> names;
    for (const KernelSignature& kernel : kernels) names.push_back(kernel.name);
    const auto wanted = options.text("kernel");
    if (!wanted && kernels.size() > 1) {
        throw UsageError(fmt::format("{} has several kernels; '--kernel' selects one of {}",
                                     shown(file, SIZE_MAX), fmt::join(names, ", ")));
    }
    const auto found = wanted ? std::ranges::find(kernels, *wanted, &KernelSignature::name) : kernels.begin();
    if (found == kernels.end()) {
        throw InputError(file,
                         fmt::format("unknown kernel '{}'{}", shown(*wanted), did_you_mean(*wanted, names)));
    }
    return *found;
}

ArgumentTexts argument_texts(const Options& options) {
    ArgumentTexts texts;
    for (const std::string& given : options.texts("arg")) {
        const std::size_t at = given.find('=');
        if (at == std::string::npos) {
            throw invalid_value("arg", given, "expected NAME=…");
        }
        texts.emplace_back(given.substr(0, at), given.substr(at + 1));
    }
    return texts;
}

std::string absolute_path(const std::string& file) {
    return std::filesystem::absolute(file).lexically_normal().string();
}

Request read_request(const Options& options) {
    Request request;
    request.file = options.operands()[0];
    request.text = read_text(request.file);
    const std::vector<KernelSignature> kernels = find_kernels(request.text);
    const KernelSignature& kernel = pick_kernel(kernels, options, request.file);
    const auto bits = static_cast<int>(options.integer("bits", 1, 1024).value_or(32));
    const auto entry = entry_of(kernel, bits, options.text("template").value_or(""));
    if (!entry) throw InputError(fmt::format("{}:{}: error: {}\n", request.file, kernel.line, entry.error()));
    const auto n =
        static_cast<std::int64_t>(options.integer("n", 0, kMaxElements).value_or(kDefaultElements));
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    request.line = kernel.line;
    KernelEntry unrolled = *entry;
    unrolled.unroll = static_cast<int>(options.integer("unroll", 1, 16).value_or(1));
    auto launch = make_case(*entry, 0, n, argument_texts(options), seed);
    if (!launch) throw InputError(fmt::format("musimd spmd: error: {}\n", launch.error()));
    request.launch = *std::move(launch);
    // The file is included, so that messages name it, and its own includes are found next to it.
    const std::string path = absolute_path(request.file);
    request.unit = {fmt::format("#include \"{}\"\n", path), {std::move(unrolled)}};
    if (options.choice("unmasked") == "gpu") request.unmasked = dsl::UnmaskedReading::active_lanes;
    return request;
}

// Makes messages name the file as the command line does.
std::string at_file(std::string messages, const Request& request) {
    const std::string path = absolute_path(request.file);
    for (std::size_t at = messages.find(path); at != std::string::npos; at = messages.find(path, at)) {
        messages.replace(at, path.size(), request.file);
        at += request.file.size();
    }
    return messages;
}

// ---- reports

std::string elements_text(const Words& words, Type type) {
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), kShownElements); ++i) {
        text += words[i] ? " " + value_text(pattern_of_word(*words[i], type), type) : " undefined";
    }
    return words.size() > kShownElements ? text + " …" : text;
}

void print_differences(const BackendReport& report) {
    for (const auto& buffer : report.buffers) {
        for (const ElementDifference& difference : buffer.comparison.first) {
            std::string far;
            if (is_float(buffer.type) && difference.ulps != kNoDistance)
                far = fmt::format(" ({} ULP apart)", difference.ulps);
            std::cout << fmt::format("  {}[{}]: the machine {}, {} {}{}\n", buffer.argument,
                                     difference.element, value_text(difference.expected, buffer.type),
                                     report.backend, value_text(difference.actual, buffer.type), far);
        }
        const std::size_t more = buffer.comparison.wrong - buffer.comparison.first.size();
        if (more != 0) std::cout << fmt::format("  {}: {} more elements differ\n", buffer.argument, more);
    }
}

void print_reports(const Request& request, const KernelRun& run, const std::vector<BackendReport>& reports,
                   const std::vector<dsl::Portability>& may_differ) {
    const KernelEntry& entry = request.unit.entries[0];
    for (std::size_t i = 0; i < run.memory.size(); ++i) {
        const KernelArgument* const argument = argument_of_block(entry, request.launch, i);
        std::cout << fmt::format("{}:{}\n", argument->name, elements_text(run.memory[i], argument->type));
    }
    for (const dsl::Portability& deviation : may_differ) {
        std::cout << fmt::format("{}:{}: targets may differ: {}\n", request.file, deviation.line,
                                 deviation.reason);
    }
    for (const BackendReport& report : reports) {
        std::cout << fmt::format("{:<22} {}{}\n", report.backend, to_string(report.kind),
                                 report.message.empty() ? "" : ": " + at_file(report.message, request));
        if (report.line != 0)
            std::cout << fmt::format("  {}:{}: {}\n", request.file, report.line,
                                     source_line(request.text, report.line));
        print_differences(report);
    }
}

Json json_of(const BackendReport& report) {
    Json json;
    json["backend"] = report.backend;
    json["result"] = to_string(report.kind);
    if (!report.message.empty()) json["message"] = report.message;
    if (report.line != 0) json["line"] = report.line;
    for (const auto& buffer : report.buffers) {
        Json differences = Json::array();
        for (const ElementDifference& difference : buffer.comparison.first) {
            differences.push_back({{"element", difference.element},
                                   {"machine", value_text(difference.expected, buffer.type)},
                                   {"backend", value_text(difference.actual, buffer.type)}});
        }
        json["buffers"][buffer.argument] = {{"different", buffer.comparison.wrong}, {"first", differences}};
        if (is_float(buffer.type) && buffer.comparison.worst != kNoDistance) {
            json["buffers"][buffer.argument]["worst_ulp"] = buffer.comparison.worst;
        }
    }
    return json;
}

void print_json(const Request& request, const KernelRun& run, const std::vector<BackendReport>& reports,
                const std::vector<dsl::Portability>& may_differ) {
    const KernelEntry& entry = request.unit.entries[0];
    Json json;
    json["file"] = request.file;
    json["kernel"] = entry.kernel;
    json["bits"] = entry.bits;
    json["elements"] = request.launch.elements;
    for (std::size_t i = 0; i < run.memory.size(); ++i) {
        const KernelArgument* const argument = argument_of_block(entry, request.launch, i);
        Json words = Json::array();
        for (const auto& word : run.memory[i]) {
            words.push_back(word ? Json(value_text(pattern_of_word(*word, argument->type), argument->type))
                                 : Json());
        }
        json["memory"][argument->name] = std::move(words);
    }
    json["may_differ"] = Json::array();
    for (const dsl::Portability& deviation : may_differ) {
        json["may_differ"].push_back({{"line", deviation.line}, {"reason", deviation.reason}});
    }
    json["backends"] = Json::array();
    for (const BackendReport& report : reports) json["backends"].push_back(json_of(report));
    std::cout << json.dump(2) << "\n";
}

// ---- the machine

int report_end(const Request& request, const dsl::Execution& execution) {
    using Kind = dsl::Execution::Kind;
    if (execution.kind == Kind::refused) {
        throw InputError(fmt::format("musimd spmd: error: {}\n", execution.message));
    }
    const bool trap = execution.kind == Kind::trap;
    const std::string element =
        execution.element < 0 ? std::string() : fmt::format(" (element {})", execution.element);
    std::cerr << fmt::format(
        "{}:{}: {}: {}{}\n", request.file, execution.line == 0 ? request.line : execution.line,
        trap ? "trap" : "error",
        trap ? fmt::format("{}: {}", execution.trap, execution.message) : execution.message, element);
    return trap ? kFailed : kLimit;
}

// The tolerated difference: the worst that the kernel's functions promise; nullopt if any result is allowed.
std::optional<Tolerance> tolerance_of(const std::vector<dsl::Portability>& may_differ,
                                      const KernelEntry& entry) {
    Tolerance tolerance;
    for (const dsl::Portability& deviation : may_differ) {
        if (deviation.comparison == dsl::Comparison::never) return std::nullopt;
        if (deviation.comparison != dsl::Comparison::within) continue;
        const auto type = type_of(TypeKind::floating, entry.bits);
        if (type) tolerance.ulps = std::max(tolerance.ulps, allowed_ulps(deviation.promise, *type));
    }
    return tolerance;
}

int status_of(const std::vector<BackendReport>& reports, bool comparable) {
    for (const BackendReport& report : reports) {
        if (report.kind == BackendReport::Kind::not_compiled) return kBadInput;
    }
    for (const BackendReport& report : reports) {
        if (report.kind == BackendReport::Kind::differs && !comparable) continue;
        if (report.kind != BackendReport::Kind::agrees) return kFailed;
    }
    return kOk;
}

std::uint64_t max_steps_of(const Options& options) {
    return static_cast<std::uint64_t>(
        options.integer("max-steps", 1, std::int64_t{1} << 62).value_or(10'000'000));
}

std::unique_ptr<dsl::Executor> pick_executor(const Options& options, Observer* observer) {
    const Engine& engine = *find_engine(options.choice("engine").value_or("fast"));
    return executor_of(engine, max_steps_of(options), observer);
}

using Backends = std::vector<std::unique_ptr<Backend>>;

std::chrono::seconds time_limit(const Options& options) {
    return std::chrono::seconds(options.integer("seconds", 1, 3600).value_or(5));
}

int run_and_compare(const Request& request, const Options& options, const dsl::Kernel& kernel,
                    dsl::Executor& executor, const Backends& backends, KernelViews& views) {
    const KernelEntry& entry = request.unit.entries[0];
    views.begin(entry.kernel);
    const KernelRun run = run_kernel(kernel, entry, request.launch, executor, request.unmasked);
    views.finish();
    if (run.execution.kind != dsl::Execution::Kind::stop) return report_end(request, run.execution);

    const auto may_differ = dsl::non_portable(kernel);
    const auto tolerance = tolerance_of(may_differ, entry);
    RunLimits limits;
    limits.each = time_limit(options);
    std::vector<BackendReport> reports;
    for (const auto& backend : backends) {
        reports.push_back(compare_on(*backend, request.unit, request.launch, run.memory,
                                     tolerance.value_or(Tolerance{}), {}, limits,
                                     absolute_path(request.file)));
    }
    if (options.has("json")) {
        print_json(request, run, reports, may_differ);
    } else {
        print_reports(request, run, reports, may_differ);
    }
    return status_of(reports, tolerance.has_value());
}

int emit(const Request& request, const std::string& form, const dsl::Kernel& kernel) {
    if (form == "source") {
        std::cout << dsl::print_source(kernel);
        return kOk;
    }
    if (form == "tree") {
        std::cout << dsl::print_tree(kernel);
        return kOk;
    }
    if (request.launch.elements == 0) throw UsageError("'--emit' needs at least one element");
    const dsl::Launch launch = launch_of(kernel, request.unit.entries[0], request.launch, request.unmasked);
    std::cout << dsl::print_listing(dsl::lower(kernel, launch), request.text);
    return kOk;
}

}  // namespace

int spmd(const Arguments& arguments) {
    Options options = declare_spmd();
    if (!options.parse(arguments, 1, 1)) return kOk;
    const auto form = options.choice("emit");
    const Request request = read_request(options);
    shows_views(options);
    KernelViews views(
        options,
        kernels::SourceLines({.file = request.file, .text = request.text, .function = {}, .options = {}}));
    const auto executor = pick_executor(options, views.observer());
    const auto backends = form ? Backends{} : pick_backends(options, "spmd", Compilers::usual);
    const auto recorded = RecordedUnit::load(request.unit);
    if (!recorded) throw InputError(at_file(recorded.error(), request));
    const auto kernel = recorded->record(request.launch, {time_limit(options), request.file, request.line});
    if (!kernel) throw InputError(at_file(kernel.error(), request) + "\n");
    if (debugs_launch(options)) {
        const dsl::clang::Source source{
            .file = request.file, .text = request.text, .function = {}, .options = {}};
        return debug_launch(options, source, {}, [&](const Engine& engine) {
            run_kernel(*kernel, request.unit.entries[0], request.launch,
                       *executor_of(engine, max_steps_of(options), nullptr), request.unmasked);
        });
    }
    return form ? emit(request, *form, *kernel)
                : run_and_compare(request, options, *kernel, *executor, backends, views);
}

}  // namespace musimd::cli
