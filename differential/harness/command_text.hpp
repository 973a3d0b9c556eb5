#pragma once

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace musimd::differential::harness {

/// The command that repeats a case: only options that differ from their defaults are in it.
class CommandText {
  public:
    explicit CommandText(std::string begin) : text_(std::move(begin)) {}

    template <typename T>
    CommandText& option(std::string_view name, const T& value, const T& usual) {
        return value == usual ? *this : option(name, std::optional<T>(value));
    }

    template <typename T>
    CommandText& option(std::string_view name, const std::optional<T>& value) {
        if (value) fmt::format_to(std::back_inserter(text_), " --{} {}", name, *value);
        return *this;
    }

    CommandText& flag(std::string_view name, bool on) {
        if (on) fmt::format_to(std::back_inserter(text_), " --{}", name);
        return *this;
    }

    std::string text() const { return text_; }

  private:
    std::string text_;
};

}  // namespace musimd::differential::harness
