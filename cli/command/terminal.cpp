#include "cli/command/terminal.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iostream>

#include "host/environment.hpp"
#include "isa/literal.hpp"

namespace musimd::cli {
namespace {

constexpr auto kBetweenTexts = std::chrono::milliseconds(100);

std::atomic<bool> was_interrupted = false;
std::atomic<int> interrupting_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may write it

// Milliseconds; for a signal handler.
std::int64_t now_ms() {
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// The first signal asks the command to end; the second kills it. `timeout` and some schedulers send a signal
// twice at once, to the process and to its group: that counts as one.
constexpr std::int64_t kOneSignal = 300;
std::atomic<std::int64_t> first_signal = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

void note(int signal) {
    if (!was_interrupted) {
        first_signal = now_ms();
        interrupting_signal = signal;
        was_interrupted = true;
    } else if (now_ms() - first_signal > kOneSignal) {
        ::signal(signal, SIG_DFL);
        raise(signal);
    }
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

bool ProgressLine::due() {
    if (!terminal_) return false;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + kBetweenTexts;
    return true;
}

void ProgressLine::show(std::string_view text) {
    if (!terminal_) return;
    std::cerr << "\r\033[K" << text << std::flush;
    shown_ = true;
}

void ProgressLine::clear() {
    if (shown_) std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
}

void ProgressLine::end(std::string_view text) {
    clear();
    if (terminal_) std::cerr << text << '\n';
}

SlowWork::SlowWork(std::string text) {
    begin(std::move(text));
    if (line_.is_terminal()) watcher_ = std::thread([this] { watch(); });
}

SlowWork::~SlowWork() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_one();
    if (watcher_.joinable()) watcher_.join();
}

void SlowWork::begin(std::string text) {
    const std::lock_guard lock(mutex_);
    line_.clear();
    text_ = std::move(text);
    since_ = std::chrono::steady_clock::now();
}

void SlowWork::watch() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::milliseconds(500), [this] { return ends_; })) {
        const auto seconds =
            std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - since_);
        if (!text_.empty() && seconds.count() >= 1)
            line_.show(fmt::format("{} … {} s", text_, seconds.count()));
    }
}

std::size_t terminal_width() {
    constexpr Integer kMin = 40;
    constexpr Integer kMax = 10'000;
    Integer columns = 80;
    const auto named = parse_integer(host::environment("COLUMNS"));
    winsize size = {};
    if (named && *named > 0) {
        columns = *named;
    } else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        columns = size.ws_col;
    }
    return static_cast<std::size_t>(std::clamp(columns, kMin, kMax));
}

bool shows_colour() {
    return isatty(STDOUT_FILENO) != 0 && host::environment("NO_COLOR").empty() &&
           host::environment("TERM") != "dumb";
}

void write_out(std::string_view piece) {
    std::cout << piece;
}

void note_interruptions() {
    struct sigaction action = {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
    return was_interrupted;
}

int interrupted_status() {
    return 128 + interrupting_signal;
}

const std::atomic<bool>& interruption() {
    return was_interrupted;
}

}  // namespace musimd::cli
