// musimd test PATH…

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "checking/conformance.hpp"
#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/language.hpp"
#include "cli/command/options.hpp"
#include "cli/command/parts.hpp"
#include "cli/command/terminal.hpp"
#include "cli/declarations/shared.hpp"
#include "cli/programs/selection.hpp"
#include "cli/programs/test.hpp"
#include "cli/programs/test_report.hpp"
#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"
#include "semantics/models/accepted.hpp"
#include "simulator/native/fallback.hpp"

namespace musimd::cli {
namespace {

using State = TestRecord::State;

constexpr std::string_view kAboutTest =
    "Runs every program under the paths (*.asm, *.pl) that has .expect lines, on every engine, and checks\n"
    "that the result is as expected. An unreadable file with .expect lines counts as failed.\n"
    "With --impl or --impl-server, the programs run on another implementation instead, and each result\n"
    "is compared with that of musimd (docs/conformance.md).\n\n"
    "Exit status: 0 every test passed, 1 one failed, 2 bad command line or no tests.\n";

constexpr std::string_view kExamplesTest =
    "Examples:\n"
    "  musimd test programs                                  all of them\n"
    "  musimd test --coverage programs/conformance           also counts the rules and traps they exercise\n"
    "  musimd test --json programs > results.json            machine-readable\n"
    "  musimd test --format junit programs > results.xml     for a CI server; tap is another format\n"
    "  musimd test --impl './mine {}' programs/conformance   an implementation of your own\n";

void record(const TestProgram& test, const TestOutcome& outcome, TestReport& report, std::string& failures) {
    if (!outcome.unsupported.empty()) {
        report.skipped += 1;
        report.records.push_back({test.title(), outcome.engine, State::skipped, {}, outcome.unsupported});
        return;
    }
    const bool passed = outcome.misses.empty();
    (passed ? report.passed : report.failed) += 1;
    TestRecord record{test.title(), outcome.engine, passed ? State::passed : State::failed, {}, {}};
    for (const ExpectationFailure& miss : outcome.misses) {
        const std::string place = miss.line == 0 ? test.file : fmt::format("{}:{}", test.file, miss.line);
        failures += fmt::format("{}: {} (engine {})\n", place, miss.message, outcome.engine);
        record.failures.push_back({miss.line, miss.message});
    }
    report.records.push_back(std::move(record));
}

/// A program with its expectations, once for each thread model under which it is run; or an unreadable text
/// with
/// `.expect` lines.
struct ToTest {
    TestProgram test;
    std::vector<ReadResult> reads;
    std::vector<std::string> models;    ///< of the reads, if the expectations name models
    std::vector<std::string> accepted;  ///< errors: models that accept it against its expectations

    bool is_readable() const {
        return std::ranges::all_of(reads, [](const ReadResult& read) { return bool(read); });
    }
    TestProgram run(std::size_t number) const {
        return models.empty() ? test : TestProgram{test.file, test.name, models[number]};
    }
};

// The tests of a file; a text without `.expect` lines is not a test.
void read_tests(const std::string& file, std::vector<ToTest>& to) {
    const std::string text = read_text(file);
    std::vector<std::string> names = program_names(text, file);
    if (names.empty()) names.emplace_back();
    for (const std::string& name : names) {
        if (interrupted()) return;
        ReadOptions options;
        if (!name.empty()) options.program = name;
        ToTest test{{file, name}, {}, {}, {}};
        test.reads.push_back(models::read_accepted_program(text, file, options));
        const ReadResult& read = test.reads.front();
        if (!read) refuse_wrong_command("test", file, text);
        const bool expects =
            read ? !read.program->expectations.empty() : text.find(".expect") != std::string::npos;
        if (!expects) continue;
        const bool names_models =
            read && std::ranges::any_of(read.program->expectations, &Expectation::has_model);
        if (names_models) {
            const Program program = *read.program;
            const std::vector<ThreadModel> models = test_models(program);
            test.reads.clear();
            for (const ThreadModel model : models) {
                options.model = model;
                test.reads.push_back(models::read_accepted_program(text, file, options));
                test.models.emplace_back(to_string(model));
            }
            for (const ThreadModel model : refusing_models(program)) {
                options.model = model;
                if (models::read_accepted_program(text, file, options))
                    test.accepted.push_back(
                        fmt::format("{}: expected an error under {}, which accepts the program\n", file,
                                    to_string(model)));
            }
        }
        to.push_back(std::move(test));
    }
}

/// One run of the command: which engines run which programs, and the results.
class Tests {
  public:
    Tests(std::vector<const Engine*> engines, bool coverage) : engines_(std::move(engines)) {
        report_.covers = coverage;
    }

    void run(const std::vector<std::string>& files);
    const TestReport& report() const { return report_; }

  private:
    std::uint64_t batch_size() const;
    void run_waiting(ProgressLine& progress);
    void run_one(const ToTest& test, std::string& failures);

    std::vector<const Engine*> engines_;
    TestReport report_;
    std::vector<ToTest> waiting_;
};

// How many programs are read before they are run: the preferred batch of the engines that prepare programs.
std::uint64_t Tests::batch_size() const {
    std::uint64_t most = 1;
    for (const Engine* engine : engines_) {
        if (engine->caches_prepared) most = std::max(most, engine->preferred_batch);
    }
    return most;
}

void Tests::run_one(const ToTest& test, std::string& failures) {
    for (std::size_t i = 0; i < test.reads.size() && !test.is_readable(); ++i) {
        if (test.reads[i]) continue;
        report_.failed += 1;
        failures += test.reads[i].errors;
        report_.records.push_back(
            {test.run(i).title(), "", State::unreadable, {{0, test.reads[i].errors}}, {}});
    }
    for (const std::string& error : test.accepted) {
        report_.failed += 1;
        failures += error;
        report_.records.push_back({test.test.title(), "", State::unreadable, {{0, error}}, {}});
    }
    if (!test.is_readable()) return;
    std::vector<const Program*> programs;
    for (const ReadResult& read : test.reads) programs.push_back(&*read.program);
    Coverage::Names covered;
    for (const Engine* engine : engines_) {
        const std::uint64_t fallbacks = native::fallback_runs();
        const auto outcomes = run_test_models(programs, *engine, report_.covers);
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            record(test.run(i), outcomes[i], report_, failures);
            covered.insert(covered.end(), outcomes[i].covered.begin(), outcomes[i].covered.end());
        }
        if (native::fallback_runs() != fallbacks) {
            report_.fallbacks += 1;
            report_.records.back().ran_on = "fast";
        }
    }
    report_.coverage.add(covered);
}

void Tests::run_waiting(ProgressLine& progress) {
    if (waiting_.empty() || interrupted()) return;
    for (const Engine* engine : engines_) {
        if (!engine->caches_prepared) continue;
        std::vector<PlannedRun> runs;
        for (const ToTest& test : waiting_) {
            for (const ReadResult& read : test.reads) {
                if (read && !too_large(*engine, *read.program))
                    runs.push_back({&*read.program, test_options(*read.program)});
            }
        }
        if (progress.due()) progress.show(fmt::format("{} prepares {} programs", engine->name, runs.size()));
        engine->prepare(runs);
    }
    for (const ToTest& test : waiting_) {
        if (interrupted()) break;
        if (progress.due())
            progress.show(
                fmt::format("{} passed, {} failed  {}", report_.passed, report_.failed, test.test.file));
        std::string failures;
        run_one(test, failures);
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
        if (waiting_.size() >= batch_size()) run_waiting(progress);
    }
    run_waiting(progress);
    native::set_fallback_warning({});
    progress.clear();
    report_.interrupted = interrupted();
}

std::vector<const Engine*> chosen_engines(const Options& options) {
    std::vector<const Engine*> all;
    for (const Engine& engine : core_engines()) all.push_back(&engine);
    const auto name = options.choice("engine");
    return name ? std::vector<const Engine*>{find_engine(*name)} : all;
}

TestReport test_engines(const std::vector<const Engine*>& engines, bool coverage,
                        const std::vector<std::string>& files) {
    Tests tests(engines, coverage);
    tests.run(files);
    return tests.report();
}

}  // namespace

Options declare_test() {
    Options options("test", "PATH…", kAboutTest, kExamplesTest);
    options.flag("coverage", "count the rules and traps exercised, and verify .covers lines");
    options.one_of("engine", "NAME", engine_names(), "run on this engine only");
    options.one_of("format", "FORMAT", {"text", "json", "tap", "junit"},
                   "output format: text, json, tap (version 14) or junit (XML) (default text)");
    options.flag("json", "same as --format json");
    declare_implementation_options(options);
    declare_selection_options(options);
    options.value("badge", "FILE", "write an SVG with the levels that an implementation passes");
    options.value("limit", "S", "seconds for one program, of --impl and --impl-server (default 10)");
    return options;
}

std::vector<std::string> test_files(const Options& options) {
    std::vector<std::string> missing;
    auto files = find_program_files(options.operands(), missing);
    if (!missing.empty()) throw InputError(missing[0], "no such file or folder");
    return files;
}

int test(const Arguments& arguments) {
    Options options = declare_test();
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    if (options.has("impl") || options.has("impl-server")) return run_part(Part::fuzz, "test", arguments);
    const std::string format = format_option(options);
    const auto engines = chosen_engines(options);
    for (const char* other : {"levels", "tier", "badge", "limit", "impl-format", "impl-memory"})
        if (options.has(other))
            throw UsageError(fmt::format("'--{}' needs '--impl' or '--impl-server'", other));
    const std::vector<std::string> files = test_files(options);

    note_interruptions();
    const TestReport report = test_engines(engines, options.has("coverage"), files);
    if (report.records.empty() && !interrupted()) {
        throw InputError("musimd test: error: no program under these paths has .expect lines\n");
    }
    std::cout << print_tests(report, format);
    if (interrupted()) return kInterrupted;
    return report.failed == 0 ? kOk : kFailed;
}

}  // namespace musimd::cli
