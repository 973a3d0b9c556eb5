#include "prove/solver.hpp"

#include <fmt/format.h>

#include "host/compiler.hpp"

namespace musimd::prove {
namespace {

/// How much longer than its limit a solver may take to say that it is over.
constexpr std::chrono::milliseconds kGrace(2000);

}  // namespace

Solver::Solver(std::string name, std::chrono::milliseconds limit) : name_(std::move(name)), limit_(limit) {}

bool Solver::is_installed(std::string_view name) {
    return !host::find_command(std::string(name)).empty();
}

void Solver::start() {
    const std::string command = name_ == "z3" ? "exec z3 -in"
                                              : fmt::format(
                                                    "exec cvc5 --incremental --produce-models --quiet "
                                                    "--lang=smt2 --tlimit-per={}",
                                                    limit_.count());
    process_ = std::make_unique<host::LineServer>(host::LineServer::Setting{.command = command});
    process_->send("(set-logic ALL)");
    is_inside_ = false;
}

std::optional<std::string> Solver::receive(std::chrono::milliseconds limit) {
    const host::LineServer::Answer answer = process_->receive(limit + kGrace);
    if (answer.end == host::LineServer::End::answered) return answer.line;
    process_.reset();
    return std::nullopt;
}

Solver::Answer Solver::check(const std::string& text, std::chrono::milliseconds limit) {
    if (last_ && std::chrono::steady_clock::now() > *last_) return Answer::unknown;
    ++questions_;
    if (process_ == nullptr) start();
    if (is_inside_) process_->send("(pop 1)");
    is_inside_ = false;
    if (name_ == "z3") process_->send(fmt::format("(set-option :timeout {})", limit.count()));
    process_->send("(push 1)" + text + "(check-sat)");
    const std::optional<std::string> line = receive(limit);
    if (line == "sat") {
        is_inside_ = true;
        return Answer::satisfiable;
    }
    if (line == "unsat" || line == "unknown")
        process_->send("(pop 1)");
    else
        process_.reset();  // an error message: what follows it is not known
    return line == "unsat" ? Answer::impossible : Answer::unknown;
}

std::optional<std::string> Solver::value_of(const std::string& term) {
    if (!is_inside_ || process_ == nullptr) return std::nullopt;
    process_->send(fmt::format("(get-value ({}))", term));
    return receive(limit_);
}

}  // namespace musimd::prove
