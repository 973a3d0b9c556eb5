// musimd test PATH…

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "differential/engines.hpp"
#include "isa/diagnostic.hpp"
#include "simulator/conformance.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAbout =
    "Runs every program under the paths (*.asm, *.pl) that has .expect lines, on every engine, and holds it "
    "against\n"
    "them. A file with .expect lines that cannot be read counts as failed.\n\n"
    "Exit status: 0 every test passed, 1 one failed, 2 bad command line or no tests.\n";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  musimd test programs                                  all of them\n"
    "  musimd test --coverage programs/conformance           and which rules and traps they exercise\n"
    "  musimd test --json programs > results.json            for a program to read\n";

struct Tally {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
    std::uint64_t skipped = 0;  ///< that the engine does not run
    CoverageTable coverage;
    nlohmann::ordered_json tests = nlohmann::ordered_json::array();
};

void record(const TestProgram& test, const TestOutcome& outcome, Tally& tally, std::string& failures) {
    const bool passed = outcome.misses.empty();
    (passed ? tally.passed : tally.failed) += 1;
    nlohmann::ordered_json json = {{"program", test.title()}, {"engine", outcome.engine}, {"passed", passed}};
    json["failures"] = nlohmann::ordered_json::array();
    for (const Disappointment& miss : outcome.misses) {
        const std::string place = miss.line == 0 ? test.file : fmt::format("{}:{}", test.file, miss.line);
        failures += fmt::format("{}: {} (engine {})\n", place, miss.message, outcome.engine);
        json["failures"].push_back(
            {{"line", miss.line == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(miss.line)},
             {"message", miss.message}});
    }
    tally.tests.push_back(std::move(json));
}

// One program of a file; a text without `.expect` lines is no test.
void run_program(const TestProgram& test, const std::string& text, const std::vector<const Engine*>& chosen,
                 bool coverage, Tally& tally, std::string& failures) {
    ReadOptions options;
    if (!test.name.empty()) options.program = test.name;
    const ReadResult read = read_program(text, test.file, options);
    if (!read) {
        if (text.find(".expect") == std::string::npos) return;
        tally.failed += 1;
        failures += read.errors;
        tally.tests.push_back({{"program", test.title()},
                               {"engine", nullptr},
                               {"passed", false},
                               {"failures", {{{"line", nullptr}, {"message", read.errors}}}}});
        return;
    }
    if (read.program->expectations.empty()) return;
    Coverage::Names covered;
    for (const Engine* engine : chosen) {
        try {
            const TestOutcome outcome = run_test(*read.program, *engine, coverage);
            record(test, outcome, tally, failures);
            covered = outcome.covered;
        } catch (const Unsupported& reason) {
            tally.skipped += 1;
            tally.tests.push_back(
                {{"program", test.title()}, {"engine", engine->name}, {"skipped", reason.what()}});
        }
    }
    tally.coverage.add(covered);
}

void print_coverage(const CoverageTable& table) {
    std::cout << "programs that exercise each rule and trap\n";
    for (const auto& [name, count] : table.rows()) std::cout << fmt::format("{:>6}  {}\n", count, name);
    const auto never = table.never();
    if (!never.empty()) std::cout << fmt::format("never exercised: {}\n", fmt::join(never, ", "));
}

void print_json(const Tally& tally, bool coverage) {
    nlohmann::ordered_json json = {{"format", 1}, {"passed", tally.passed}, {"failed", tally.failed}};
    if (tally.skipped != 0) json["skipped"] = tally.skipped;
    json["tests"] = tally.tests;
    if (coverage) {
        json["coverage"] = nlohmann::ordered_json::object();
        for (const auto& [name, count] : tally.coverage.rows()) json["coverage"][name] = count;
    }
    std::cout << json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

std::vector<const Engine*> chosen_engines(const Options& options) {
    std::vector<std::string_view> names;
    std::vector<const Engine*> all;
    for (const Engine& engine : engines()) all.push_back(&engine);
    for (const Engine& engine : differential::all_engines()) names.push_back(engine.name);
    const auto name = options.choice("engine", names);
    return name ? std::vector<const Engine*>{differential::engine_named(*name)} : all;
}

}  // namespace

int test(const Arguments& arguments) {
    Options options("test", "PATH…", kAbout, kExamples);
    options.flag("coverage", "count the rules and traps exercised, and verify .covers lines");
    options.value("engine", "NAME", "one engine only");
    options.flag("json", "print the outcome as one JSON object");
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    const auto engines = chosen_engines(options);
    const bool coverage = options.has("coverage");

    std::vector<std::string> missing;
    const auto files = find_program_files(options.operands(), missing);
    if (!missing.empty())
        throw InputError(fmt::format("{}: error: there is no such file or folder\n", missing[0]));

    note_interruptions();
    Tally tally;
    ProgressLine progress;
    for (const std::string& file : files) {
        if (interrupted()) break;
        if (progress.due())
            progress.show(fmt::format("{} passed, {} failed  {}", tally.passed, tally.failed, file));
        const std::string text = read_text(file);
        std::vector<std::string> names = program_names(text, file);
        if (names.empty()) names.emplace_back();
        std::string failures;
        for (const std::string& name : names)
            run_program({file, name}, text, engines, coverage, tally, failures);
        if (!failures.empty()) {
            progress.clear();
            std::cerr << failures;
        }
    }
    progress.clear();
    if (tally.passed + tally.failed + tally.skipped == 0 && !interrupted()) {
        throw InputError("musimd test: error: no program under these paths has .expect lines\n");
    }
    if (options.has("json")) {
        print_json(tally, coverage);
    } else {
        if (coverage) print_coverage(tally.coverage);
        const std::string skipped =
            tally.skipped == 0 ? ""
                               : fmt::format(", {} skipped: the engine does not run them", tally.skipped);
        std::cout << fmt::format("{} passed, {} failed{}{}\n", tally.passed, tally.failed, skipped,
                                 interrupted() ? "; interrupted" : "");
    }
    if (interrupted()) return kInterrupted;
    return tally.failed == 0 ? kOk : kFailed;
}

}  // namespace musimd::cli
