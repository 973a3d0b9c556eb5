#include <fmt/format.h>

#include <sstream>

#include "differential/doctor/probes.hpp"
#include "host/compiler.hpp"
#include "host/process.hpp"

// Programs, asked for their version.

namespace musimd::differential::doctor {
namespace {

using State = Finding::State;

std::string first_line_with(const std::string& mark, const std::string& output) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.find(mark) != std::string::npos) return line;
    }
    return {};
}

}  // namespace

Finding finding_of(std::string name, Answer answer, std::string enables, std::string advice) {
    if (answer.state == State::found) advice.clear();
    return {std::move(name), answer.state, std::move(answer.text), std::move(enables), std::move(advice)};
}

Answer ask_program(const std::vector<std::string>& words, const std::string& mark,
                   std::chrono::milliseconds limit) {
    const std::filesystem::path place = codegen::find_command(words.front());
    if (place.empty()) return {State::missing, fmt::format("there is no '{}'", words.front())};
    const codegen::CommandEnd end = codegen::run_program(words, limit);
    if (!end.started) return {State::faulty, fmt::format("{} cannot be run", place.string())};
    if (end.timed_out) {
        return {State::faulty,
                fmt::format("{} had not answered within {} ms", place.string(), limit.count())};
    }
    const std::string line = first_line_with(mark, end.output);
    if (line.empty()) return {State::faulty, fmt::format("{} does not answer", place.string())};
    return {State::found, fmt::format("{} ({})", line, place.string())};
}

}  // namespace musimd::differential::doctor
