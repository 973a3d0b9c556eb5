#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace musimd::cli {

/// A line on standard error that is overwritten each time, if that is a terminal.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether it is time for another text: there is a terminal, and the last text is old enough.
    bool due();
    void show(std::string_view text);
    void clear();
    /// Clears the line, and prints a last one if there is a terminal.
    void end(std::string_view text);

  private:
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point next_;
};

/// The width of standard output in columns: the environment variable COLUMNS, else the terminal's width, else
/// 80. At least 40.
std::size_t terminal_width();

/// Whether standard output is a terminal that shows colours, and the environment variable NO_COLOR is not
/// set.
bool shows_colour();

/// Writes a part of an output to standard output.
void write_out(std::string_view piece);

/// From here on, the first Ctrl-C or SIGTERM is only noted; the second one ends the program as usual.
void note_interruptions();
bool interrupted();
/// The flag that interrupted() returns, for code that polls it often.
const std::atomic<bool>& interruption();

}  // namespace musimd::cli
