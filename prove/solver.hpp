#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "prove/answer_cache.hpp"
#include "prove/question_files.hpp"
#include "prove/solver_process.hpp"

// Questions to one solver, or to two that must agree.

namespace musimd::prove {

/// Two solvers that contradict each other: one of them is wrong. The message names the question's file.
struct Contradiction : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Solver {
  public:
    using Answer = prove::Answer;

    struct Setting {
        std::chrono::milliseconds limit = std::chrono::seconds(10);  ///< of a question
        std::string second = {};                       ///< which must confirm what is impossible; empty: none
        const std::atomic<bool>* interrupt = nullptr;  ///< while it is true, no question has an answer
        AnswerCache cache = {};
        std::optional<QuestionFiles> files = {};  ///< where all questions are written
    };

    /// `z3` or `cvc5`.
    explicit Solver(std::string name) : Solver(std::move(name), Setting()) {}
    Solver(std::string name, std::chrono::milliseconds limit);
    Solver(std::string name, Setting setting);

    /// Of `z3` and `cvc5`, in this order.
    static std::vector<std::string> installed();

    /// Whether declarations and assertions, which have no line breaks, can be fulfilled. Throws
    /// Contradiction.
    Answer check(const std::string& text) { return check(text, setting_.limit); }
    Answer check(const std::string& text, std::chrono::milliseconds limit);
    /// The same, only for the sake of a model: the second solver is not asked, and nothing is cached.
    Answer find(const std::string& text, std::chrono::milliseconds limit);
    /// Of the last question, which was satisfiable: what a term is there, as the solver writes it.
    std::optional<std::string> value_of(const std::string& term) { return first_.value_of(term); }

    /// From then on, no question has an answer.
    void stop_at(std::optional<std::chrono::steady_clock::time_point> last) { last_ = last; }

    /// Whether no question has an answer any more.
    bool is_over();

    /// What the next questions are about, for the reader of their files; empty: something on the way.
    void set_subject(std::string subject) { subject_ = std::move(subject); }
    /// Why the last answer was unknown; empty if it was not.
    const std::string& reason() const { return reason_; }
    /// `z3`, or `z3 and cvc5`.
    std::string name() const;
    std::chrono::milliseconds limit() const { return setting_.limit; }
    std::uint64_t questions() const { return questions_; }
    /// Keeps what is impossible for the next run.
    void write_cache() const { setting_.cache.write(); }

  private:
    /// Nothing: the time is over, or the command is interrupted.
    std::optional<std::chrono::milliseconds> time_for(std::chrono::milliseconds limit);
    Answer confirmed(Answer answer, const std::string& text, std::chrono::milliseconds limit,
                     const std::filesystem::path& file);

    Setting setting_;
    SolverProcess first_;
    std::optional<SolverProcess> second_;
    std::optional<std::chrono::steady_clock::time_point> last_;
    std::string reason_, subject_;
    std::uint64_t questions_ = 0;
    std::unordered_map<std::string, Answer> answers_;  ///< of this run, by the question's hash
};

}  // namespace musimd::prove
