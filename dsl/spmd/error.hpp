#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace musimd::spmd {

/// An error in recording a kernel, or in running it on the machine.
struct ErrorDetails {
    std::string file;           ///< file of the kernel's source
    std::uint32_t line = 0;     ///< 0 if unknown
    std::string kernel;         ///< its name; empty outside a launch
    std::string trap;           ///< the kind of trap, as in semantics/RULES.md; empty for other errors
    std::int64_t element = -1;  ///< the element of the launch that trapped; −1 if none did
    std::string message;        ///< error message
};

/// `FILE:LINE: error: …`
class Error : public std::runtime_error {
  public:
    explicit Error(ErrorDetails details);
    const ErrorDetails& details() const { return details_; }

  private:
    ErrorDetails details_;
};

/// Called with each error of a launch.
using ErrorHandler = std::function<void(const Error&)>;

/// Replaces the handler of all threads and returns the previous one, initially exit_on_error. A handler may
/// throw; if it returns, the launch ends.
ErrorHandler on_error(ErrorHandler handler);

void exit_on_error(const Error& error);  ///< prints it to the standard error and exits with status 1
[[noreturn]] void throw_error(const Error& error);  ///< throws it out of the launch

/// Calls the handler.
void handle(const Error& error);

}  // namespace musimd::spmd
