#include "cli/command/colours.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "host/environment.hpp"

namespace musimd::cli {
namespace {

struct Word {
    std::string_view text;
    std::string_view colour;
};
constexpr std::array<Word, 3> kWords = {{
    {": error: ", "\x1b[1;31m"},
    {": warning: ", "\x1b[1;35m"},
    {": note: ", "\x1b[1;36m"},
}};
constexpr std::string_view kCaret = "\x1b[1;32m";
constexpr std::string_view kEnd = "\x1b[0m";

/// Holds a line until it is complete, or has to be shown.
class Lines final : public std::streambuf {
  public:
    explicit Lines(std::streambuf* to) : to_(to) {}

  protected:
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
        line_ += traits_type::to_char_type(c);
        if (line_.back() != '\n') return c;
        line_.pop_back();
        write(in_colours(line_) + "\n");
        return c;
    }

    int sync() override {
        write(line_);
        return to_->pubsync();
    }

  private:
    void write(const std::string& text) {
        to_->sputn(text.data(), static_cast<std::streamsize>(text.size()));
        line_.clear();
    }

    std::streambuf* to_;
    std::string line_;
};

}  // namespace

std::string in_colours(std::string_view line) {
    const std::size_t text = line.find_first_not_of(' ');
    if (text == std::string_view::npos) return std::string(line);
    if (text == line.size() - 1 && line[text] == '^')
        return fmt::format("{}{}^{}", line.substr(0, text), kCaret, kEnd);
    if (text != 0) return std::string(line);
    const Word* first = nullptr;
    std::size_t at = line.size();
    for (const Word& word : kWords) {
        const std::size_t found = line.find(word.text);
        if (found >= at) continue;
        first = &word;
        at = found;
    }
    if (first == nullptr) return std::string(line);
    const std::string_view word = first->text.substr(2, first->text.size() - 3);
    return fmt::format("{}: {}{}{} {}", line.substr(0, at), first->colour, word, kEnd,
                       line.substr(at + first->text.size()));
}

bool wants_colours(const Arguments& arguments) {
    constexpr std::string_view kOption = "--color";
    std::string_view choice = "auto";
    for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
        const std::string_view word = arguments[i];
        if (word == kOption && i + 1 < arguments.size()) choice = arguments[i + 1];
        if (word.starts_with("--color=")) choice = word.substr(kOption.size() + 1);
    }
    if (choice != "auto") return choice == "always";
    return isatty(STDERR_FILENO) != 0 && host::environment("NO_COLOR").empty() &&
           host::environment("TERM") != "dumb";
}

ColouredErrors::ColouredErrors(bool wanted) {
    if (!wanted) return;
    lines_ = std::make_unique<Lines>(std::cerr.rdbuf());
    before_ = std::cerr.rdbuf(lines_.get());
}

ColouredErrors::~ColouredErrors() {
    if (before_ == nullptr) return;
    std::cerr.flush();
    std::cerr.rdbuf(before_);
}

}  // namespace musimd::cli
