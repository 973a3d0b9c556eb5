#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace musimd::spmd {

/// What can go wrong when a kernel is recorded, or run on the machine.
struct ErrorDetails {
    std::string file;           ///< of the kernel's source
    std::uint32_t line = 0;     ///< 0 where no line is to blame
    std::string kernel;         ///< its name; empty outside of a launch
    std::string trap;           ///< the kind of trap, as in semantics/RULES.md; empty for other errors
    std::int64_t element = -1;  ///< the element of the launch that trapped; −1 where none is to blame
    std::string message;        ///< a sentence
};

/// `FILE:LINE: error: …`
class Error : public std::runtime_error {
  public:
    explicit Error(ErrorDetails details);
    const ErrorDetails& details() const { return details_; }

  private:
    ErrorDetails details_;
};

/// What a launch does with an error.
using ErrorHandler = std::function<void(const Error&)>;

/// Replaces the handler of all threads and gives the one before. The first one is exit_on_error. A handler
/// may throw; the launch does nothing more when it returns.
ErrorHandler on_error(ErrorHandler handler);

void exit_on_error(const Error& error);  ///< prints it to the standard error and exits with status 1
[[noreturn]] void throw_error(const Error& error);  ///< throws it out of the launch

/// Calls the handler.
void handle(const Error& error);

}  // namespace musimd::spmd
