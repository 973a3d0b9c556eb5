#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// How the doctor asks what is installed on this machine. Nothing that is asked can make it crash or hang:
// programs are killed after a time limit, and libraries are loaded in a process of their own.

namespace musimd::host::doctor {

/// Something that musimd uses where it is installed, and what was found out about it.
struct Probe {
    enum class State : std::uint8_t {
        found,
        missing,
        faulty,  ///< it is there, but cannot be used: it hangs, fails or is of the wrong kind
    };
    std::string name;  ///< `nvcc`
    State state = State::missing;
    std::string what;     ///< its version and path; of one that is not found, why it cannot be used
    std::string enables;  ///< what musimd does with it
    std::string advice;   ///< what to do where it is not found: a Debian package, a variable
};

/// The words of Probe::State.
std::string_view to_string(Probe::State state);

/// What a program or a library reports of itself; else why it reports nothing.
struct Answer {
    Probe::State state = Probe::State::missing;
    std::string text;
};

Probe probe_of(std::string name, Answer answer, std::string enables, std::string advice);

/// Runs `words` (a command and `--version`, say). The answer is the first line of its output that contains
/// `mark`, and the command's path.
Answer ask_program(const std::vector<std::string>& words, const std::string& mark,
                   std::chrono::milliseconds limit);

/// Asks in a child process. If it crashes or hangs, the only answer says so.
std::vector<Answer> ask_in_child(const std::function<std::vector<Answer>()>& ask,
                                 std::chrono::milliseconds limit);

/// The platforms of OpenCL; one answer that is not `found` if there are none.
std::vector<Answer> ask_opencl(std::chrono::milliseconds limit);

}  // namespace musimd::host::doctor
