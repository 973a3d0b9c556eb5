#include "cli/test_implementation.hpp"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/input.hpp"
#include "cli/terminal.hpp"
#include "differential/foreign/foreign_engine.hpp"
#include "differential/foreign/result_differences.hpp"
#include "engines/engines.hpp"
#include "isa/printer.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

using namespace differential;
using State = TestRecord::State;

/// How many programs a server has at once: it computes while their results are compared.
constexpr std::size_t kWindow = 64;

/// A program to run, as the implementation gets it.
struct ToRun {
    TestProgram test;
    std::string file;  ///< the name that the implementation sees
    Given given;
};

class ImplementationTests {
  public:
    explicit ImplementationTests(const ImplementationSetting& setting)
        : setting_(setting), implementation_(setting) {}

    void run(const std::vector<std::string>& files);
    TestReport take_report() { return std::move(report_); }

  private:
    void read(const std::string& file);
    void read_program_of(const std::string& file, const std::string& name, const std::string& text);
    void run_waiting();
    TestRecord tested(const ToRun& one);
    nlohmann::json answer_for(const ToRun& one);
    void add(TestRecord record);

    ImplementationSetting setting_;
    Implementation implementation_;
    std::vector<ToRun> waiting_;
    TestReport report_;
    ProgressLine progress_;
};

nlohmann::json expected_result(const Program& program) {
    const Result result = find_engine("fast")->run(program, test_options(program), nullptr);
    std::string text;
    write_json(result, program, nullptr, [&](std::string_view piece) { text += piece; });
    return nlohmann::json::parse(text);
}

void ImplementationTests::add(TestRecord record) {
    if (record.state == State::passed) report_.passed += 1;
    if (record.state == State::skipped) report_.skipped += 1;
    if (record.state == State::failed || record.state == State::unreadable) {
        report_.failed += 1;
        progress_.clear();
        for (const TestFailure& failure : record.failures)
            std::cerr << fmt::format("{}: {}\n", record.program, failure.message);
    }
    report_.records.push_back(std::move(record));
}

void ImplementationTests::read_program_of(const std::string& file, const std::string& name,
                                          const std::string& text) {
    ReadOptions options;
    if (!name.empty()) options.program = name;
    const ReadResult read = read_program(text, file, options);
    if (!read) {
        if (text.find(".expect") != std::string::npos)
            add({TestProgram{file, name}.title(), "", State::unreadable, {{0, read.errors}}, {}});
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
        TestProgram test{file, name, names_models ? std::string(to_string(model)) : std::string()};
        waiting_.push_back(
            {std::move(test), is_text ? file : file + ".asm", given(program, assembly, setting_.format)});
    }
}

void ImplementationTests::read(const std::string& file) {
    const std::string text = read_text(file);
    std::vector<std::string> names = program_names(text, file);
    if (names.empty()) names.emplace_back();
    for (const std::string& name : names) read_program_of(file, name, text);
}

nlohmann::json ImplementationTests::answer_for(const ToRun& one) {
    return setting_.form == ImplementationSetting::Form::server ? implementation_.answer()
                                                                : implementation_.run(one.file, one.given);
}

TestRecord ImplementationTests::tested(const ToRun& one) {
    TestRecord record{one.test.title(), std::string(kImplementation), State::passed, {}, {}};
    try {
        const nlohmann::json expected = expected_result(one.given.program);
        const bool without_lines = setting_.format == ImplementationSetting::Format::json;
        std::string different = result_differences(expected, answer_for(one), without_lines);
        while (different.ends_with('\n')) different.pop_back();
        if (!different.empty()) record.failures.push_back({0, different});
    } catch (const Unsupported& reason) {
        record.state = State::skipped;
        record.reason = reason.what();
    } catch (const ImplementationFault& fault) {
        record.failures.push_back({0, fault.what()});
    }
    if (!record.failures.empty()) record.state = State::failed;
    return record;
}

void ImplementationTests::run_waiting() {
    if (setting_.form == ImplementationSetting::Form::server)
        for (const ToRun& one : waiting_) implementation_.ask(one.file, one.given);
    for (const ToRun& one : waiting_) {
        if (interrupted()) break;
        if (progress_.due())
            progress_.show(
                fmt::format("{} passed, {} failed  {}", report_.passed, report_.failed, one.test.file));
        add(tested(one));
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

}  // namespace

TestReport test_implementation(const std::vector<std::string>& files, const ImplementationSetting& setting) {
    ImplementationTests tests(setting);
    tests.run(files);
    TestReport report = tests.take_report();
    report.tested = "the implementation";
    return report;
}

}  // namespace musimd::cli
