#include "kernels/lockstep/annotations.hpp"

#include <sstream>

namespace musimd::kernels::lockstep {

std::vector<Annotation> annotations_of(std::string_view text) {
    constexpr std::string_view kMark = "// musimd:";
    std::vector<Annotation> result;
    std::istringstream lines{std::string(text)};
    std::uint32_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos || line.compare(begin, kMark.size(), kMark) != 0) continue;
        Annotation& annotation = result.emplace_back();
        annotation.line = number;
        std::istringstream words(line.substr(begin + kMark.size()));
        for (std::string word; words >> word;) annotation.words.push_back(word);
    }
    return result;
}

}  // namespace musimd::kernels::lockstep
