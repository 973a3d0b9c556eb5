// musimd trace FILE

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/language.hpp"
#include "cli/command/options.hpp"
#include "cli/command/output_file.hpp"
#include "cli/command/text_files.hpp"
#include "cli/programs/lanes.hpp"
#include "cli/programs/state_table.hpp"
#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"
#include "isa/reader.hpp"
#include "simulator/observers/trace.hpp"
#include "views/pictures/timeline.hpp"
#include "views/trace/chrome.hpp"
#include "views/trace/filter.hpp"
#include "views/trace/json_lines.hpp"
#include "views/trace/reader.hpp"
#include "views/trace/vcd.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutTrace =
    "Prints a trace that 'musimd run --trace-out FILE' wrote: all steps, or those that the options select,\n"
    "as 'musimd run --trace' prints them or in another format. FILE - is standard input.\n\n"
    "LIST is numbers and ranges, as in 1,5-7.\n\n"
    "Exit status: 0, 1 if the trace is cut off or damaged (the steps before are printed), 2 bad input or\n"
    "command line.\n";

constexpr std::string_view kExamplesTrace =
    "Examples:\n"
    "  musimd run programs/paper/figure9.pl --trace-out fig9.trace   writes a trace\n"
    "  musimd trace fig9.trace                                       each step, as text\n"
    "  musimd trace fig9.trace --thread 3 --rule BD,SS,SP            where thread 3 diverges and waits\n"
    "  musimd trace fig9.trace --first 10 --last 16 --to jsonl       seven steps as JSON objects\n"
    "  musimd trace fig9.trace --to chrome -o fig9.json              for https://ui.perfetto.dev\n"
    "  musimd trace fig9.trace --to vcd -o fig9.vcd                  for GTKWave\n"
    "  musimd trace fig9.trace --to svg -o fig9.svg                  the picture of 'musimd draw'\n";

using Ranges = views::trace::Ranges;

// ---- the command line

Ranges read_ranges(const std::string& name, const std::string& text) {
    Ranges ranges;
    for (const std::string& part : comma_list(text)) {
        const std::size_t dash = part.find('-');
        const auto first = parse_integer(part.substr(0, dash));
        const auto last = dash == std::string::npos ? first : parse_integer(part.substr(dash + 1));
        if (!first || !last || *last < *first || *last > UINT32_MAX)
            throw invalid_value(name, text, "expected numbers and ranges, as in 1,5-7");
        ranges.emplace_back(static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*last));
    }
    return ranges;
}

std::optional<Ranges> ranges_option(const Options& options, const std::string& name) {
    const auto text = options.text(name);
    if (!text) return std::nullopt;
    return read_ranges(name, *text);
}

std::optional<RuleSet> rules_option(const Options& options) {
    const auto text = options.text("rule");
    if (!text) return std::nullopt;
    RuleSet rules;
    for (const std::string& name : comma_list(*text)) {
        const RuleId rule = rule_named(name);
        if (rule == RuleId{kRuleCount}) throw invalid_choice("rule", name, rule_names());
        rules.insert(rule);
    }
    return rules;
}

views::trace::Filter filter_option(const Options& options) {
    views::trace::Filter filter;
    filter.threads = ranges_option(options, "thread");
    filter.pcs = ranges_option(options, "pc");
    filter.lines = ranges_option(options, "line");
    filter.rules = rules_option(options);
    filter.warps = ranges_option(options, "warp");
    if (const auto n = options.integer("first", 1, INT64_MAX)) filter.from = static_cast<std::uint64_t>(*n);
    if (const auto n = options.integer("last", 1, INT64_MAX)) filter.until = static_cast<std::uint64_t>(*n);
    if (filter.from > filter.until) throw UsageError("'--first' is after '--last'");
    return filter;
}

/// The warp of a format that shows every step of one.
std::uint32_t shown_warp(const Options& options, const std::string& format, const Program& program) {
    for (const char* name : {"thread", "pc", "line", "rule"}) {
        if (options.has(name))
            throw UsageError(fmt::format(
                "'--{}' cannot be used with '--to {}', which shows every step of a warp", name, format));
    }
    const auto warp = static_cast<std::uint32_t>(options.integer("warp", 0, kMaxWarps - 1).value_or(0));
    if (warp >= program.warps)
        throw UsageError(fmt::format("'--warp {}': the run has warps 0 to {}", warp, program.warps - 1));
    return warp;
}

// ---- the trace

views::trace::Reader open_trace(const std::string& file) {
    std::error_code ignored;
    if (file != "-" && std::filesystem::is_directory(file, ignored))
        throw InputError(file, "expected a trace, found a directory");
    const auto close = [](std::FILE* f) {
        if (f != nullptr && f != stdin) std::fclose(f);
    };
    const std::shared_ptr<std::FILE> stream(file == "-" ? stdin : std::fopen(file.c_str(), "rb"), close);
    if (stream == nullptr) throw InputError(file, std::strerror(errno));
    auto reader = views::trace::Reader::open([stream, file](char* to, std::size_t size) {
        const std::size_t got = std::fread(to, 1, size, stream.get());
        if (got == 0 && std::ferror(stream.get()) != 0) throw InputError(file, std::strerror(errno));
        return got;
    });
    if (!reader) {
        if (file != "-") refuse_wrong_command("trace", file, read_text(file));
        throw InputError(file, reader.error());
    }
    return std::move(*reader);
}

// Shows the filtered trace to the observer.
template <typename Shown>
views::trace::End show(views::trace::Reader& reader, const views::trace::Filter& filter, Shown&& observer) {
    views::trace::Filtered filtered(filter, observer);
    views::trace::End end = reader.replay(filtered, filter.until);
    if constexpr (requires { observer.finish(); }) observer.finish();
    return end;
}

// Of a trace that is cut off, `interrupted`.
Outcome outcome_of(const views::trace::End& end) {
    const auto* const name = std::ranges::find(kOutcomeNames, end.outcome);
    return name == std::end(kOutcomeNames) ? Outcome::interrupted
                                           : static_cast<Outcome>(name - std::begin(kOutcomeNames));
}

// The picture's notes count all steps, so that all are read.
views::trace::End draw_trace(const Options& options, views::trace::Reader& reader, std::uint32_t warp,
                             const Write& write) {
    const views::trace::Filter filter = filter_option(options);
    views::StepRange range{filter.from, {}};
    if (options.has("last")) range.last = filter.until;
    const views::trace::Header& header = reader.header();
    views::Timeline timeline({display_name(header.file), range, warp}, places_in(header.file, header.source));
    views::trace::End end = reader.replay(timeline);
    write(timeline.svg(outcome_of(end)));
    return end;
}

views::trace::End convert(const Options& options, views::trace::Reader& reader, const Write& write) {
    const std::string format = options.choice("to").value_or("text");
    const views::trace::Filter filter = filter_option(options);
    if (format == "svg")
        return draw_trace(options, reader, shown_warp(options, format, reader.program()), write);
    if (format == "vcd") {
        const std::uint32_t warp = shown_warp(options, format, reader.program());
        return show(reader, filter, views::trace::ValueChanges(reader.program(), warp, write));
    }
    if (format == "jsonl") return show(reader, filter, views::trace::JsonLines(write));
    if (format == "chrome" || format == "perfetto")
        return show(reader, filter, views::trace::ChromeEvents(write));
    return show(reader, filter, Trace([&](const std::string& line) { write(line); }));
}

}  // namespace

Options declare_trace() {
    Options options("trace", "FILE", kAboutTrace, kExamplesTrace);
    options.one_of("to", "FORMAT", {"text", "jsonl", "chrome", "perfetto", "vcd", "svg"},
                   "the output: text (default), jsonl (a JSON object per step), chrome or perfetto (Chrome "
                   "trace events), "
                   "vcd, svg (the timeline of 'musimd draw')");
    options.value("output,o", "FILE", "write to FILE instead of standard output");
    options.value("first", "N", "steps from this number on (default 1)");
    options.value("last", "N", "steps up to this number");
    options.value("thread", "LIST", "steps in which one of these threads is active");
    options.value("warp", "LIST",
                  "steps of these warps; with vcd and svg, the warp that is shown (default 0)");
    options.value("pc", "LIST", "steps at these instructions, which count from 1");
    options.value("line", "LIST", "steps at these lines of the program's file");
    options.value("rule", "NAMES", "steps that use one of these rules, as in BD,SS");
    return options;
}

int trace(const Arguments& arguments) {
    Options options = declare_trace();
    if (!options.parse(arguments, 1, 1)) return kOk;
    filter_option(options);  // before a file is read
    options.choice("to");
    const std::string& file = options.operands()[0];
    views::trace::Reader reader = open_trace(file);
    std::optional<OutputFile> output;
    if (const auto name = options.text("output")) output.emplace(*name);
    const views::trace::End end = convert(options, reader, [&](std::string_view piece) {
        if (output) {
            output->write(piece);
        } else {
            std::cout << piece;
        }
    });
    if (output) output->finish();
    if (end.problem.empty()) return kOk;
    std::cout.flush();
    std::cerr << fmt::format("{}: error: {}\n", display_name(file), end.problem);
    return kFailed;
}

}  // namespace musimd::cli
