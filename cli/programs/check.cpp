// musimd check FILE…

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "analysis/lint/lint.hpp"
#include "analysis/portability/portability.hpp"
#include "cli/command/command.hpp"
#include "cli/command/files.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/programs/report.hpp"
#include "cli/programs/warnings.hpp"
#include "isa/printer.hpp"
#include "semantics/structure_check.hpp"
#include "views/sarif.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutCheck =
    "Checks that conditionals and everywhere blocks are well nested on every path that control can take:\n"
    "no run of the program, on any input, ends in sync-without-branch, stop-while-diverged,\n"
    "end-everywhere-…, branch-mask-outside-everywhere, barrier-while-diverged or pc-out-of-program.\n"
    "--lint also warns about likely mistakes (docs/lints.md); warnings do not change the exit status.\n"
    "--portable also checks that the program means the same under every model of reconvergence\n"
    "(docs/models.md), and says at each place that may make it depend on the model what to write instead.\n\n"
    "Exit status: 0 the check passed, 1 it failed for a file, 2 bad input or command line.\n";

constexpr std::string_view kExamplesCheck =
    "Examples:\n"
    "  musimd check prog.asm                               the offending branch, sync or block, and a path "
    "that gets there\n"
    "  musimd check --lint prog.asm                        also variables never assigned, dead code, unused "
    "labels, …\n"
    "  musimd check --portable prog.asm                    what makes the result depend on the machine\n"
    "  musimd check --json prog.asm                        the same, machine-readable\n"
    "  musimd check --format sarif *.asm > musimd.sarif    for a code review service\n";

constexpr std::size_t kMaxRows = 24;  // printed of a path

std::string place(Label pc, const Program& program) {
    return pc < program.end() && program.at(pc).line != 0 ? fmt::format("line {}", program.at(pc).line)
                                                          : fmt::format("instruction {}", pc);
}

/// Which way a branch goes, if that makes a difference: `next` is the next instruction on the path.
std::string_view way_of(const Instruction& i, Label pc, Label next) {
    if (!has_target(info(i.opcode).format) || i.opcode == Opcode::jump || i.target == pc + 1) return "";
    return next == i.target ? "  ; taken" : "  ; not taken";
}

/// The rows that print a path of consecutive instructions.
class PathRows {
  public:
    PathRows(const std::vector<Label>& steps, const Program& program, bool folds)
        : steps_(steps), program_(program), folds_(folds) {
        for (std::size_t at = 0; at < steps.size();) at += add(at);
    }

    const std::vector<std::string>& rows() const { return rows_; }

  private:
    /// Adds a row; returns the number of steps in it.
    std::size_t add(std::size_t at) {
        const std::size_t run = folds_ ? plain_run(at) : 0;
        if (run < 3) {
            rows_.push_back(row_of(at));
            return 1;
        }
        rows_.push_back(fmt::format("{} to {}: {} instructions", place(steps_[at], program_),
                                    place(steps_[at + run - 1], program_), run));
        return run;
    }

    /// The number of instructions from here that only continue with the next one.
    std::size_t plain_run(std::size_t at) const {
        std::size_t end = at;
        while (end + 1 < steps_.size() && steps_[end] != 0 &&
               info(program_.at(steps_[end]).opcode).family == Family::data) {
            ++end;
        }
        return end - at;
    }

    std::string row_of(std::size_t at) const {
        const Label pc = steps_[at];
        if (pc == 0) return "…";
        if (pc == program_.end()) return "past the last instruction";
        const Instruction& i = program_.at(pc);
        const std::string_view way = at + 1 < steps_.size() ? way_of(i, pc, steps_[at + 1]) : "";
        return fmt::format("{}: {}{}", place(pc, program_), print(i, program_), way);
    }

    const std::vector<Label>& steps_;
    const Program& program_;
    bool folds_;
    std::vector<std::string> rows_;
};

std::string path_of(const StructureError& error, const Program& program) {
    if (error.steps.empty()) return {};
    const PathRows path(error.steps, program, error.steps.size() > kMaxRows);
    const auto& rows = path.rows();
    std::string text = "    a path that leads there, if all threads agree at every branch:\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows.size() > kMaxRows && i == kMaxRows / 2) {
            text += fmt::format("      … {} more rows; --json has all steps\n", rows.size() - kMaxRows);
            i = rows.size() - kMaxRows / 2;
        }
        text += fmt::format("      {}\n", rows[i]);
    }
    return text;
}

/// The error with the line and a caret; for control past the end, the caret is after the last instruction.
std::string render(const StructureError& error, const Program& program, std::string_view file,
                   std::string_view text) {
    const std::string message = "error: " + error.message;
    if (program.instructions.empty()) return render_at(0, 0, message, file, text);
    if (error.pc == program.end()) return render_after(program.instructions.back(), message, file, text);
    const Instruction& i = program.at(error.pc);
    return render_at(i.line, i.column, message, file, text);
}

void print_errors(const StructureReport& report, const Program& program, const std::string& file,
                  const std::string& text) {
    for (const StructureError& error : report.errors) {
        std::cerr << render(error, program, file, text) << path_of(error, program);
    }
}

// ---- portability

Location place_of(const ModelDependence& dependence, const Program& program) {
    if (dependence.pc == 0 || program.instructions.empty()) return {};
    const Instruction& i = program.at(std::min(dependence.pc, program.end() - 1));
    return {i.line, i.column};
}

void print_portability(const PortabilityReport& report, const Program& program, const std::string& file,
                       const std::string& text) {
    for (const ModelDependence& dependence : report.places) {
        const Location place = place_of(dependence, program);
        std::cerr << render_at(place.line, place.column, "error: not portable: " + dependence.message, file,
                               text);
    }
    if (!report.is_portable()) return;
    std::vector<std::string_view> unordered;
    for (const Variable v : report.unordered) unordered.push_back(program.variables[v]);
    std::cout << fmt::format("{}: portable{}{}\n", display_name(file),
                             unordered.empty() ? "" : ", but for what atomics return in ",
                             fmt::join(unordered, ", "));
}

nlohmann::ordered_json json_of(const PortabilityReport& report, const Program& program) {
    nlohmann::ordered_json json = {{"ok", report.is_portable()}};
    json["places"] = nlohmann::ordered_json::array();
    for (const ModelDependence& dependence : report.places) {
        const Location place = place_of(dependence, program);
        json["places"].push_back({{"pc", dependence.pc},
                                  {"line", place.line},
                                  {"column", place.column},
                                  {"message", dependence.message}});
    }
    json["unordered"] = nlohmann::ordered_json::array();
    for (const Variable v : report.unordered) json["unordered"].push_back(program.variables[v]);
    return json;
}

nlohmann::ordered_json json_of(const Warnings& warnings) {
    auto list = nlohmann::ordered_json::array();
    for (const Warning& warning : warnings) {
        list.push_back({{"id", warning.id},
                        {"pc", warning.pc},
                        {"line", warning.location.line},
                        {"column", warning.location.column},
                        {"message", warning.message}});
    }
    return list;
}

// `file` is empty if it is the only one.
nlohmann::ordered_json json_of(const StructureReport& report, const Program& program,
                               const std::string& file) {
    nlohmann::ordered_json json;
    json["format"] = 1;
    if (!file.empty()) json["file"] = file;
    json["ok"] = report.ok();
    json["errors"] = nlohmann::ordered_json::array();
    for (const StructureError& error : report.errors) {
        nlohmann::ordered_json e;
        e["kind"] = to_string(error.kind);
        e["pc"] = error.pc;
        const bool placed = error.pc < program.end() && program.at(error.pc).line != 0;
        e["line"] = placed ? nlohmann::ordered_json(program.at(error.pc).line) : nlohmann::ordered_json();
        e["column"] = placed ? nlohmann::ordered_json(program.at(error.pc).column) : nlohmann::ordered_json();
        e["message"] = error.message;
        e["path"] = error.path;
        e["steps"] = error.steps;
        json["errors"].push_back(std::move(e));
    }
    return json;
}

// ---- SARIF

views::SarifLocation location_of(Label pc, const Program& program, const std::string& file) {
    if (program.instructions.empty()) return {file};
    if (pc == program.end()) return {file, program.instructions.back().line};
    return {file, program.at(pc).line, program.at(pc).column};
}

void add_results(const StructureReport& report, const Program& program, const std::string& file,
                 std::vector<views::SarifResult>& to) {
    for (const StructureError& error : report.errors) {
        views::SarifResult result{std::string(to_string(error.kind)), "error", error.message,
                                  location_of(error.pc, program, file)};
        for (const Label pc : error.steps) {
            if (pc == 0 || pc == program.end()) continue;
            result.path.push_back(location_of(pc, program, file));
            result.path.back().message = print(program.at(pc), program);
        }
        to.push_back(std::move(result));
    }
}

void add_results(const Warnings& warnings, const std::string& file, std::vector<views::SarifResult>& to) {
    for (const Warning& warning : warnings) {
        to.push_back({std::string(warning.id),
                      "warning",
                      warning.message,
                      {file, warning.location.line, warning.location.column}});
    }
}

void add_results(const PortabilityReport& report, const Program& program, const std::string& file,
                 std::vector<views::SarifResult>& to) {
    for (const ModelDependence& dependence : report.places) {
        const Location place = place_of(dependence, program);
        to.push_back({"model-dependence", "error", dependence.message, {file, place.line, place.column}});
    }
}

void add_results(const InputError& error, const std::string& file, std::vector<views::SarifResult>& to) {
    for (const LocatedError& located : error.list())
        to.push_back({"bad-input", "error", located.message, {file, located.line, located.column}});
}

Program load(const Options& options, const std::string& file, const std::string& text) {
    ReadOptions read;
    read.program = options.text("program");
    return load_program(file, text, read);
}

/// Adds the file's errors to the results, including input that cannot be read.
int check_for_sarif(const Options& options, const std::string& file,
                    std::vector<views::SarifResult>& results) {
    try {
        const Program program = load(options, file, read_text(file));
        const StructureReport report = check_structure(program);
        add_results(report, program, file, results);
        if (options.has("lint")) add_results(lint(program), file, results);
        const PortabilityReport portability =
            options.has("portable") ? check_portability(program) : PortabilityReport();
        add_results(portability, program, file, results);
        return report.ok() && portability.is_portable() ? kOk : kFailed;
    } catch (const InputError& error) {
        std::cerr << error.message();
        add_results(error, file, results);
        return kBadInput;
    }
}

static_assert(kBadInput == views::kBadInputStatus);

int check_as_sarif(const Options& options) {
    std::vector<views::SarifResult> results;
    const int status =
        for_each_file(options.operands(), "check", Separation::none,
                      [&](const std::string& file) { return check_for_sarif(options, file, results); });
    std::cout << views::sarif_log(results, status, MUSIMD_VERSION);
    return status;
}

// ---- text and JSON

int check_file(const Options& options, bool json, const std::string& file) {
    const std::string text = read_text(file);
    const Program program = load(options, file, text);
    const StructureReport report = check_structure(program);
    const Warnings warnings = options.has("lint") ? lint(program) : Warnings();
    const PortabilityReport portability =
        options.has("portable") ? check_portability(program) : PortabilityReport();
    const int status = report.ok() && portability.is_portable() ? kOk : kFailed;
    const std::string name = display_name(file);
    if (json) {
        const bool several = options.operands().size() > 1;
        nlohmann::ordered_json object = json_of(report, program, several ? name : "");
        if (options.has("lint")) object["warnings"] = json_of(warnings);
        if (options.has("portable")) object["portable"] = json_of(portability, program);
        std::cout << object.dump() << '\n';
        return status;
    }
    if (report.ok()) {
        std::cout << fmt::format("{}: well structured\n", name);
    } else {
        print_errors(report, program, file, text);
    }
    std::cerr << render_warnings(warnings, file, text);
    if (options.has("portable") && report.ok()) print_portability(portability, program, file, text);
    return status;
}

}  // namespace

Options declare_check() {
    Options options("check", "FILE…", kAboutCheck, kExamplesCheck);
    options.value("program", "NAME", "which program of a .pl file (default: the first)");
    options.flag("lint", "also print warnings (docs/lints.md)");
    options.flag("portable", "also check that the program means the same under every model");
    options.one_of("format", "FORMAT", {"text", "json", "sarif"},
                   "output format: text, json or sarif (2.1.0, for code review services) (default text)");
    options.flag("json", "same as --format json");
    return options;
}

int check(const Arguments& arguments) {
    Options options = declare_check();
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    const std::string format = format_option(options);
    if (format == "sarif") return check_as_sarif(options);
    const bool json = format == "json";
    return for_each_file(options.operands(), "check", json ? Separation::array : Separation::none,
                         [&](const std::string& file) { return check_file(options, json, file); });
}

}  // namespace musimd::cli
