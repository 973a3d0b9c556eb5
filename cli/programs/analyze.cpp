// musimd analyze FILE…

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "analysis/divergence/report.hpp"
#include "cli/command/command.hpp"
#include "cli/command/files.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/programs/report.hpp"
#include "isa/printer.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutAnalyze =
    "Divergence analysis: which variables have the same value in all active threads (uniform), which\n"
    "are c + k*tid for a uniform c (affine), and which may be anything (divergent); at which branches\n"
    "threads may disagree; which accesses use one address, addresses at equal distances, or others.\n"
    "What is called uniform or affine is so in every run (docs/divergence-analysis.md). The program is\n"
    "not run.\n\n"
    "Exit status: 0, or 2 for bad input or a wrong command line.\n";

constexpr std::string_view kExamplesAnalyze =
    "Examples:\n"
    "  musimd analyze prog.asm                      each instruction, and a summary\n"
    "  musimd analyze --threads 32 --json prog.asm  for a warp of 32 threads, machine-readable\n";

using Row = DivergenceReport::Row;

// ---- text

std::string address_text(const LaneFact& address) {
    if (!address.is_affine() || address.stride == 0)
        return address.is_uniform() ? to_string(address) : std::string("scattered");
    return address.stride == 1 ? std::string("unit stride") : fmt::format("stride {}", address.stride);
}

/// Text in the colour of its class.
struct Cell {
    std::string text;
    LaneClass lane_class = LaneClass::uniform;
};

struct Cells {
    std::string line;
    std::string instruction;
    Cell result;
    Cell branch;
    Cell address;
};

Cells cells_of(const Row& row, Label pc, const Program& program) {
    const Instruction& i = program.at(pc);
    Cells cells{fmt::format("{}", i.line == 0 ? pc : i.line), print(i, program), {}, {}, {}};
    if (!row.reached) cells.result = {"not reached", LaneClass::uniform};
    if (row.result) cells.result = {to_string(*row.result), class_of(*row.result)};
    if (row.divides)
        cells.branch = {*row.divides ? "divergent" : "uniform",
                        *row.divides ? LaneClass::divergent : LaneClass::uniform};
    if (row.address) cells.address = {address_text(*row.address), class_of(*row.address)};
    return cells;
}

std::string coloured(const Cell& cell, std::size_t width, bool has_colour) {
    constexpr std::string_view kColours[] = {"\x1b[32m", "\x1b[36m", "\x1b[33m"};  // green, cyan, yellow
    const std::string blanks(width - std::min(width, cell.text.size()), ' ');
    if (!has_colour || cell.text.empty()) return cell.text + blanks;
    const std::string_view colour = kColours[static_cast<std::size_t>(cell.lane_class)];
    return fmt::format("{}{}\x1b[0m{}", colour, cell.text, blanks);
}

void print_table(const DivergenceReport& report, const Program& program) {
    std::vector<Cells> table{{"line", "instruction", {"result"}, {"branch"}, {"address"}}};
    for (Label pc = 1; pc < program.end(); ++pc) table.push_back(cells_of(report.rows[pc - 1], pc, program));
    std::size_t line = 0;
    std::size_t instruction = 0;
    std::size_t result = 0;
    for (const Cells& cells : table) {
        line = std::max(line, cells.line.size());
        instruction = std::max(instruction, cells.instruction.size());
        result = std::max(result, cells.result.text.size());
    }
    const std::size_t branch = std::string_view("divergent").size();
    for (const Cells& cells : table) {
        const bool has_colour = shows_colour() && &cells != table.data();
        std::string text = fmt::format("{:>{}}  {:<{}}  ", cells.line, line, cells.instruction, instruction) +
                           coloured(cells.result, result, has_colour) + "  " +
                           coloured(cells.branch, branch, has_colour) + "  " +
                           coloured(cells.address, 0, has_colour);
        text.erase(text.find_last_not_of(' ') + 1);
        std::cout << text << '\n';
    }
}

void print_summary(const DivergenceReport& report, const Program& program) {
    const auto variables = report.variable_counts();
    const auto results = report.result_counts();
    const auto branches = report.branch_counts();
    const auto accesses = report.access_counts();
    std::cout << fmt::format("\nvariables  {} uniform, {} affine, {} divergent\n", variables.uniform,
                             variables.affine, variables.divergent)
              << fmt::format("results    {} uniform, {} affine, {} divergent\n", results.uniform,
                             results.affine, results.divergent)
              << fmt::format("branches   {} uniform, {} divergent\n", branches.uniform, branches.divergent)
              << fmt::format("accesses   {} uniform, {} affine, {} scattered\n", accesses.uniform,
                             accesses.affine, accesses.divergent);
    std::string scalars;
    for (Variable v = 0; v < program.variables.size(); ++v)
        if (report.scalars[v]) scalars += fmt::format(" {}", program.variables[v]);
    if (!scalars.empty()) std::cout << "the same in all threads of the warp at all times:" << scalars << '\n';
}

// ---- JSON

nlohmann::ordered_json json_of(const LaneFact& fact) {
    nlohmann::ordered_json json;
    const bool is_undefined = fact.shape == LaneFact::Shape::undefined;
    json["class"] = is_undefined ? "undefined" : to_string(class_of(fact));
    if (fact.is_affine()) json["stride"] = fact.stride;
    if (fact.known) {
        json["base"] = fact.base;
        json["per_warp"] = fact.per_warp;
    }
    if (fact.bits != 0) json["modulus_bits"] = fact.bits;
    if (fact.maybe_undefined) json["maybe_undefined"] = true;
    return json;
}

nlohmann::ordered_json json_of(const DivergenceReport::Counts& counts) {
    return {{"uniform", counts.uniform}, {"affine", counts.affine}, {"divergent", counts.divergent}};
}

nlohmann::ordered_json json_of(const Row& row, Label pc, const Program& program) {
    nlohmann::ordered_json json;
    json["pc"] = pc;
    json["line"] =
        program.at(pc).line == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(program.at(pc).line);
    json["instruction"] = print(program.at(pc), program);
    json["reached"] = row.reached;
    if (row.result) json["result"] = json_of(*row.result);
    if (row.divides) json["branch"] = *row.divides ? "divergent" : "uniform";
    if (row.address) json["address"] = json_of(*row.address);
    return json;
}

// `file` is empty if it is the only one.
nlohmann::ordered_json json_of(const DivergenceReport& report, const Program& program,
                               const std::string& file) {
    nlohmann::ordered_json json;
    json["format"] = 1;
    if (!file.empty()) json["file"] = file;
    json["complete"] = !report.unbounded;
    json["instructions"] = nlohmann::ordered_json::array();
    for (Label pc = 1; pc < program.end(); ++pc)
        json["instructions"].push_back(json_of(report.rows[pc - 1], pc, program));
    json["variables"] = nlohmann::ordered_json::array();
    for (Variable v = 0; v < program.variables.size(); ++v)
        json["variables"].push_back({{"name", program.variables[v]},
                                     {"class", to_string(report.variables[v])},
                                     {"scalar", bool{report.scalars[v]}}});
    json["counts"] = {{"variables", json_of(report.variable_counts())},
                      {"results", json_of(report.result_counts())},
                      {"branches", json_of(report.branch_counts())},
                      {"accesses", json_of(report.access_counts())}};
    return json;
}

// ----

void print_unbounded(Label pc, const Program& program, const std::string& file, const std::string& text) {
    const Instruction& i = program.at(pc);
    std::cerr << render_at(i.line, i.column,
                           "note: control can get here again before this has ended, so nothing is known; "
                           "'musimd check' prints the path",
                           file, text);
}

int analyze_file(const Options& options, bool json, const std::string& file) {
    const std::string text = read_text(file);
    const Program program = load_program(file, text, read_program_options(options));
    if (program.model != ThreadModel::lockstep)
        throw InputError(file, "the analysis needs lock step; use '--model lockstep'");
    const DivergenceReport report = analyze_divergence(program);
    if (report.too_large) throw InputError(file, "the program is too large for the analysis");
    if (report.unbounded) print_unbounded(*report.unbounded, program, file, text);
    if (json) {
        const bool several = options.operands().size() > 1;
        std::cout << json_of(report, program, several ? display_name(file) : "").dump() << '\n';
    } else {
        print_table(report, program);
        print_summary(report, program);
    }
    return kOk;
}

}  // namespace

Options declare_analyze() {
    Options options("analyze", "FILE…", kAboutAnalyze, kExamplesAnalyze);
    declare_program_options(options);
    options.one_of("format", "FORMAT", {"text", "json"}, "output format: text or json (default text)");
    options.flag("json", "same as --format json");
    return options;
}

int analyze(const Arguments& arguments) {
    Options options = declare_analyze();
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    const bool json = format_option(options) == "json";
    return for_each_file(options.operands(), "analyze", json ? Separation::array : Separation::headers,
                         [&](const std::string& file) { return analyze_file(options, json, file); });
}

}  // namespace musimd::cli
