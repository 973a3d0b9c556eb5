#include "checking/grading/grade.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/endless.hpp"
#include "checking/expectations.hpp"
#include "checking/grading/answer.hpp"
#include "checking/grading/kernel_program.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "simulator/endless/endless.hpp"

namespace musimd::grading {
namespace {

struct Run {
    Result result;
    Statistics statistics;
    std::vector<ExpectationFailure> misses;
};

/// Whether an input has a limit for the steps, which are those of assembly.
bool counts_steps(const Exercise& exercise) {
    return std::ranges::any_of(exercise.inputs, [](const Input& input) {
        return std::ranges::any_of(input.directives, [](const std::string& line) {
            return line.find(".expect") != std::string::npos && line.find(" steps ") != std::string::npos;
        });
    });
}

/// The line of words that is expected; nullopt if the run has left these words.
std::optional<ComparedWords> compared(const ExpectMemory& expected, const Result& result) {
    ComparedWords words{.address = expected.address, .wanted = {}, .got = {}};
    bool differs = false;
    for (std::size_t i = 0; i < expected.words.size(); ++i) {
        const ExpectedWord& word = expected.words[i];
        const Value* const found = result.memory.find(expected.address + static_cast<std::int64_t>(i));
        const bool is_any = word.kind == ExpectedWord::Kind::anything;
        const bool is_value = word.kind == ExpectedWord::Kind::value;
        words.got.push_back(found == nullptr ? "_" : fmt::format("{}", *found));
        words.wanted.push_back(is_any ? "*" : is_value ? fmt::format("{}", word.value) : "_");
        differs = differs || (!is_any && words.got.back() != words.wanted.back());
    }
    return differs ? std::optional(std::move(words)) : std::nullopt;
}

class Grader {
  public:
    Grader(const Exercise& exercise, std::string_view answer, std::string_view file)
        : exercise_(exercise), answer_(answer), file_(file), is_kernel_(is_kernel_file(file)) {
        verdict_.inputs = exercise.inputs.size();
    }

    Verdict grade() {
        if (read() && has_structure() && (!stores() || has_instructions())) run_inputs();
        if (verdict_.passed()) verdict_.message = "All inputs pass.";
        return std::move(verdict_);
    }

  private:
    bool read();
    bool read_kernel();
    bool read_assembly();
    bool refuse_unread(std::string message, std::string errors = {});
    bool stores() const;
    bool uses(std::string_view name) const;
    bool never_ends() const;
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
    bool is_about_ending(const Mistake& mistake) const;
    bool applies(const Mistake& mistake) const;

    const Exercise& exercise_;
    std::string_view answer_;
    std::string file_;
    bool is_kernel_;
    Program program_;  ///< the answer with the directives of the first input
    bool is_structured_ = true;
    const Run* failed_ = nullptr;  ///< on the input that the verdict names
    Verdict verdict_;
};

// ---- before the runs

bool Grader::refuse_unread(std::string message, std::string errors) {
    verdict_.message = std::move(message);
    if (!errors.empty()) verdict_.failures = {std::move(errors)};
    return false;
}

bool Grader::read() {
    if (answer_.find('\0') != std::string_view::npos) return refuse_unread("The answer is not a text file.");
    if (is_kernel_) return read_kernel();
    if (language_of(file_, answer_) != Language::assembly)
        return refuse_unread("The answer must be assembly, or a kernel in a file .cu.");
    return read_assembly();
}

bool Grader::read_kernel() {
    if (counts_steps(exercise_))
        return refuse_unread("This exercise counts the steps of the machine: answer it in assembly.");
    KernelProgram kernel = kernel_program(answer_, file_, exercise_.inputs[0].directives);
    if (!kernel.why.empty()) return refuse_unread(kernel.why);
    if (!kernel.errors.empty()) return refuse_unread("The answer cannot be read.", kernel.errors.text);
    ReadResult read = program_of(std::move(kernel), file_);
    if (!read) return refuse_unread("The answer cannot be run on this exercise.", read.errors);
    program_ = std::move(*read.program);
    return true;
}

bool Grader::read_assembly() {
    ReadResult own = read_program(answer_, file_);
    // Without its directives it may still be wrong, and errors of directives that do not count are none.
    ReadResult read = read_answer(answer_, file_, exercise_.inputs[0].directives);
    if (!read && !own) read = std::move(own);
    if (!read && answer_.find("__global__") != std::string_view::npos)
        return refuse_unread(
            "This is a kernel, in a file of assembly. Give the file a name that ends in .cu.");
    if (!read) return refuse_unread("The answer cannot be read.", read.errors);
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

/// Whether the answer contains anything that changes memory. One without it has not been begun, or never
/// comes so far: no mistake explains it.
bool Grader::stores() const {
    return std::ranges::any_of(program_.instructions, [](const Instruction& i) {
        const MemoryUse use = info(i.opcode).memory;
        return use != MemoryUse::none && use != MemoryUse::reads;
    });
}

/// Whether the answer contains this instruction, or what a kernel has in its place.
bool Grader::uses(std::string_view name) const {
    return contains(program_, is_kernel_ ? instruction_of_kernels(name) : name);
}

bool Grader::never_ends() const {
    MachineOptions options = test_options(program_);
    options.max_steps = program_.max_steps.value_or(kMaxSteps);
    return run_rules(program_, options).outcome == Outcome::limit;
}

bool Grader::has_instructions() {
    const auto words = [this](const std::string& name) {
        return is_kernel_ ? words_of_kernels(name) : fmt::format("'{}'", name);
    };
    for (const std::string& name : exercise_.uses) {
        if (uses(name)) continue;
        if (never_ends()) return true;  // which the runs say
        refuse(fmt::format("The answer must use {}.", words(name)));
        return false;
    }
    for (const std::string& name : exercise_.avoids) {
        if (!uses(name)) continue;
        refuse(fmt::format("The answer must not use {}.", words(name)));
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
        const ReadResult read = read_answer(answer_, file_, exercise_.inputs[i].directives);
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
    for (const Expectation& expectation : program.expectations) {
        const auto* const memory = std::get_if<ExpectMemory>(&expectation.what);
        if (auto words = memory != nullptr ? compared(*memory, run.result) : std::nullopt)
            verdict_.memory.push_back(std::move(*words));
    }
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
    if (!stores() && run.result.outcome == Outcome::stop)
        return fmt::format("The {} stores nothing in memory, where the results must be.",
                           is_kernel_ ? "kernel" : "program");
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
    const ReadResult read = read_answer(answer_, file_, directives);
    return read && check_expectations(*read.program, failed_->result, failed_->statistics).empty();
}

// Explanations of the check's findings are about ways through the program.
bool Grader::branches() const {
    return contains(program_, "bz") || contains(program_, "bnz") || contains(program_, "everywhere");
}

/// Why a run does not end is said by itself, unless the mistake expects that.
bool Grader::is_about_ending(const Mistake& mistake) const {
    return std::ranges::any_of(
        mistake.when, [](const std::string& line) { return line.find("limit") != std::string::npos; });
}

bool Grader::applies(const Mistake& mistake) const {
    if (!stores()) return false;
    if (failed_ != nullptr && failed_->result.limit && !is_about_ending(mistake)) return false;
    if (mistake.check && (is_structured_ || !branches())) return false;
    if (!mistake.lacks.empty() && uses(mistake.lacks)) return false;
    if (!mistake.uses.empty() && !uses(mistake.uses)) return false;
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
        verdict_.message = is_kernel_ ? in_words_of_kernels(mistake.say) : mistake.say;
        return;
    }
}

}  // namespace

Verdict grade(const Exercise& exercise, std::string_view answer, std::string_view file) {
    return Grader(exercise, answer, file).grade();
}

}  // namespace musimd::grading
