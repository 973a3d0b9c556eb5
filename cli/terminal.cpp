#include "cli/terminal.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <iostream>

namespace musimd::cli {
namespace {

constexpr auto kBetweenTexts = std::chrono::milliseconds(100);

std::atomic<bool> was_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may write it

void note(int) {
    was_interrupted = true;
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

void note_interruptions() {
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
    return was_interrupted;
}

}  // namespace musimd::cli
