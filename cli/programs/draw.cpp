// musimd draw FILE

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "analysis/lint/lint.hpp"
#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/programs/interruptible_run.hpp"
#include "cli/programs/lanes.hpp"
#include "cli/programs/report.hpp"
#include "cli/programs/run_messages.hpp"
#include "cli/programs/warnings.hpp"
#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"
#include "views/pictures/graph.hpp"
#include "views/pictures/memory_picture.hpp"
#include "views/pictures/timeline.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutDraw =
    "Draws a run of a program, or the program, as a picture (docs/draw.md): what each thread does at each\n"
    "step (timeline), which thread accesses which memory segment (memory), both as SVG, or the control-flow\n"
    "graph (graph) in the DOT language of Graphviz. FILE - is standard input.\n\n"
    "Exit status: that of the run (see musimd run): 0 stop, 1 a trap, 3 a limit; 2 bad input or command "
    "line.\n";

constexpr std::string_view kExamplesDraw =
    "Examples:\n"
    "  musimd draw programs/paper/figure9.pl -o figure9.svg                     each step of the run\n"
    "  musimd draw prog.asm --first 200 --last 260 -o x.svg                     some of its steps\n"
    "  musimd draw programs/paper/figure1c.asm --picture memory -o x.svg        its memory accesses\n"
    "  musimd draw programs/paper/figure1d.asm --picture graph -o x.dot         its control flow;\n"
    "                                                                           dot -Tsvg x.dot > x.svg\n";

}  // namespace

Options declare_draw() {
    Options options("draw", "FILE", kAboutDraw, kExamplesDraw);
    options.one_of("picture", "KIND", {"timeline", "memory", "graph"}, "what is drawn (default timeline)");
    options.value("output,o", "FILE", "where the picture is written (default: standard output)");
    options.value("first", "N", "the first step that is drawn (default 1)");
    options.value("last", "N", "the last one (default: up to 744 columns)");
    options.value("warp", "W", "the warp that is drawn (default 0)");
    options.value("segment", "N", "words of a memory segment, for --picture memory (default 32)");
    declare_program_options(options);
    options.value("memory", "FILE", "initial shared memory: lines A: c c c …");
    declare_machine_options(options);
    return options;
}

namespace {

void refuse_without_run(const Options& options) {
    for (const char* option : {"first", "last", "warp", "segment", "memory", "max-steps", "order", "seed",
                               "side", "yield", "within"})
        if (options.has(option))
            throw UsageError(fmt::format("'--{}' cannot be used with '--picture graph'", option));
}

views::StepRange step_range(const Options& options) {
    views::StepRange range;
    if (const auto first = options.integer("first", 1, INT64_MAX))
        range.first = static_cast<std::uint64_t>(*first);
    if (const auto last = options.integer("last", 1, INT64_MAX))
        range.last = static_cast<std::uint64_t>(*last);
    if (range.last && *range.last < range.first)
        throw invalid_value("last", *options.text("last"),
                            fmt::format("expected at least {}, the first step that is drawn", range.first));
    return range;
}

/// Everything that the command line asks for, checked before anything runs.
struct Drawing {
    std::string picture;
    views::StepRange range;
    std::uint32_t warp;
    std::int64_t segment;
    ReadOptions read;
    MachineOptions machine;
};

// A name that says that the picture is no SVG.
void refuse_other_formats(const Options& options) {
    const std::filesystem::path file = options.text("output").value_or("");
    for (const char* extension : {".png", ".pdf", ".jpg", ".jpeg", ".gif"}) {
        if (file.extension() != extension) continue;
        const std::string svg = std::filesystem::path(file).replace_extension(".svg").string();
        throw UsageError(fmt::format("a picture is SVG: write '-o {}', and then 'rsvg-convert {} -o {}'", svg,
                                     svg, file.string()));
    }
}

Drawing draw_request_of(const Options& options) {
    Drawing request;
    request.picture = options.choice("picture").value_or("timeline");
    if (request.picture == "graph") refuse_without_run(options);
    if (request.picture != "memory" && options.has("segment"))
        throw UsageError("'--segment' needs '--picture memory'");
    refuse_other_formats(options);
    request.range = step_range(options);
    request.warp = static_cast<std::uint32_t>(options.integer("warp", 0, kMaxWarps - 1).value_or(0));
    request.segment = static_cast<std::int64_t>(options.integer("segment", 1, INT64_MAX).value_or(32));
    request.read = read_program_options(options);
    request.machine = read_machine_options(options, request.read.max_address);
    return request;
}

/// A program to draw, with its text for messages.
struct Source {
    std::string file;
    std::string text;
    Program program;
};

void write_picture(const Options& options, const std::string& picture) {
    const auto file = options.text("output");
    if (file && *file != "-")
        write_text(*file, picture);
    else
        std::cout << picture;
}

template <typename Picture>
int draw_run(const Options& options, const Drawing& request, const Source& source, Picture picture) {
    note_interruptions();
    const auto run = [&](Observer* observer) {
        return run_until_interrupted(*find_engine("auto"), source.program, request.machine, observer);
    };
    const auto [result, endless] = run(&picture);
    write_picture(options, picture.svg(result.outcome));
    const std::string race = race_note(result, source.program, run, source.file, source.text);
    std::cerr << render_warnings(find_unassigned_variables(source.program), source.file, source.text)
              << run_messages(result, source.program, {}, race, endless, source.file, source.text);
    return exit_status(result.outcome);
}

}  // namespace

int draw(const Arguments& arguments) {
    Options options = declare_draw();
    if (!options.parse(arguments, 1, 1)) return kOk;
    Drawing request = draw_request_of(options);
    Source source{options.operands()[0], {}, {}};
    take_standard_input_once(source.file, options);
    source.text = read_text(source.file);
    source.program = load_program(source.file, source.text, request.read);
    const auto place_of = places_in(source.file, source.text);
    const std::string title = display_name(source.file);
    if (request.picture == "graph") {
        write_picture(options, views::control_flow_graph(source.program, title, place_of));
        return kOk;
    }
    load_memory(options, request.read.max_address, source.program);
    take_order(options, source.program, request.machine);
    if (request.warp >= source.program.warps)
        throw invalid_value("warp", *options.text("warp"),
                            fmt::format("the program has {}", counted(source.program.warps, "warp")));
    if (const auto reason = too_large(*find_engine("auto"), source.program))
        throw InputError(source.file, *reason);
    views::PictureLayout layout{title, request.range, request.warp};
    if (request.picture == "memory")
        return draw_run(options, request, source,
                        views::MemoryPicture(layout, {request.segment, request.read.max_address}, place_of));
    if (!request.range.last) layout.folding.emplace();
    return draw_run(options, request, source, views::Timeline(layout, place_of));
}

}  // namespace musimd::cli
