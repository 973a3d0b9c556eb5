#include "kernels/launch/trap_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "host/pattern.hpp"
#include "kernels/launch/part.hpp"

namespace musimd::kernels::openmp {
namespace {

/// The text with another one instead of the match.
std::string with_match_as(const std::string& text, const host::Pattern::Match& found,
                          const std::string& other) {
    return text.substr(0, found.begin()) + other + text.substr(found.end());
}

// How many words the address is from the buffer; 0 if it is in it.
std::int64_t distance(const Buffer& buffer, std::int64_t address) {
    const std::int64_t last = buffer.address + std::max<std::int64_t>(buffer.count, 1) - 1;
    return std::max({buffer.address - address, address - last, std::int64_t{0}});
}

/// Whether addresses near 0 are those of a null pointer.
bool begins_late(const Program& program) {
    return std::ranges::all_of(program.buffers,
                               [](const Buffer& b) { return b.address >= kFirstAddress / 2; });
}

/// An access outside of buffers that is near a null pointer.
std::optional<std::string> with_null(const std::string& message) {
    static const host::Pattern kNear(
        "the (?:address (\\d{1,5}), which is outside every buffer|negative address (-\\d{1,5}))$");
    const auto near = kNear.search(message);
    const std::string index = near ? near->group(near->has(1) ? 1 : 2) : "";
    if (!near || !is_near_null(std::stoll(index))) return std::nullopt;
    return with_match_as(message, *near, fmt::format("element {} of a null pointer", index));
}

}  // namespace

std::string with_elements(const std::string& message, const Program& program,
                          std::optional<std::int64_t> object, const ElementNames* names) {
    static const host::Pattern kAddress("(?:the )?address (\\d{1,18})(, which is outside every buffer)?");
    static const host::Pattern kOutside("the negative address -\\d{12,18}");
    if (const auto outside = kOutside.search(message))
        return with_match_as(message, *outside, "an element outside of an array of the iteration");
    if (const auto text = !object && begins_late(program) ? with_null(message) : std::nullopt) return *text;
    if (program.buffers.size() == 1 && program.buffers.front().name == kNoMemory) return message;
    const auto found = program.buffers.empty() ? std::nullopt : kAddress.search(message);
    if (!found) return message;
    const std::int64_t address = std::stoll(found->group(1));
    const Buffer& nearest = *std::ranges::min_element(program.buffers, {}, [&](const Buffer& buffer) {
        if (buffer.name.empty()) return std::numeric_limits<std::int64_t>::max();  // a margin
        return object == buffer.address ? 0 : distance(buffer, address) + 1;
    });
    const std::int64_t index = address - nearest.address;
    std::string element =
        names != nullptr ? names->of(nearest, index) : fmt::format("{}[{}]", nearest.name, index);
    if (found->has(2))
        element += fmt::format(", which is outside of {}: it has {} elements",
                               names != nullptr ? names->object(nearest) : nearest.name,
                               names != nullptr ? names->elements(nearest) : nearest.count);
    return with_match_as(message, *found, element);
}

std::string with_elements(const std::string& message, const Program& program,
                          const std::vector<AddressRange>& objects, Label pc, const ElementNames* names) {
    const bool known = pc >= 1 && pc <= objects.size() && objects[pc - 1] != kAllAddresses;
    return with_elements(message, program, known ? std::optional(objects[pc - 1].first) : std::nullopt,
                         names);
}

}  // namespace musimd::kernels::openmp
