#include "prove/solver_process.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>

namespace musimd::prove {
namespace {

using host::LineServer;

/// How much longer than its limit a solver may take to say that it is over.
constexpr std::chrono::milliseconds kGrace(2000);
constexpr std::chrono::milliseconds kValueLimit(2000);
/// Of the limit, before the question is asked alone: solvers are quicker where they can keep what they
/// learned, but answer more if no question follows.
constexpr int kFirstShare = 4;
constexpr std::uint64_t kMemory = std::uint64_t{8} << 30;
constexpr std::size_t kLongestAnswer = 1 << 20;
constexpr std::size_t kShownBytes = 100;
constexpr int kMaxFailures = 3;

std::string command_of(const std::string& name) {
    return name == "z3" ? "exec z3 -in" : "exec cvc5 --incremental --produce-models --quiet --lang=smt2";
}

/// In milliseconds, which hold from there on.
std::string limit_option(const std::string& name, std::chrono::milliseconds limit) {
    return fmt::format("(set-option :{} {})", name == "z3" ? "timeout" : "tlimit-per", limit.count());
}

}  // namespace

SolverProcess::SolverProcess(std::string name, const std::atomic<bool>* interrupt)
    : name_(std::move(name)), interrupt_(interrupt) {}

bool SolverProcess::is_given_up() const {
    return failures_ >= kMaxFailures;
}

void SolverProcess::start() {
    process_ = std::make_unique<LineServer>(LineServer::Setting{
        .command = command_of(name_), .memory = kMemory, .longest = kLongestAnswer, .interrupt = interrupt_});
    process_->send("(set-logic ALL)");
    is_inside_ = false;
    is_used_up_ = false;
}

SolverProcess::Reply SolverProcess::failed(const std::string& reason) {
    process_.reset();  // what it says later would be taken for the next answer
    is_inside_ = false;
    ++failures_;
    last_failure_ = fmt::format("{} {}", name_, reason);
    return {Answer::unknown, last_failure_};
}

SolverProcess::Reply SolverProcess::without_answer(const LineServer::Answer& answer) {
    switch (answer.end) {
        case LineServer::End::answered:
            return failed(fmt::format("answered '{}'", answer.line.substr(0, kShownBytes)));
        case LineServer::End::timed_out:
            return failed("did not answer in time, and was stopped");
        case LineServer::End::too_long:
            return failed("answered at too great length");
        case LineServer::End::ended:
            break;
    }
    if (WIFSIGNALED(answer.status))
        return failed(fmt::format("was ended by signal {}", WTERMSIG(answer.status)));
    return failed(fmt::format("ended with status {}", WEXITSTATUS(answer.status)));
}

SolverProcess::Reply SolverProcess::ask(const std::string& text, std::chrono::milliseconds limit) {
    const auto begin = std::chrono::steady_clock::now();
    // To a solver, a limit of 0 means no limit.
    const Reply reply =
        ask_once(text, "(push 1)", std::max(limit / kFirstShare, std::chrono::milliseconds(1)));
    if (reply.answer != Answer::unknown || process_ == nullptr) return reply;
    const auto used =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    if (used >= limit) return reply;
    process_.reset();
    const Reply alone = ask_once(text, "", limit - used);
    is_used_up_ = true;
    return alone;
}

SolverProcess::Reply SolverProcess::ask_once(const std::string& text, const std::string& before,
                                             std::chrono::milliseconds limit) {
    if (is_given_up()) return {Answer::unknown, last_failure_};
    if (is_used_up_) process_.reset();
    if (process_ == nullptr) start();
    if (is_inside_) process_->send("(pop 1)");
    is_inside_ = false;
    process_->send(limit_option(name_, limit) + before + text + "(check-sat)");
    const LineServer::Answer answer = process_->receive(limit + kGrace);
    if (interrupt_ != nullptr && *interrupt_) {
        process_.reset();
        return {Answer::unknown, "interrupted"};
    }
    const bool is_answer = answer.end == LineServer::End::answered;
    if (is_answer && answer.line == "sat") {
        failures_ = 0;
        is_inside_ = true;
        return {Answer::satisfiable, {}};
    }
    if (!is_answer || (answer.line != "unsat" && answer.line != "unknown")) return without_answer(answer);
    failures_ = 0;
    if (!before.empty()) process_->send("(pop 1)");
    if (answer.line == "unsat") return {Answer::impossible, {}};
    return {Answer::unknown, "the solver gave up"};
}

std::optional<std::string> SolverProcess::value_of(const std::string& term) {
    if (!is_inside_ || process_ == nullptr) return std::nullopt;
    process_->send(fmt::format("(get-value ({}))", term));
    const LineServer::Answer answer = process_->receive(kValueLimit);
    if (answer.end == LineServer::End::answered) return answer.line;
    failed("did not say what the values are");
    return std::nullopt;
}

}  // namespace musimd::prove
