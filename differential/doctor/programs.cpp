#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "differential/backends/places.hpp"
#include "differential/doctor/probes.hpp"
#include "simulator/codegen/compiler.hpp"
#include "simulator/codegen/process.hpp"

// Programs, asked for their version.

namespace musimd::differential::doctor {
namespace {

using State = Finding::State;

std::string first_line_with(const std::string& mark, const std::filesystem::path& file) {
    std::ifstream lines(file);
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
    try {
        const TemporaryFolder folder;
        const std::filesystem::path output = folder.path() / "output";
        const codegen::CommandEnd end = codegen::run_program(words, output, limit);
        if (!end.started) return {State::faulty, fmt::format("{} cannot be run", place.string())};
        if (end.timed_out) {
            return {State::faulty,
                    fmt::format("{} had not answered within {} ms", place.string(), limit.count())};
        }
        const std::string line = first_line_with(mark, output);
        if (line.empty()) return {State::faulty, fmt::format("{} does not answer", place.string())};
        return {State::found, fmt::format("{} ({})", line, place.string())};
    } catch (const std::system_error& wrong) {
        return {State::faulty, fmt::format("it could not be asked: {}", wrong.what())};
    }
}

}  // namespace musimd::differential::doctor
