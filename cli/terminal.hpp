#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace musimd::cli {

/// A line on standard error that is written over again, if that is a terminal.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether it is time for another text: there is a terminal, and the last was a while ago.
    bool due();
    void show(std::string_view text);
    void clear();
    /// Clears it, and leaves a last line if there is a terminal.
    void end(std::string_view text);

  private:
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point next_;
};

/// The columns of a line of standard output: those that the environment variable COLUMNS names, else those of
/// the terminal; 80 without one. At least 40.
std::size_t terminal_width();

/// From here on Ctrl-C and SIGTERM are noted, once; the second one ends the program as ever.
void note_interruptions();
bool interrupted();
/// What interrupted() returns, for who looks at it often.
const std::atomic<bool>& interruption();

}  // namespace musimd::cli
