#include "cli/programs/fold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "isa/diagnostic.hpp"
#include "isa/thread_set.hpp"

namespace musimd::cli {
namespace {

constexpr std::size_t kMaxGroups = 4;

std::uint64_t step(Value from, Value to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

bool is_progression(const WordList& words) {
    if (words.size < 4) return false;
    for (std::size_t i = 0; i < words.size; ++i) {
        if (words.at(i) == nullptr) return false;
    }
    const std::uint64_t first = step(*words.at(0), *words.at(1));
    for (std::size_t i = 2; i < words.size; ++i) {
        if (step(*words.at(i - 1), *words.at(i)) != first) return false;
    }
    return true;
}

// The threads grouped by value, in the order of each group's first thread; nullopt if there are too many
// groups.
std::optional<std::vector<std::pair<const Value*, ThreadSet>>> groups_of(const WordList& words) {
    std::vector<std::pair<const Value*, ThreadSet>> groups;
    const auto same = [](const Value* a, const Value* b) {
        return a == nullptr || b == nullptr ? a == b : *a == *b;
    };
    for (std::size_t i = 0; i < words.size; ++i) {
        const Value* word = words.at(i);
        const auto group =
            std::ranges::find_if(groups, [&](const auto& known) { return same(known.first, word); });
        if (group != groups.end()) {
            group->second.insert(static_cast<Thread>(i));
        } else if (groups.size() == kMaxGroups) {
            return std::nullopt;
        } else {
            groups.emplace_back(word, ThreadSet()).second.insert(static_cast<Thread>(i));
        }
    }
    return groups;
}

}  // namespace

std::string to_string(const Value* word) {
    return word == nullptr ? "_" : fmt::format("{}", *word);
}

std::string progression(Value first, Value second, Value third, Value last) {
    return fmt::format("= {}, {}, {}, … {}", first, second, third, last);
}

std::optional<std::string> folded_threads(const WordList& words, std::size_t width) {
    std::string text;
    if (is_progression(words) && *words.at(0) != *words.at(1)) {
        text = progression(*words.at(0), *words.at(1), *words.at(2), *words.at(words.size - 1));
    } else {
        const auto groups = groups_of(words);
        if (!groups) return std::nullopt;
        for (const auto& [word, threads] : *groups) {
            const bool all = groups->size() == 1;
            text += fmt::format("{}{} in {}", text.empty() ? "= " : ", ", to_string(word),
                                all ? "all threads" : to_string(threads));
        }
    }
    if (column_of(text, text.size()) - 1 > width) return std::nullopt;
    return text;
}

}  // namespace musimd::cli
