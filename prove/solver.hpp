#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "host/line_server.hpp"

// A solver of SMT-LIB 2 as a child process. If it crashes or hangs, one question has no answer.

namespace musimd::prove {

class Solver {
  public:
    enum class Answer : std::uint8_t { satisfiable, impossible, unknown };

    /// `z3` or `cvc5`.
    explicit Solver(std::string name, std::chrono::milliseconds limit = std::chrono::seconds(10));

    static bool is_installed(std::string_view name);

    /// Whether declarations and assertions, which have no line breaks, can be fulfilled.
    Answer check(const std::string& text) { return check(text, limit_); }
    Answer check(const std::string& text, std::chrono::milliseconds limit);
    /// Of the last question, which was satisfiable: what a term is there, as the solver writes it.
    std::optional<std::string> value_of(const std::string& term);

    /// From then on, no question has an answer.
    void stop_at(std::optional<std::chrono::steady_clock::time_point> last) { last_ = last; }

    const std::string& name() const { return name_; }
    std::uint64_t questions() const { return questions_; }

  private:
    void start();
    std::optional<std::string> receive(std::chrono::milliseconds limit);

    std::string name_;
    std::chrono::milliseconds limit_;
    std::optional<std::chrono::steady_clock::time_point> last_;
    std::unique_ptr<host::LineServer> process_;
    bool is_inside_ = false;  ///< of a question whose answer was `sat`
    std::uint64_t questions_ = 0;
};

}  // namespace musimd::prove
