#include "differential/openmp/trap_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <regex>

namespace musimd::differential::openmp {
namespace {

// How many words the address is from the buffer; 0 if it is in it.
std::int64_t distance(const Buffer& buffer, std::int64_t address) {
    const std::int64_t last = buffer.address + std::max<std::int64_t>(buffer.count, 1) - 1;
    return std::max({buffer.address - address, address - last, std::int64_t{0}});
}

}  // namespace

std::string with_elements(const std::string& message, const Program& program,
                          std::optional<std::int64_t> object) {
    static const std::regex kAddress("(?:the )?address (\\d{1,18})(, which is outside every buffer)?");
    std::smatch found;
    static const std::regex kOutside("the negative address -\\d{12,18}");
    if (std::regex_search(message, found, kOutside))
        return found.prefix().str() + "an element outside of an array of the iteration" +
               found.suffix().str();
    if (program.buffers.empty() || !std::regex_search(message, found, kAddress)) return message;
    const std::int64_t address = std::stoll(found[1]);
    const Buffer& nearest = *std::ranges::min_element(program.buffers, {}, [&](const Buffer& buffer) {
        if (buffer.name.empty()) return std::numeric_limits<std::int64_t>::max();  // a margin
        return object == buffer.address ? 0 : distance(buffer, address) + 1;
    });
    std::string element = fmt::format("{}[{}]", nearest.name, address - nearest.address);
    if (found[2].matched)
        element += fmt::format(", which is outside of {}: it has {} elements", nearest.name, nearest.count);
    return found.prefix().str() + element + found.suffix().str();
}

std::string with_elements(const std::string& message, const Program& program,
                          const std::vector<AddressRange>& objects, Label pc) {
    const bool known = pc >= 1 && pc <= objects.size() && objects[pc - 1] != kAllAddresses;
    return with_elements(message, program, known ? std::optional(objects[pc - 1].first) : std::nullopt);
}

}  // namespace musimd::differential::openmp
