#include "cli/kernels/page_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/input.hpp"
#include "cli/kernels/commands.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "cli/kernels/file_options.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "cli/teach/web.hpp"
#include "isa/diagnostic.hpp"
#include "isa/reader.hpp"
#include "kernels/cuda/launch_names.hpp"
#include "kernels/findings/source_lines.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::cli {
namespace {

using namespace kernels::openmp;
using kernels::cuda::LaunchConfiguration;
using nlohmann::ordered_json;

constexpr std::uint32_t kDefaultLanes = 8;  // of OpenMP: few, so that a page shows all
constexpr UsualArguments kDefaultOfOpenMp = {.number = 8, .elements = 64};
constexpr std::size_t kMaxText = 1 << 20;  // bytes of a program that a page reads
constexpr std::size_t kWordsOfLine = 16;   // of `.memory`

// ---- a program as text

/// Words that are read more easily than one long line: `.fill` and `.iota` where they are right, and short
/// lines.
std::vector<Preload> short_preloads(const Preload& whole) {
    const std::vector<Value>& words = whole.words;
    if (words.size() < 3) return {whole};
    const Integer step = Integer{words[1]} - words[0];
    bool is_even = step == static_cast<Value>(step);
    for (std::size_t i = 1; is_even && i < words.size(); ++i)
        is_even = Integer{words[i]} - words[i - 1] == step;
    if (is_even) return {{whole.address, whole.count, {}, words[0], static_cast<Value>(step)}};
    std::vector<Preload> parts;
    for (std::size_t i = 0; i < words.size(); i += kWordsOfLine) {
        const std::size_t count = std::min(kWordsOfLine, words.size() - i);
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
        parts.push_back({.address = whole.address + static_cast<std::int64_t>(i),
                         .count = static_cast<std::int64_t>(count),
                         .words = {first, first + static_cast<std::ptrdiff_t>(count)}});
    }
    return parts;
}

Program with_short_preloads(Program program) {
    std::vector<Preload> all;
    for (const Preload& preload : program.preloads) {
        const std::vector<Preload> parts = short_preloads(preload);
        all.insert(all.end(), parts.begin(), parts.end());
    }
    program.preloads = std::move(all);
    return program;
}

/// The files that instructions are of, and the line of each instruction: a number as dsl::cuda::IncludedFile
/// has it; 0: of no line.
ordered_json source_json(const Program& program, const kernels::SourceLines& lines,
                         std::string_view language) {
    std::vector<kernels::SourceLines::File> files = lines.files();
    ordered_json numbers = ordered_json::array();
    std::set<std::string> used = {files.front().name};
    for (const Instruction& i : program.instructions) {
        numbers.push_back(i.line);
        if (i.line != 0) used.insert(lines.place(i.line).file);
    }
    ordered_json shown = ordered_json::array();
    for (const kernels::SourceLines::File& file : files) {
        if (!used.contains(file.name)) continue;
        shown.push_back({{"name", std::filesystem::path(file.name).filename().string()},
                         {"lines_before", file.lines_before},
                         {"text", file.text}});
    }
    return {{"language", language}, {"files", std::move(shown)}, {"lines", std::move(numbers)}};
}

/// A page reads the program again, with the checks of the assembler: in a warp of 8 threads, a shuffle of a
/// width of 32 is wrong there.
void check_text(const std::string& text, const std::string& file) {
    if (text.size() > kMaxText)
        throw InputError(
            fmt::format("{}: error: the assembly of the kernel has {} bytes, and a page reads programs of at "
                        "most {}; use "
                        "shorter arrays (--elements, --arg)\n",
                        display_name(file), text.size(), kMaxText));
    const ReadResult result = read_program(text, file);
    if (result) return;
    const LocatedError& first = result.list.front();
    const std::vector<std::string_view> lines = lines_of(text);
    const bool has_line = first.line != 0 && first.line <= lines.size();
    throw InputError(fmt::format(
        "{}: error: a page cannot run the kernel with these options: {}\n{}", display_name(file),
        first.message,
        has_line ? fmt::format("note: in its assembly: {}\n", lines[first.line - 1]) : std::string()));
}

/// `label` distinguishes programs of one file; it may be empty.
ordered_json page_program(const Program& program, const std::string& file, const std::string& label,
                          const kernels::SourceLines& lines, std::string_view language) {
    for (const Buffer& buffer : program.buffers) {
        if (buffer.address + buffer.count - 1 <= kDefaultMaxAddress) continue;
        throw InputError(
            fmt::format("{}: error: array {} is at an address above {}, the highest of a page; use fewer or "
                        "shorter arrays\n",
                        display_name(file), buffer.name, kDefaultMaxAddress));
    }
    const std::filesystem::path path(file);
    const std::string name = path.filename().string() + (label.empty() ? "" : fmt::format(" ({})", label));
    std::string stem = path.stem().string() + (label.empty() ? "" : fmt::format("-{}", label));
    std::erase(stem, ',');
    std::ranges::replace(stem, ' ', '-');
    std::string text = kernels::listing(with_short_preloads(program), lines);
    check_text(text, file);
    return {{"name", name},
            {"file", stem + ".asm"},
            {"text", std::move(text)},
            {"source", source_json(program, lines, language)}};
}

// ---- CUDA

[[noreturn]] void refuse_option(const std::string& name, const std::string& value, const char* language) {
    throw UsageError(fmt::format("'--{} {}' does not apply to {} kernels", name, shown(value), language));
}

ordered_json cuda_program(const Options& options, const std::string& file) {
    for (const char* name : {"simd", "threads"})
        if (options.has(name)) refuse_option(name, *options.text(name), "CUDA");
    LaunchConfiguration config = launch_configuration(options);
    const std::string model = options.choice("model").value_or("lockstep");
    if (model != "lockstep" && model != "volta") refuse_option("model", model, "CUDA");
    config.model = thread_model_named(model);
    reader::Source source = source_of(options, file);
    source.function = options.text("kernel").value_or("");
    auto reading = kernels::read_kernel(source);
    if (!reading) throw InputError(fmt::format("musimd web: error: {}\n", reading.error()));
    if (reading->is_program)
        throw InputError(fmt::format(
            "{}: error: the file is a program, with a `main`; choose one of its kernels with --kernel\n",
            display_name(file)));
    if (!reading->kernel) throw InputError(reading->messages);
    std::cerr << reading->messages;
    const dsl::cuda::KernelFunction& kernel = *reading->kernel;
    std::cerr << add_usual_shared_memory(options, source, kernel, config);
    if (const auto refused = kernels::cuda::why_not(kernel, config))
        throw InputError(fmt::format("musimd web: error: {}\n", refused->reason));
    if (!kernel.launches.empty())
        throw InputError(fmt::format("{}: error: kernel {} launches grids; a page runs one grid\n",
                                     display_name(file), kernel.code.name));
    if (kernel.everywhere_line != 0 && config.model == ThreadModel::volta) refuse_volta(source, kernel);
    const std::vector<std::string> texts =
        launch_argument_texts(options, kernel, cuda_arguments(options, kernel), config, config.threads());
    const auto launch = kernels::cuda::program_of(kernel, read_cuda_arguments(kernel, texts, "web"), config);
    ordered_json program =
        page_program(launch.program, file, "", kernels::SourceLines(source, kernel.included), "CUDA");
    program["source"]["arrays"] = kernels::cuda::arrays_json(launch);
    program["source"]["variables"] = kernels::cuda::variables_json(launch);
    return program;
}

// ---- OpenMP

std::vector<std::pair<std::string, Configuration>> models_of_page(const Options& options) {
    Configuration config;
    config.width = static_cast<std::uint32_t>(
        std::stoul(options.choice("simd").value_or(std::to_string(kDefaultLanes))));
    const std::string wanted = options.choice("model").value_or("both");
    if (wanted == "lockstep" || wanted == "volta") refuse_option("model", wanted, "OpenMP");
    std::vector<std::pair<std::string, Configuration>> result;
    for (const auto& [name, model] :
         {std::pair("spmd", dsl::LoopModel::spmd), std::pair("simd", dsl::LoopModel::simd)}) {
        config.model = model;
        if (wanted == name || wanted == "both") result.emplace_back(name, config);
    }
    return result;
}

dsl::openmp::LoopFunction function_of(const reader::Source& source, bool is_named) {
    auto reading = kernels::read_function(source);
    if (!reading) throw InputError(fmt::format("musimd web: error: {}\n", reading.error()));
    if (!reading->function) {
        const bool is_unknown = !is_named && reading->messages.find("has no function") != std::string::npos;
        throw InputError(reading->messages + (is_unknown ? "note: choose a function with --kernel\n" : ""));
    }
    std::cerr << reading->messages;
    return std::move(*reading->function);
}

/// Each parallel loop in the memory in which it begins, in the order in which they run.
std::vector<std::pair<std::uint32_t, Program>> loops_of(const dsl::openmp::LoopFunction& function,
                                                        const CallArguments& arguments,
                                                        const Configuration& config) {
    std::set<const dsl::Statement*> seen;
    std::vector<std::pair<std::uint32_t, Program>> loops;
    run_function(function, arguments, config, *find_engine("fast"),
                 [&](const dsl::Statement& loop, const LoopProgram& program) {
                     if (seen.insert(&loop).second) loops.emplace_back(loop.line, program.program);
                 });
    return loops;
}

std::vector<ordered_json> omp_programs(const Options& options, const std::string& file) {
    for (const char* name : {"grid", "block", "shared", "warp"})
        if (options.has(name)) refuse_option(name, *options.text(name), "OpenMP");
    reader::Source source = source_of(options, file);
    source.function = options.text("kernel").value_or(std::filesystem::path(file).stem().string());
    source.threads = static_cast<std::uint32_t>(options.integer("threads", 1, 1024).value_or(8));
    const dsl::openmp::LoopFunction function = function_of(source, options.has("kernel"));
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    UsualArguments usual = kDefaultOfOpenMp;
    usual.elements = static_cast<std::int64_t>(
        options.integer("elements", 1, 1 << 24).value_or(kDefaultOfOpenMp.elements));
    const auto texts = argument_texts(function, given_arguments(options, function), seed, usual);
    const auto arguments = read_arguments(function, texts);
    if (!arguments) throw InputError(fmt::format("musimd web: error: {}\n", arguments.error()));
    std::vector<ordered_json> programs;
    for (const auto& [model, config] : models_of_page(options)) {
        const auto loops = loops_of(function, *arguments, config);
        for (const auto& [line, program] : loops) {
            const std::string label = loops.size() == 1 ? model : fmt::format("{}, line {}", model, line);
            programs.push_back(page_program(program, file, label, kernels::SourceLines(source), "OpenMP"));
        }
    }
    if (programs.empty())
        throw InputError(
            fmt::format("{}: error: function {} runs no parallel loop\n", display_name(file), function.name));
    return programs;
}

}  // namespace

std::vector<ordered_json> page_kernels(const Options& options, const Arguments& arguments,
                                       const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    const bool is_cuda = ending == ".cu";
    if (!is_cuda && ending != ".c")
        throw UsageError(
            fmt::format("invalid value '{}' for '--add'; expected a CUDA C++ file, FILE.cu, or a C file with "
                        "OpenMP, FILE.c",
                        shown(file)));
    Arguments words = options_of_file(options, file, read_text(file));
    words.insert(words.end(), arguments.begin(), arguments.end());
    Options own = declare_web();
    own.parse(words, 0, SIZE_MAX);
    if (is_cuda) return {cuda_program(own, file)};
    return omp_programs(own, file);
}

int web_with_kernels(const Arguments& arguments) {
    return write_web(arguments, page_kernels);
}

}  // namespace musimd::cli
