#pragma once

#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

#include "cli/command/command.hpp"

// Colours of messages on standard error: `error:`, `warning:`, `note:`, and the caret below a line.

namespace musimd::cli {

/// A line of a message with colours.
std::string in_colours(std::string_view line);

/// Whether standard error is to have colours: by `--color auto|always|never` among the arguments; auto, which
/// is the default, means on a terminal, if NO_COLOR is not set.
bool wants_colours(const Arguments& arguments);

/// While it exists, lines that are written to std::cerr get colours, if they are wanted.
class ColouredErrors {
  public:
    explicit ColouredErrors(bool wanted);
    ~ColouredErrors();
    ColouredErrors(const ColouredErrors&) = delete;
    ColouredErrors& operator=(const ColouredErrors&) = delete;

  private:
    std::unique_ptr<std::streambuf> lines_;
    std::streambuf* before_ = nullptr;
};

}  // namespace musimd::cli
