// musimd check FILE

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "isa/diagnostic.hpp"
#include "isa/printer.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAbout =
    "Checks that conditionals and everywhere blocks are well nested on every path that control can take, so "
    "that no\n"
    "run of the program, on any input, ends in sync-without-branch, stop-while-diverged, end-everywhere-…,\n"
    "branch-mask-outside-everywhere, barrier-while-diverged or pc-out-of-program.\n\n"
    "Exit status: 0 the check passed, 1 it failed, 2 bad input or command line.\n";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  musimd check prog.asm           the offending branch, sync or block, and a path that gets there\n"
    "  musimd check --json prog.asm    the same for a program to read\n";

constexpr std::size_t kMostSteps = 24;  // of a path that are printed

std::string place(Label pc, const Program& program) {
    return pc < program.end() && program.at(pc).line != 0 ? fmt::format("line {}", program.at(pc).line)
                                                          : fmt::format("instruction {}", pc);
}

std::string step_of(Label pc, const Program& program) {
    if (pc == 0) return "      …\n";
    if (pc == program.end()) return "      past the last instruction\n";
    return fmt::format("      {}: {}\n", place(pc, program), print(program.at(pc), program));
}

std::string path_of(const StructureError& error, const Program& program) {
    if (error.path.empty()) return {};
    std::string text = "    a path that gets there:\n";
    for (std::size_t i = 0; i < error.path.size(); ++i) {
        if (error.path.size() > kMostSteps && i == kMostSteps / 2) {
            text += fmt::format("      … {} more\n", error.path.size() - kMostSteps);
            i = error.path.size() - kMostSteps / 2;
        }
        text += step_of(error.path[i], program);
    }
    return text;
}

void print_errors(const StructureReport& report, const Program& program, const std::string& file,
                  const std::string& text) {
    const auto lines = lines_of(text);
    const std::string_view name = file == "-" ? "<stdin>" : std::string_view(file);
    for (const StructureError& error : report.errors) {
        const bool placed = error.pc < program.end() && program.at(error.pc).line != 0;
        if (placed) {
            const Instruction& i = program.at(error.pc);
            const std::string_view line = lines[i.line - 1];
            std::cerr << fmt::format("{}:{}:{}: error: {}\n{}", name, i.line, i.column, error.message,
                                     excerpt(line, offset_of(line, i.column)));
        } else {
            std::cerr << fmt::format("{}: error: {}\n", name, error.message);
        }
        std::cerr << path_of(error, program);
    }
}

nlohmann::ordered_json json_of(const StructureReport& report, const Program& program) {
    nlohmann::ordered_json json;
    json["format"] = 1;
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
        json["errors"].push_back(std::move(e));
    }
    return json;
}

}  // namespace

int check(const Arguments& arguments) {
    Options options("check", "FILE", kAbout, kExamples);
    options.value("program", "NAME", "which program of a .pl file (default: the first)");
    options.flag("json", "print the outcome as one JSON object");
    if (!options.parse(arguments, 1, 1)) return kOk;
    const std::string& file = options.operands()[0];
    const std::string text = read_text(file);
    ReadOptions read;
    read.program = options.text("program");
    const Program program = load_program(file, text, read);

    const StructureReport report = check_structure(program);
    if (options.has("json")) {
        std::cout << json_of(report, program).dump() << '\n';
    } else if (report.ok()) {
        std::cout << fmt::format("{}: well structured\n", file == "-" ? "<stdin>" : file);
    } else {
        print_errors(report, program, file, text);
    }
    return report.ok() ? kOk : kFailed;
}

}  // namespace musimd::cli
