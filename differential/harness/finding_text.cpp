#include "differential/harness/finding_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::differential::harness {
namespace {

constexpr std::size_t kLongestComment = 2'000;

}  // namespace

std::string file_stem(std::string_view fault, std::uint64_t number, std::string target) {
    std::ranges::replace(target, ' ', '-');
    return fmt::format("{}-{}-{}", fault, number, target);
}

std::string comment_of(std::string_view message) {
    std::string text(message.substr(0, kLongestComment));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 4)
        text.replace(at, 1, "\n// ");
    return fmt::format("// {}\n", text);
}

}  // namespace musimd::differential::harness
