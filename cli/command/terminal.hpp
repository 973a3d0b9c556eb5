#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

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
    bool is_terminal() const { return terminal_; }
    void show(std::string_view text);
    void clear();
    /// Clears the line, and prints a last one if there is a terminal.
    void end(std::string_view text);

  private:
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point next_;
};

/// Says on standard error, if that is a terminal, what the program is doing when it takes over a second:
/// `compiling … 3 s`. The text may be replaced at any time, by the same thread.
class SlowWork {
  public:
    explicit SlowWork(std::string text);
    ~SlowWork();
    SlowWork(const SlowWork&) = delete;
    SlowWork& operator=(const SlowWork&) = delete;

    void begin(std::string text);  ///< and the time begins again
    void end() { begin(""); }      ///< until the next begin()

  private:
    void watch();

    ProgressLine line_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string text_;
    std::chrono::steady_clock::time_point since_;
    bool ends_ = false;
    std::thread watcher_;  ///< the last member: it uses the others
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
/// The exit status after that, as of a process that the signal ends: 130 or 143.
int interrupted_status();
/// The flag that interrupted() returns, for code that polls it often.
const std::atomic<bool>& interruption();

}  // namespace musimd::cli
