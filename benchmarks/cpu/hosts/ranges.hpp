#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace musimd::benchmarks {

/// The integers of a text `1:2:3`; throws if there are more or fewer.
inline std::vector<std::int64_t> integers(const std::string& text, std::size_t count) {
    std::vector<std::int64_t> list;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(':', at), text.size());
        list.push_back(std::stoll(text.substr(at, end - at)));
        at = end + 1;
    }
    if (list.size() != count)
        throw std::invalid_argument("not " + std::to_string(count) + " integers: " + text);
    return list;
}

/// `A:COUNT`: the words A … A+COUNT−1.
struct Range {
    std::int64_t address = 0;
    std::int64_t count = 0;
};

inline Range range(const std::string& text) {
    const std::vector<std::int64_t> list = integers(text, 2);
    return {list[0], list[1]};
}

/// `A:COUNT:START:STEP`: the words there are START, START + STEP, ….
struct Filled {
    std::int64_t address = 0;
    std::int64_t count = 0;
    std::int64_t start = 0;
    std::int64_t step = 0;
};

inline Filled filled(const std::string& text) {
    const std::vector<std::int64_t> list = integers(text, 4);
    return {list[0], list[1], list[2], list[3]};
}

}  // namespace musimd::benchmarks
