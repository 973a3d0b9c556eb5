#include "cli/fuzz/test_implementation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "checking/conformance.hpp"
#include "checking/conformance_level.hpp"
#include "cli/command/input.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/conformance_report.hpp"
#include "cli/fuzz/implementation_options.hpp"
#include "cli/programs/selection.hpp"
#include "cli/programs/test.hpp"
#include "engines/engines.hpp"
#include "engines/foreign/foreign_engine.hpp"
#include "engines/foreign/result_differences.hpp"
#include "isa/printer.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

using namespace differential;
using AnswerState = ConformanceRecord::State;

/// How many programs a server has at once: it computes while their results are compared.
constexpr std::size_t kWindow = 64;

/// A program to run, as the implementation gets it.
struct ToRun {
    TestProgram test;
    std::string file;  ///< the name that the implementation sees
    foreign::Given given;
    ConformanceRecord record;
    nlohmann::json expected;
};

class ImplementationTests {
  public:
    ImplementationTests(const Selection& selection, const foreign::ImplementationSetting& setting)
        : selection_(selection), setting_(setting), implementation_(setting) {
        report_.implementation = setting.command;
    }

    void run(const std::vector<std::string>& files);
    ConformanceReport take_report() { return std::move(report_); }

  private:
    void read(const std::string& file);
    void read_program_of(const std::string& file, const std::string& name, const std::string& text);
    void run_waiting();
    void add_program(const TestProgram& test, const std::string& file, foreign::Given given);
    void test(ToRun& test);
    nlohmann::json answer_for(const ToRun& test);
    void add(ConformanceRecord record);

    Selection selection_;
    foreign::ImplementationSetting setting_;
    foreign::Implementation implementation_;
    std::vector<ToRun> waiting_;
    ConformanceReport report_;
    std::uint64_t passed_ = 0;
    std::uint64_t failed_ = 0;
    ProgressLine progress_;
};

void ImplementationTests::add(ConformanceRecord record) {
    if (record.state == AnswerState::passed) ++passed_;
    if (record.state == AnswerState::failed) ++failed_;
    report_.records.push_back(std::move(record));
}

/// A program waits for its run, if it is selected.
void ImplementationTests::add_program(const TestProgram& test, const std::string& file,
                                      foreign::Given given) {
    ConformanceRecord record;
    record.program = test.title();
    record.levels = levels_of(given.program);
    Coverage coverage;
    const Result result = find_engine("fast")->run(given.program, test_options(given.program), &coverage);
    record.tier = tier_of(given.program, result.steps);
    for (const std::string_view name : coverage.names()) record.rules.emplace_back(name);
    if (!is_selected(selection_, record.levels, record.tier)) return;
    const std::string text = json_of(result, given.program);
    if (setting_.form == foreign::ImplementationSetting::Form::server) implementation_.ask(file, given);
    waiting_.push_back({test, file, std::move(given), std::move(record), nlohmann::json::parse(text)});
}

void ImplementationTests::read_program_of(const std::string& file, const std::string& name,
                                          const std::string& text) {
    ReadOptions options;
    if (!name.empty()) options.program = name;
    const ReadResult read = read_program(text, file, options);
    if (!read) {
        if (text.find(".expect") != std::string::npos)
            add({TestProgram{file, name}.title(), {}, {}, {}, AnswerState::failed, read.errors});
        return;
    }
    if (read.program->expectations.empty()) return;
    for (const ThreadModel model : test_models(*read.program)) {
        // The text itself, if it says all: an implementation reads the first program of a list.
        const bool is_text =
            model == read.program->model && (name.empty() || name == program_names(text, file)[0]);
        Program program = *read.program;
        program.model = model;
        const std::string assembly = is_text ? text : print(program);
        if (!is_text) {
            ReadResult again = read_program(assembly, "program.asm");
            if (again) program = std::move(*again.program);
        }
        const bool names_models = std::ranges::any_of(program.expectations, &Expectation::has_model);
        const TestProgram test{file, name, names_models ? std::string(to_string(model)) : std::string()};
        add_program(test, is_text ? file : file + ".asm", given(program, assembly, setting_.format));
    }
}

void ImplementationTests::read(const std::string& file) {
    const std::string text = read_text(file);
    std::vector<std::string> names = program_names(text, file);
    if (names.empty()) names.emplace_back();
    for (const std::string& name : names) read_program_of(file, name, text);
}

nlohmann::json ImplementationTests::answer_for(const ToRun& test) {
    return setting_.form == foreign::ImplementationSetting::Form::server
               ? implementation_.answer()
               : implementation_.run(test.file, test.given);
}

void ImplementationTests::test(ToRun& test) {
    ConformanceRecord& record = test.record;
    try {
        const bool without_lines = setting_.format == foreign::ImplementationSetting::Format::json;
        record.details = foreign::result_differences(test.expected, answer_for(test), without_lines);
        while (record.details.ends_with('\n')) record.details.pop_back();
    } catch (const Unsupported& reason) {
        record.state = AnswerState::skipped;
        record.details = reason.what();
        return;
    } catch (const foreign::ImplementationFault& fault) {
        record.details = fault.what();
    }
    if (!record.details.empty()) record.state = AnswerState::failed;
}

void ImplementationTests::run_waiting() {
    for (ToRun& item : waiting_) {
        if (interrupted()) break;
        if (progress_.due())
            progress_.show(fmt::format("{} passed, {} failed  {}", passed_, failed_, item.test.file));
        test(item);
        add(std::move(item.record));
    }
    waiting_.clear();
}

void ImplementationTests::run(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        if (interrupted()) break;
        read(file);
        if (waiting_.size() >= kWindow) run_waiting();
    }
    if (!interrupted()) run_waiting();
    progress_.clear();
    report_.interrupted = interrupted();
}

ConformanceReport test_implementation(const std::vector<std::string>& files, const Selection& selection,
                                      const foreign::ImplementationSetting& setting) {
    ImplementationTests tests(selection, setting);
    tests.run(files);
    return tests.take_report();
}

int report_implementation(const Options& options, const std::vector<std::string>& files,
                          const foreign::ImplementationSetting& implementation, const std::string& format) {
    const ConformanceReport report =
        test_implementation(files, read_selection_options(options), implementation);
    if (report.records.empty() && !interrupted())
        throw InputError("musimd test: error: no selected program under these paths has .expect lines\n");
    if (const auto badge = options.text("badge")) write_text(*badge, conformance_badge(report));
    std::cout << print_conformance(report, format);
    if (interrupted()) return kInterrupted;
    const auto is_failed = [](const ConformanceRecord& record) {
        return record.state == ConformanceRecord::State::failed;
    };
    return std::ranges::any_of(report.records, is_failed) ? kFailed : kOk;
}

}  // namespace

int test_of_implementation(const Arguments& arguments) {
    Options options = declare_test();
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    const std::string format = format_option(options);
    const auto seconds = static_cast<std::int64_t>(options.integer("limit", 1, 86'400).value_or(10));
    const auto implementation = read_implementation_options(options, seconds);
    if (!implementation) throw UsageError("expected '--impl' or '--impl-server'");
    for (const char* other : {"engine", "coverage"})
        if (options.has(other)) throw exclusive(other, "impl");
    const std::vector<std::string> files = test_files(options);
    note_interruptions();
    return report_implementation(options, files, *implementation, format);
}

}  // namespace musimd::cli
