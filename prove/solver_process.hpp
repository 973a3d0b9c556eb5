#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "host/line_server.hpp"

// A solver of SMT-LIB 2 as a child process. If it crashes, hangs or answers nonsense, one question has no
// answer, and the next one starts it anew.

namespace musimd::prove {

enum class Answer : std::uint8_t { satisfiable, impossible, unknown };

class SolverProcess {
  public:
    struct Reply {
        Answer answer = Answer::unknown;
        std::string reason = {};  ///< of unknown
    };

    /// `z3` or `cvc5`. `interrupt`: while it is true, no question has an answer; may be null.
    explicit SolverProcess(std::string name, const std::atomic<bool>* interrupt = nullptr);

    /// Whether declarations and assertions, which have no line breaks, can be fulfilled.
    Reply ask(const std::string& text, std::chrono::milliseconds limit);
    /// Of the last question, which was satisfiable: what a term is there, as the solver writes it.
    std::optional<std::string> value_of(const std::string& term);

    const std::string& name() const { return name_; }
    /// It has failed several times, one after another: it is not asked any more.
    bool is_given_up() const;

  private:
    void start();
    Reply ask_once(const std::string& text, const std::string& before, std::chrono::milliseconds limit);
    Reply failed(const std::string& reason);
    Reply without_answer(const host::LineServer::Answer& answer);

    std::string name_;
    const std::atomic<bool>* interrupt_;
    std::unique_ptr<host::LineServer> process_;
    bool is_inside_ = false;   ///< of a question whose answer was `sat`
    bool is_used_up_ = false;  ///< the process cannot forget its question
    int failures_ = 0;         ///< since the last answer
    std::string last_failure_;
};

}  // namespace musimd::prove
