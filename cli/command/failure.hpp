#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command/command.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {

/// Bad input: the command ends with kBadInput.
class InputError {
  public:
    /// One without a location in the file: `FILE: error: MESSAGE`.
    InputError(std::string_view file, std::string_view message);
    explicit InputError(TextErrors errors) : errors_(std::move(errors)) {}
    /// A text that is printed unchanged, and is a single error in JSON.
    explicit InputError(std::string text);

    const std::string& message() const { return errors_.text; }
    const std::vector<LocatedError>& list() const { return errors_.list; }

  private:
    TextErrors errors_;
};

/// Why a command, or its work on one file, ended with kBadInput.
struct Failure {
    std::string_view kind;  ///< `input`, `command-line`, `unavailable` or `system`
    TextErrors errors;
};

/// The failure of the exception that is being handled; rethrows any other exception.
Failure current_failure(std::string_view command);

/// Prints it on standard error and, for `--json`, as an object on standard output (docs/interfaces.md).
/// `file` is the object's member of that name; omitted if empty.
void print_failure(const Failure& failure, bool json, std::string_view file = {});

/// The list of its errors as JSON, in one line.
std::string errors_json(const Failure& failure);

/// Whether the arguments ask for JSON, even if they are invalid otherwise.
bool wants_json(const Arguments& arguments);

}  // namespace musimd::cli
