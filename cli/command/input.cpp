#include "cli/command/input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command/language.hpp"
#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"
#include "isa/float_literal.hpp"
#include "isa/literal.hpp"
#include "semantics/models/accepted.hpp"
#include "semantics/models/policy.hpp"

namespace musimd::cli {
namespace {

Word word_option(const std::string& text) {
    const std::size_t comma = text.find(',');
    const std::string width = text.substr(0, comma);
    const std::string mode = comma == std::string::npos ? "trap" : text.substr(comma + 1);
    const bool known_width = width == "8" || width == "16" || width == "32" || width == "64";
    if (!known_width || (mode != "trap" && mode != "wrap")) {
        throw invalid_value("word", text, "expected 8, 16, 32 or 64, optionally followed by ,trap or ,wrap");
    }
    return {std::stoi(width), mode == "wrap"};
}

std::pair<std::string, Integer> define_option(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    // An empty text is not an integer, so a text without '=' needs no special case.
    const auto value =
        parse_signed_word(equals == std::string::npos ? "" : std::string_view(text).substr(equals + 1));
    if (!is_identifier(name) || !value.has_value()) {
        throw invalid_value("define", text, "expected NAME=INTEGER or NAME=FLOAT");
    }
    if (*value < -(Integer{1} << 63) || *value >= (Integer{1} << 64)) {
        throw invalid_value("define", text, "a word has at most 64 bits");
    }
    return {name, *value};
}

}  // namespace

Program load_program(const std::string& file, const std::string& text, const ReadOptions& options,
                     std::string_view command) {
    ReadResult read = models::read_accepted_program(text, file, options);
    if (!read) refuse_wrong_command(command, file, text);
    if (!read) throw InputError(TextErrors{std::move(read.errors), std::move(read.list)});
    return std::move(*read.program);
}

void load_memory(const Options& options, std::int64_t max_address, Program& program) {
    const auto file = options.text("memory");
    if (!file) return;
    TextErrors errors = read_memory(read_text(*file), *file, max_address, program);
    if (!errors.empty()) throw InputError(std::move(errors));
}

void take_standard_input_once(const std::string& file, const Options& options) {
    std::string taken = file == "-" ? "the program" : "";
    for (const std::string name : {"memory", "schedule"}) {
        if (options.text(name) != "-") continue;
        if (!taken.empty())
            throw UsageError(fmt::format("{} and --{} cannot both be standard input", taken, name));
        taken = "--" + name;
    }
}

void declare_program_options(Options& options, const std::vector<std::string_view>& models) {
    options.value("threads", "N", "threads of the warp, 1 … 65536 (.threads)");
    options.value("warps", "W", "warps of the grid, 1 … 1048576 (.warps)");
    options.value("block", "T", "threads of a block, 1 … 1024; the program has .block (.block)");
    options.value("grid", "G", "blocks of the grid; the program has .block (.grid)");
    std::string meaning = fmt::format("the model of reconvergence: {}", fmt::join(kModels, ", "));
    if (models != kModels) meaning += "; both: lockstep and volta, compared";
    if (models == kModelsBothAndAll) meaning += "; all: every model, compared";
    options.one_of("model", "MODEL", models, meaning + " (.model)");
    options.value("active", "LIST", "the initially active threads, as in 0,2,5-7 (.active)");
    options.value("word", "W[,MODE]", "the word: 8, 16, 32 or 64 bits; MODE is trap or wrap (.word)");
    options.one_of("registers", "MODE", {"keep", "restore"},
                   "variables across everywhere blocks: keep or restore (.registers)");
    options.one_of("races", "MODE", {"warp", "thread"}, "detect races between: warp or thread (.races)");
    options.list("define", "NAME=c", "override a .const of the program; may be repeated");
    options.value("program", "NAME", "which program of a .pl file (default: the first)");
    options.value("max-address", "A", "the highest address (default 16777215)");
}

std::vector<ThreadModel> thread_models_of(std::string_view words) {
    if (words == "both") return {ThreadModel::lockstep, ThreadModel::volta};
    if (words != "all") return {thread_model_named(words)};
    std::vector<ThreadModel> models;
    for (const std::string_view name : kThreadModelNames) models.push_back(thread_model_named(name));
    return models;
}

ReadOptions read_program_options(const Options& options) {
    ReadOptions read;
    if (const auto n = options.integer("threads", 1, kMaxThreads))
        read.threads = static_cast<std::uint32_t>(*n);
    if (const auto w = options.integer("warps", 1, kMaxWarps)) read.warps = static_cast<std::uint32_t>(*w);
    if (const auto t = options.integer("block", 1, kMaxBlockThreads))
        read.block = static_cast<std::uint32_t>(*t);
    if (const auto g = options.integer("grid", 1, kMaxWarps)) read.grid = static_cast<std::uint32_t>(*g);
    if (const auto model = options.choice("model"); model && *model != "both" && *model != "all")
        read.model = thread_model_named(*model);
    read.active = options.text("active");
    if (const auto word = options.text("word")) read.word = word_option(*word);
    if (const auto mode = options.choice("registers")) {
        read.registers = *mode == "keep" ? RegisterMode::keep : RegisterMode::restore;
    }
    if (const auto mode = options.choice("races")) {
        read.races = *mode == "warp" ? RaceMode::warp : RaceMode::thread;
    }
    for (const std::string& define : options.texts("define")) {
        const auto [name, value] = define_option(define);
        read.defines[name] = value;
    }
    read.program = options.text("program");
    if (const auto a = options.integer("max-address", 0, INT64_MAX))
        read.max_address = static_cast<std::int64_t>(*a);
    return read;
}

void declare_side_options(Options& options, std::string_view otherwise) {
    options.one_of("side", "SIDE", {"next", "target"},
                   fmt::format("under stack, maximal, uniform, barriers: which side of a branch runs first "
                               "(default {})",
                               otherwise));
    options.value("yield", "N",
                  "under barriers: a group yields at each N-th jump back; 0: never (default 32)");
    options.one_of("within", "HOW", {"collective", "synchronous", "control"},
                   "under maximal: how the threads of a group execute (default collective)");
}

void read_side_options(const Options& options, MachineOptions& machine) {
    if (const auto side = options.choice("side")) machine.side = *side == "next" ? Side::next : Side::target;
    if (const auto n = options.integer("yield", 0, UINT32_MAX))
        machine.yield = static_cast<std::uint32_t>(*n);
    if (const auto name = options.choice("within")) {
        machine.within = *name == "control"       ? Within::control
                         : *name == "synchronous" ? Within::synchronous
                                                  : Within::collective;
    }
}

std::string choices_of(const MachineOptions& machine) {
    std::string text;
    if (machine.side) text += fmt::format(" --side {}", models::to_string(*machine.side));
    if (machine.yield != kDefaultYield) text += fmt::format(" --yield {}", machine.yield);
    if (machine.within != Within::collective)
        text += fmt::format(" --within {}", models::to_string(machine.within));
    return text;
}

void declare_machine_options(Options& options, std::string_view side) {
    options.one_of("order", "ORDER", {std::begin(kOrderNames), std::end(kOrderNames)},
                   "order of threads in atomic_inc, and of warps: ascending, descending or random");
    options.value("seed", "S", "seed of --order random (default 0)");
    options.value("max-steps", "N", "the step limit of each warp (default 10000000)");
    declare_side_options(options, side);
}

MachineOptions read_machine_options(const Options& options, std::int64_t max_address) {
    MachineOptions machine;
    if (const auto order = options.choice("order")) {
        machine.order = order_named(*order);
    }
    if (const auto s = options.integer("seed", 0, UINT64_MAX)) machine.seed = static_cast<std::uint64_t>(*s);
    if (const auto n = options.integer("max-steps", 0, INT64_MAX))
        machine.max_steps = static_cast<std::uint64_t>(*n);
    machine.max_address = max_address;
    read_side_options(options, machine);
    return machine;
}

void refuse_within(const Program& program, const MachineOptions& machine) {
    if (machine.within == Within::collective || program.model == ThreadModel::maximal) return;
    throw UsageError(fmt::format(
        "'--within {}' needs the model maximal, whose threads may execute in several ways; this is {}",
        models::to_string(machine.within), to_string(program.model)));
}

void take_order(const Options& options, const Program& program, MachineOptions& machine) {
    refuse_within(program, machine);
    if (!options.has("order")) machine.order = program.order;
    if (!options.has("seed")) machine.seed = program.seed;
    if (!options.has("max-steps")) machine.max_steps = program.max_steps.value_or(machine.max_steps);
}

namespace {

void look_for(const Engine& engine) {
    if (engine.why_not == nullptr) return;
    if (const auto why = engine.why_not())
        throw Unavailable(fmt::format("engine '{}': {}", engine.name, *why));
}

}  // namespace

std::vector<std::string_view> engine_names() {
    std::vector<std::string_view> names;
    for (const Engine& engine : all_engines()) names.push_back(engine.name);
    return names;
}

std::vector<Engine> engine_list(const std::string& names) {
    const std::vector<std::string_view> known = engine_names();
    std::vector<Engine> list;
    for (const std::string& name : comma_list(names)) {
        const Engine* engine = find_engine(name);
        if (engine == nullptr) {
            throw invalid_choice("engines", name, known);
        }
        if (std::ranges::find(list, name, &Engine::name) != list.end())
            throw invalid_value("engines", names, fmt::format("it names {} twice", name));
        list.push_back(*engine);
    }
    if (list.size() < 2)
        throw invalid_value("engines", names, "expected two or more to compare, as in rules,fast");
    for (const Engine& engine : list) look_for(engine);
    return list;
}

}  // namespace musimd::cli
