#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// How the doctor determines what is installed on this machine. No probe can make it crash or hang: programs
// are killed after a time limit, and libraries are loaded in a separate process.

namespace musimd::host::doctor {

/// Something that musimd uses if it is installed, and the result of its probe.
struct Probe {
    enum class State : std::uint8_t {
        found,
        missing,
        faulty,  ///< found, but not usable: it hangs, fails or is of the wrong kind
    };
    std::string name;  ///< `nvcc`
    State state = State::missing;
    std::string what;     ///< its version and path; if not found, why it cannot be used
    std::string enables;  ///< what musimd does with it
    std::string advice;   ///< what to do if it is not found: a Debian package, a variable
};

/// The words of Probe::State.
std::string_view to_string(Probe::State state);

/// The output of a program or a library; else why there is none.
struct Answer {
    Probe::State state = Probe::State::missing;
    std::string text;
};

Probe probe_of(std::string name, Answer answer, std::string enables, std::string advice);

/// Runs `words` (a command and, for example, `--version`). The answer is the first line of its output that
/// contains `mark`, and the command's path.
Answer ask_program(const std::vector<std::string>& words, const std::string& mark,
                   std::chrono::milliseconds limit);

/// Runs the probe in a child process. If it crashes or hangs, the only answer says so.
std::vector<Answer> ask_in_child(const std::function<std::vector<Answer>()>& ask,
                                 std::chrono::milliseconds limit);

/// The OpenCL platforms, or one answer that is not `found`.
std::vector<Answer> ask_opencl(std::chrono::milliseconds limit);

}  // namespace musimd::host::doctor
