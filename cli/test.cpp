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
#include "simulator/native/fallback.hpp"

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
    std::uint64_t skipped = 0;    ///< that the engine does not run
    std::uint64_t fallbacks = 0;  ///< that native left to fast, as the compiler failed on them
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

/// A program with what it expects, or a text with `.expect` lines that cannot be read.
struct ToTest {
    TestProgram test;
    ReadResult read;
};

// Those of a file; a text without `.expect` lines is no test.
void read_tests(const std::string& file, std::vector<ToTest>& to) {
    const std::string text = read_text(file);
    std::vector<std::string> names = program_names(text, file);
    if (names.empty()) names.emplace_back();
    for (const std::string& name : names) {
        if (interrupted()) return;
        ReadOptions options;
        if (!name.empty()) options.program = name;
        ReadResult read = read_program(text, file, options);
        const bool expects =
            read ? !read.program->expectations.empty() : text.find(".expect") != std::string::npos;
        if (expects) to.push_back({{file, name}, std::move(read)});
    }
}

/// The command at work: which engines run which programs, and what became of them.
class Tests {
  public:
    Tests(std::vector<const Engine*> engines, bool coverage)
        : engines_(std::move(engines)), coverage_(coverage) {}

    void run(const std::vector<std::string>& files);
    const Tally& tally() const { return tally_; }

  private:
    std::uint64_t at_once() const;
    void run_waiting(ProgressLine& progress);
    void run_one(const ToTest& one, std::string& failures);

    std::vector<const Engine*> engines_;
    bool coverage_;
    Tally tally_;
    std::vector<ToTest> waiting_;
};

// How many programs are read before they are run: as many as an engine that can be told of them likes best.
std::uint64_t Tests::at_once() const {
    std::uint64_t most = 1;
    for (const Engine* engine : engines_) {
        if (engine->prepares_any) most = std::max(most, engine->at_once);
    }
    return most;
}

void Tests::run_one(const ToTest& one, std::string& failures) {
    if (!one.read) {
        tally_.failed += 1;
        failures += one.read.errors;
        tally_.tests.push_back({{"program", one.test.title()},
                                {"engine", nullptr},
                                {"passed", false},
                                {"failures", {{{"line", nullptr}, {"message", one.read.errors}}}}});
        return;
    }
    Coverage::Names covered;
    for (const Engine* engine : engines_) {
        const std::uint64_t fallbacks = native::fallback_runs();
        try {
            const TestOutcome outcome = run_test(*one.read.program, *engine, coverage_);
            record(one.test, outcome, tally_, failures);
            if (native::fallback_runs() != fallbacks) {
                tally_.fallbacks += 1;
                tally_.tests.back()["ran_on"] = "fast";
            }
            covered = outcome.covered;
        } catch (const Unsupported& reason) {
            tally_.skipped += 1;
            tally_.tests.push_back(
                {{"program", one.test.title()}, {"engine", engine->name}, {"skipped", reason.what()}});
        }
    }
    tally_.coverage.add(covered);
}

void Tests::run_waiting(ProgressLine& progress) {
    if (waiting_.empty() || interrupted()) return;
    for (const Engine* engine : engines_) {
        if (!engine->prepares_any) continue;
        std::vector<PlannedRun> runs;
        for (const ToTest& one : waiting_) {
            if (one.read && !too_large(*engine, *one.read.program))
                runs.push_back({&*one.read.program, test_options(*one.read.program)});
        }
        if (progress.due()) progress.show(fmt::format("{} prepares {} programs", engine->name, runs.size()));
        engine->prepare(runs);
    }
    for (const ToTest& one : waiting_) {
        if (interrupted()) break;
        if (progress.due())
            progress.show(
                fmt::format("{} passed, {} failed  {}", tally_.passed, tally_.failed, one.test.file));
        std::string failures;
        run_one(one, failures);
        if (!failures.empty()) {
            progress.clear();
            std::cerr << failures;
        }
    }
    waiting_.clear();
}

void Tests::run(const std::vector<std::string>& files) {
    ProgressLine progress;
    native::set_fallback_warning([&](const std::string& warning) {
        progress.clear();
        std::cerr << warning;
    });
    for (const std::string& file : files) {
        if (interrupted()) break;
        read_tests(file, waiting_);
        if (waiting_.size() >= at_once()) run_waiting(progress);
    }
    run_waiting(progress);
    native::set_fallback_warning({});
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
    std::vector<const Engine*> all;
    for (const Engine& engine : engines()) all.push_back(&engine);
    const auto name = options.choice("engine");
    return name ? std::vector<const Engine*>{differential::engine_named(*name)} : all;
}

}  // namespace

Options declare_test() {
    Options options("test", "PATH…", kAbout, kExamples);
    options.flag("coverage", "count the rules and traps exercised, and verify .covers lines");
    options.one_of("engine", "NAME", engine_names(), "one engine only");
    options.flag("json", "print the outcome as one JSON object");
    return options;
}

int test(const Arguments& arguments) {
    Options options = declare_test();
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    const auto engines = chosen_engines(options);
    const bool coverage = options.has("coverage");

    std::vector<std::string> missing;
    const auto files = find_program_files(options.operands(), missing);
    if (!missing.empty()) throw InputError(missing[0], "there is no such file or folder");

    note_interruptions();
    Tests tests(engines, coverage);
    tests.run(files);
    const Tally& tally = tests.tally();
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
        const std::string fallbacks =
            tally.fallbacks == 0
                ? ""
                : fmt::format("; {} ran on fast, as the compiler failed on them", tally.fallbacks);
        std::cout << fmt::format("{} passed, {} failed{}{}{}\n", tally.passed, tally.failed, skipped,
                                 fallbacks, interrupted() ? "; interrupted" : "");
    }
    if (interrupted()) return kInterrupted;
    return tally.failed == 0 ? kOk : kFailed;
}

}  // namespace musimd::cli
