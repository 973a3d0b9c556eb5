// musimd suite -o DIR PATH…

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "checking/conformance.hpp"
#include "checking/conformance_level.hpp"
#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/programs/selection.hpp"
#include "isa/json_text.hpp"
#include "isa/json_writer.hpp"
#include "isa/printer.hpp"
#include "semantics/machine.hpp"
#include "semantics/models/accepted.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

namespace fs = std::filesystem;
using SuiteJson = nlohmann::ordered_json;

constexpr std::string_view kAboutSuite =
    "Writes the programs under the paths that have .expect lines to a folder, to test other "
    "implementations:\n"
    "each as assembly and as JSON, with its result by the rules, and manifest.json, which lists for each "
    "the\n"
    "levels that it needs, its size, the rules and traps that it exercises, and the statements of\n"
    "docs/semantics.md that it tests (docs/conformance.md).\n\n"
    "Exit status: 0, 2 bad input or command line.\n";

constexpr std::string_view kExamplesSuite =
    "Examples:\n"
    "  musimd suite -o suite programs                              all of them\n"
    "  musimd suite -o suite --levels core,everywhere programs     those that need no more than these\n"
    "  musimd suite -o suite --tier small programs                 those for slow interpreters\n";

constexpr std::string_view kReadme =
    "# The conformance suite of musimd\n\n"
    "Programs of the μ-SIMD machine with their results, to test other implementations.\n\n"
    "| file | what it is |\n"
    "| --- | --- |\n"
    "| `manifest.json` | the list of the programs |\n"
    "| `programs/….asm` | a program as assembly |\n"
    "| `programs/….json` | the same as JSON |\n"
    "| `programs/….expected.json` | its result, as `musimd run --json` prints it |\n"
    "| `docs/` | the contract (`conformance.md`), the machine (`semantics.md`), the languages "
    "(`interfaces.md`) |\n\n"
    "For each program: run it, print the result as JSON, and compare it with the expected one. "
    "`conformance.md`\n"
    "says what is compared, and with which programs to begin.\n";

/// A program as its file in the suite has it.
struct SuiteProgram {
    std::string text;
    Program program;
};

/// From the file of a program to the statements that it tests.
std::map<std::string, std::vector<std::string>> read_statements(const std::string& file) {
    std::map<std::string, std::vector<std::string>> statements;
    const auto json = SuiteJson::parse(read_text(file), nullptr, false);
    const auto table = json.is_object() ? json.find("statements") : json.end();
    if (table == json.end() || !table->is_object())
        throw InputError(file, "expected an object with the member 'statements'");
    for (const auto& [number, programs] : table->items()) {
        if (!programs.is_array()) throw InputError(file, fmt::format("{}: expected a list of files", number));
        for (const auto& program : programs)
            if (program.is_string()) statements[program.get<std::string>()].push_back(number);
    }
    return statements;
}

class SuiteWriter {
  public:
    explicit SuiteWriter(const Options& options);

    void add_file(const std::string& file);
    std::size_t finish();

  private:
    void add(const std::string& file, const std::string& name, const SuiteProgram& suite_program);
    void write(const std::string& name, const std::string& text) const;

    fs::path folder_;
    Selection selection_;
    std::map<std::string, std::vector<std::string>> statements_;
    std::vector<SuiteJson> entries_;
};

SuiteWriter::SuiteWriter(const Options& options)
    : folder_(options.text("output").value_or("")), selection_(read_selection_options(options)) {
    if (const auto file = options.text("statements")) statements_ = read_statements(*file);
    std::error_code error;
    if (fs::exists(folder_, error) && !fs::is_empty(folder_, error))
        throw InputError(folder_.string(), "it exists and is not an empty folder");
}

/// The program of a text under a model: the text itself if it is assembly and says so, else as printed.
SuiteProgram suite_program(const std::string& text, const std::string& file, const ReadOptions& options) {
    Program program = load_program(file, text, options);
    ReadResult plain = read_program(text, file);
    const bool is_kept = language_of(file, text) == Language::assembly && plain && *plain.program == program;
    if (is_kept) return {text, std::move(*plain.program)};
    std::string printed = print(program);
    return {printed, load_program("printed.asm", printed, {})};
}

void SuiteWriter::add_file(const std::string& file) {
    const std::string text = read_text(file);
    fs::path path = fs::path(file).lexically_normal().relative_path();
    if (path.begin() != path.end() && *path.begin() == "..") path = path.filename();
    // The name of a Prolog list keeps its extension: an assembly may have the same.
    const bool is_list = path.extension() == ".pl";
    const std::string stem = (is_list ? path : path.parent_path() / path.stem()).string();
    std::vector<std::string> names = program_names(text, file);
    if (names.empty()) names.emplace_back();
    for (const std::string& name : names) {
        ReadOptions options;
        if (!name.empty()) options.program = name;
        const ReadResult read = models::read_accepted_program(text, file, options);
        if (!read && text.find(".expect") == std::string::npos) continue;
        const Program program = load_program(file, text, options);
        if (program.expectations.empty()) continue;
        const bool names_models = std::ranges::any_of(program.expectations, &Expectation::has_model);
        for (const ThreadModel model : test_models(program)) {
            if (names_models) options.model = model;
            const std::string suffix = names_models ? fmt::format(".{}", to_string(model)) : "";
            add(file, stem + (names.size() > 1 ? "." + name : "") + suffix,
                suite_program(text, file, options));
        }
    }
}

void SuiteWriter::add(const std::string& file, const std::string& name, const SuiteProgram& suite_program) {
    Coverage coverage;
    const Result result = run_rules(suite_program.program, test_options(suite_program.program), &coverage);
    const std::vector<ConformanceLevel> levels = levels_of(suite_program.program);
    const SizeTier tier = tier_of(suite_program.program, result.steps);
    if (!is_selected(selection_, levels, tier)) return;
    write(name + ".asm", suite_program.text);
    write(name + ".json", to_json(suite_program.program));
    write(name + ".expected.json", json_of(result, suite_program.program));

    SuiteJson entry = {
        {"file", name + ".asm"}, {"json", name + ".json"}, {"expected", name + ".expected.json"}};
    for (const ConformanceLevel level : levels) entry["levels"].push_back(to_string(level));
    entry["tier"] = to_string(tier);
    entry["threads"] = suite_program.program.threads;
    entry["warps"] = suite_program.program.warps;
    entry["steps"] = result.steps;
    entry["outcome"] = to_string(result.outcome);
    entry["covers"] = coverage.names();
    const auto tested = statements_.find(fs::path(file).lexically_normal().generic_string());
    entry["statements"] = tested == statements_.end() ? std::vector<std::string>() : tested->second;
    entries_.push_back(std::move(entry));
}

void SuiteWriter::write(const std::string& name, const std::string& text) const {
    const fs::path path = folder_ / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    write_text(path.string(), text);
}

/// Writes the manifest, with one line per program; returns their number.
std::size_t SuiteWriter::finish() {
    SuiteJson head = {{"format", 1}, {"version", MUSIMD_VERSION}};
    for (const ConformanceLevelInfo& info : conformance_levels()) head["levels"][info.name] = info.meaning;
    for (const SizeTierInfo& info : size_tiers()) head["tiers"][info.name] = info.meaning;
    std::string text = head.dump(1);
    text.resize(text.rfind('\n'));
    text += ",\n \"programs\": [";
    for (std::size_t i = 0; i < entries_.size(); ++i)
        text += fmt::format("{}\n  {}", i == 0 ? "" : ",", json_text(entries_[i]));
    write("manifest.json", text + "\n ]\n}\n");
    write("README.md", std::string(kReadme));
    return entries_.size();
}

}  // namespace

Options declare_suite() {
    Options options("suite", "PATH…", kAboutSuite, kExamplesSuite);
    options.value("output,o", "DIR", "the folder to write; it must be empty or not exist");
    declare_selection_options(options);
    options.value("statements", "FILE", "which programs test which statement (programs/statements.json)");
    return options;
}

int suite(const Arguments& arguments) {
    Options options = declare_suite();
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    if (!options.has("output")) throw UsageError("expected '--output DIR'");
    std::vector<std::string> missing;
    const auto files = find_program_files(options.operands(), missing);
    if (!missing.empty()) throw InputError(missing[0], "no such file or folder");
    note_interruptions();
    SuiteWriter writer(options);
    for (const std::string& file : files) {
        if (interrupted()) return kInterrupted;
        writer.add_file(file);
    }
    const std::size_t programs = writer.finish();
    std::cout << fmt::format("{} programs\n", programs);
    return kOk;
}

}  // namespace musimd::cli
