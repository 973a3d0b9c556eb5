#include <fmt/format.h>

#include <sstream>

#include "host/compiler.hpp"
#include "host/doctor/probe.hpp"
#include "host/process.hpp"

// Probes of programs: their version, and the name of a state.

namespace musimd::host::doctor {
namespace {

using State = Probe::State;

std::string first_line_with(const std::string& mark, const std::string& output) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.find(mark) != std::string::npos) return line;
    }
    return {};
}

}  // namespace

std::string_view to_string(State state) {
    switch (state) {
        case State::found:
            return "found";
        case State::missing:
            return "missing";
        case State::faulty:
            break;
    }
    return "faulty";
}

Probe probe_of(std::string name, Answer answer, std::string enables, std::string advice) {
    if (answer.state == State::found) advice.clear();
    return {std::move(name), answer.state, std::move(answer.text), std::move(enables), std::move(advice)};
}

Answer ask_program(const std::vector<std::string>& words, const std::string& mark,
                   std::chrono::milliseconds limit) {
    const std::filesystem::path path = find_command(words.front());
    if (path.empty()) return {State::missing, fmt::format("'{}' not found", words.front())};
    const CommandEnd end = run_program(words, limit);
    if (!end.started) return {State::faulty, fmt::format("{} cannot be run", path.string())};
    if (end.timed_out) {
        return {State::faulty, fmt::format("{}: no answer within {} ms", path.string(), limit.count())};
    }
    const std::string line = first_line_with(mark, end.output);
    if (line.empty()) return {State::faulty, fmt::format("{}: no answer", path.string())};
    return {State::found, fmt::format("{} ({})", line, path.string())};
}

}  // namespace musimd::host::doctor
