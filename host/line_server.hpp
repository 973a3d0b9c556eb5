#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

// A command that stays, and answers each line of its standard input by a line of its standard output.

namespace musimd::host {

class LineServer {
  public:
    struct Setting {
        std::string command;                           ///< shell command
        std::uint64_t memory = 0;                      ///< bytes of each of its processes; 0: no limit
        std::size_t longest = 1 << 26;                 ///< the bytes of an answer
        const std::atomic<bool>* interrupt = nullptr;  ///< when true, waiting ends as at its limit
    };
    enum class End : std::uint8_t { answered, ended, timed_out, too_long };
    struct Answer {
        End end = End::answered;
        std::string line;  ///< without its LF
        int status = 0;    ///< for an end: the wait status
    };

    explicit LineServer(const Setting& setting);
    /// Kills the command and what it has started.
    ~LineServer();
    LineServer(const LineServer&) = delete;
    LineServer& operator=(const LineServer&) = delete;

    /// Sends a line, which must not contain LF; what the command does not take yet, while this waits for an
    /// answer.
    void send(std::string line);
    /// The next line. After any end but `answered` the command is gone.
    Answer receive(std::chrono::milliseconds limit);

  private:
    std::optional<Answer> line_of_input();
    bool exchange(std::chrono::steady_clock::time_point last);
    void write_some();
    bool read_some();
    Answer finish(End end);

    Setting setting_;
    void start_guard();

    pid_t process_ = 0;
    pid_t guard_ = 0;  ///< kills the command when this process has ended, however
    int guarded_ = -1;
    int to_ = -1;
    int from_ = -1;
    bool closed_ = false;       ///< it has closed its output
    std::string output_;        ///< not sent yet
    std::size_t sent_ = 0;      ///< sent part of output_
    std::string input_;         ///< received, from the first line that was not returned
    std::size_t searched_ = 0;  ///< part of input_ that has no LF
};

}  // namespace musimd::host
