#include "prove/solver.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "host/compiler.hpp"

namespace musimd::prove {
namespace {

using std::chrono::milliseconds;

std::string_view word_of(Answer answer) {
    return answer == Answer::satisfiable ? "sat" : "unsat";
}

/// For a question that no folder was named for.
std::filesystem::path saved_question(const std::string& text) {
    std::filesystem::path file =
        std::filesystem::temp_directory_path() / fmt::format("musimd-contradiction-{}.smt2", getpid());
    std::ofstream(file, std::ios::binary) << question_file(text, "two solvers contradict each other here");
    return file;
}

}  // namespace

Solver::Solver(std::string name, milliseconds limit) : Solver(std::move(name)) {
    setting_.limit = limit;
}

Solver::Solver(std::string name, Setting setting)
    : setting_(std::move(setting)), first_(std::move(name), setting_.interrupt) {
    if (!setting_.second.empty()) second_.emplace(setting_.second, setting_.interrupt);
}

std::vector<std::string> Solver::installed() {
    std::vector<std::string> names = {"z3", "cvc5"};
    std::erase_if(names, [](const std::string& name) { return host::find_command(name).empty(); });
    return names;
}

std::string Solver::name() const {
    return second_ ? fmt::format("{} and {}", first_.name(), second_->name()) : first_.name();
}

std::optional<milliseconds> Solver::time_for(milliseconds limit) {
    if (setting_.interrupt != nullptr && *setting_.interrupt) {
        reason_ = "interrupted";
        return std::nullopt;
    }
    if (last_)
        limit = std::min(limit,
                         std::chrono::duration_cast<milliseconds>(*last_ - std::chrono::steady_clock::now()));
    if (limit > milliseconds(0)) return limit;
    reason_ = "the time limit is over";
    return std::nullopt;
}

bool Solver::is_over() {
    return !time_for(milliseconds(1));
}

Answer Solver::check(const std::string& text, milliseconds limit) {
    const std::optional<milliseconds> time = time_for(limit);
    if (!time) return Answer::unknown;
    ++questions_;
    reason_.clear();
    const std::string key = host::Cache::key(text, name());
    if (const auto known = answers_.find(key); known != answers_.end()) return known->second;
    std::filesystem::path file;
    if (setting_.files) file = setting_.files->write(text, subject_);
    if (setting_.cache.contains(text)) return Answer::impossible;
    const SolverProcess::Reply reply = first_.ask(text, *time);
    reason_ = reply.reason;
    const Answer answer = second_ ? confirmed(reply.answer, text, *time, file) : reply.answer;
    if (answer == Answer::impossible) setting_.cache.add(text);
    if (answer != Answer::unknown) answers_[key] = answer;
    return answer;
}

/// What the second solver does not confirm is not impossible.
Answer Solver::confirmed(Answer answer, const std::string& text, milliseconds limit,
                         const std::filesystem::path& file) {
    if (answer == Answer::unknown) return answer;
    const SolverProcess::Reply other = second_->ask(text, limit);
    if (other.answer == answer) return answer;
    if (other.answer == Answer::unknown) {
        if (answer == Answer::satisfiable) return answer;
        reason_ = fmt::format("only {} shows it: {}", first_.name(), other.reason);
        return Answer::unknown;
    }
    throw Contradiction(fmt::format("{} answers {} and {} answers {} to the question in {}", first_.name(),
                                    word_of(answer), second_->name(), word_of(other.answer),
                                    (file.empty() ? saved_question(text) : file).string()));
}

Answer Solver::find(const std::string& text, milliseconds limit) {
    const std::optional<milliseconds> time = time_for(limit);
    if (!time) return Answer::unknown;
    ++questions_;
    const SolverProcess::Reply reply = first_.ask(text, *time);
    reason_ = reply.reason;
    return reply.answer;
}

}  // namespace musimd::prove
