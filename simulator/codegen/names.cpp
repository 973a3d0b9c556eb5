#include "simulator/codegen/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace musimd::codegen {
namespace {

constexpr std::size_t kLongest = 60;

}  // namespace

std::string literal(Value c) {
    if (c == INT64_MIN) return fmt::format("({} - 1)", c + 1);
    return c < 0 ? fmt::format("({})", c) : std::to_string(c);
}

Names::Names(const Program& program) {
    std::set<std::string> taken;
    for (const std::string& written : program.variables) {
        std::string name;
        for (const char c : written) {
            const auto byte = static_cast<unsigned char>(c);
            name += byte < 128 && std::isalnum(byte) != 0 ? c : '_';
        }
        name.resize(std::min(name.size(), kLongest));
        while (!taken.insert(name).second) name += '_';
        names_.push_back(name);
    }
}

}  // namespace musimd::codegen
