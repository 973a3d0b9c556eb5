#include "checking/grading/grade.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/endless.hpp"
#include "checking/expectations.hpp"
#include "checking/grading/answer.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "simulator/endless/endless.hpp"

namespace musimd::grading {
namespace {

constexpr std::int64_t kSegment = 32;  // words, for statistics, as in `.expect stat`

struct Run {
    Result result;
    Statistics statistics;
    std::vector<ExpectationFailure> misses;
};

class Grader {
  public:
    Grader(const Exercise& exercise, std::string_view answer, std::string_view file)
        : exercise_(exercise), answer_(answer), file_(file) {
        verdict_.inputs = exercise.inputs.size();
    }

    Verdict grade() {
        if (read() && has_structure() && has_instructions()) run_inputs();
        if (verdict_.passed()) verdict_.message = "All inputs pass.";
        return std::move(verdict_);
    }

  private:
    bool read();
    bool has_structure();
    bool lacks_end(const StructureReport& report);
    bool has_instructions();
    void run_inputs();
    void refuse(std::string message);
    void explain(std::string otherwise);
    Run run(const Program& program);
    void fail(std::size_t number, const Run& run, const Program& program);
    std::string failure_text(std::size_t number, const Run& run, const Program& program) const;
    std::string endless(const Program& program, const Result& result) const;
    bool meets(const std::vector<std::string>& when) const;
    bool branches() const;
    bool applies(const Mistake& mistake) const;

    const Exercise& exercise_;
    std::string_view answer_;
    std::string_view file_;
    Program program_;  ///< the answer with the directives of the first input
    bool is_structured_ = true;
    const Run* failed_ = nullptr;  ///< on the input that the verdict names
    Verdict verdict_;
};

// ---- before the runs

bool Grader::read() {
    if (language_of(file_, answer_) != Language::assembly) {
        verdict_.message = "The answer must be assembly.";
        return false;
    }
    if (answer_.find('\0') != std::string_view::npos) {
        verdict_.message = "The answer is not a text file.";
        return false;
    }
    ReadResult own = read_program(answer_, file_);
    // Without its directives it may still be wrong, and errors of directives that do not count are none.
    ReadResult read = read_program(with_directives(answer_, exercise_.inputs[0].directives), file_);
    if (!read && !own) read = std::move(own);
    if (!read) {
        verdict_.message = "The answer cannot be read.";
        verdict_.failures = {read.errors};
        return false;
    }
    program_ = std::move(*read.program);
    return true;
}

bool Grader::has_structure() {
    const StructureReport report = check_structure(program_);
    if (lacks_end(report)) return false;
    if (!exercise_.check) return true;
    is_structured_ = report.ok();
    if (is_structured_) return true;
    const StructureError& error = report.errors.front();
    const std::uint32_t line = error.pc < program_.end() ? program_.at(error.pc).line : 0;
    refuse(line == 0 ? error.message : fmt::format("Line {}: {}", line, error.message));
    return false;
}

// An answer that has nothing that ends it has not been finished: no mistake explains it.
bool Grader::lacks_end(const StructureReport& report) {
    const bool ends = contains(program_, "stop") || contains(program_, "exit");
    if (ends || report.ok()) return false;
    verdict_.message = program_.instructions.empty()
                           ? "The program has no instructions yet. Its last one is a `stop`."
                           : "The program has no `stop`: write one as the last instruction.";
    return true;
}

bool Grader::has_instructions() {
    for (const std::string& name : exercise_.uses) {
        if (contains(program_, name)) continue;
        refuse(fmt::format("The answer must use '{}'.", name));
        return false;
    }
    for (const std::string& name : exercise_.avoids) {
        if (!contains(program_, name)) continue;
        refuse(fmt::format("The answer must not use '{}'.", name));
        return false;
    }
    return true;
}

void Grader::refuse(std::string message) {
    verdict_.failures = {message};
    explain(std::move(message));
}

// ---- the runs

Run Grader::run(const Program& program) {
    MachineOptions options = test_options(program);
    options.max_steps = program.max_steps.value_or(kMaxSteps);
    StatisticsObserver observer(program, kSegment, options.max_address);
    Run run{run_rules(program, options, &observer), observer.statistics(), {}};
    run.misses = check_expectations(program, run.result, run.statistics);
    verdict_.steps += run.statistics.steps;
    return run;
}

void Grader::run_inputs() {
    for (std::size_t i = 0; i < exercise_.inputs.size(); ++i) {
        const ReadResult read = read_program(with_directives(answer_, exercise_.inputs[i].directives), file_);
        if (!read) {
            verdict_.input = verdict_.input.value_or(i);
            if (verdict_.input == i) {
                verdict_.failures = {read.errors};
                explain("The answer cannot be run on this input.");
            }
            continue;
        }
        const Run run = this->run(*read.program);
        if (run.misses.empty())
            verdict_.passed_inputs += 1;
        else if (!verdict_.input)
            fail(i, run, *read.program);
    }
}

void Grader::fail(std::size_t number, const Run& run, const Program& program) {
    verdict_.input = number;
    for (const ExpectationFailure& miss : run.misses) verdict_.failures.push_back(miss.message);
    failed_ = &run;
    explain(failure_text(number, run, program));
    failed_ = nullptr;
}

// A loop that waits for memory says more than that nobody leaves it.
std::string Grader::endless(const Program& program, const Result& result) const {
    const auto known = why_endless(program, test_options(program), result);
    if (known && known->is_on_memory) return fmt::format("The program never ends: {}.", known->text);
    return endless_text(program_, result);
}

// What failed on this input, and how the input differs from the first in what is easily forgotten.
std::string Grader::failure_text(std::size_t number, const Run& run, const Program& program) const {
    const std::uint32_t threads = program.threads;
    const bool is_endless = run.result.limit && run.result.limit->reason == LimitReason::steps;
    std::string text = fmt::format("On the input '{}': {}", exercise_.inputs[number].name,
                                   is_endless ? endless(program, run.result) : run.misses[0].message);
    if (threads != program_.threads && !is_endless)
        text += fmt::format(". It has {} thread{}", threads, threads == 1 ? "" : "s");
    return text;
}

// ---- the explanation

/// Whether the run on the failing input meets these `.expect` lines.
bool Grader::meets(const std::vector<std::string>& when) const {
    if (when.empty()) return true;
    if (failed_ == nullptr) return false;
    const std::vector<std::string>& input = exercise_.inputs[*verdict_.input].directives;
    std::vector<std::string> directives;
    std::ranges::copy_if(input, std::back_inserter(directives),
                         [](const std::string& line) { return line.find(".expect") == std::string::npos; });
    directives.insert(directives.end(), when.begin(), when.end());
    const ReadResult read = read_program(with_directives(answer_, directives), file_);
    return read && check_expectations(*read.program, failed_->result, failed_->statistics).empty();
}

// Explanations of the check's findings are about ways through the program.
bool Grader::branches() const {
    return contains(program_, "bz") || contains(program_, "bnz") || contains(program_, "everywhere");
}

bool Grader::applies(const Mistake& mistake) const {
    if (mistake.check && (is_structured_ || !branches())) return false;
    if (!mistake.lacks.empty() && contains(program_, mistake.lacks)) return false;
    if (!mistake.uses.empty() && !contains(program_, mistake.uses)) return false;
    if (!mistake.input.empty() &&
        (!verdict_.input || exercise_.inputs[*verdict_.input].name != mistake.input))
        return false;
    return meets(mistake.when);
}

void Grader::explain(std::string otherwise) {
    verdict_.message = std::move(otherwise);
    for (const Mistake& mistake : exercise_.mistakes) {
        if (!applies(mistake)) continue;
        verdict_.mistake = mistake.id;
        verdict_.message = mistake.say;
        return;
    }
}

}  // namespace

Verdict grade(const Exercise& exercise, std::string_view answer, std::string_view file) {
    return Grader(exercise, answer, file).grade();
}

}  // namespace musimd::grading
