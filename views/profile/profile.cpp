#include "views/profile/profile.hpp"

namespace musimd::views {

ProfileCounts& ProfileCounts::operator+=(const ProfileCounts& other) {
    for (const ProfileEvent& event : kProfileEvents) this->*event.count += other.*event.count;
    return *this;
}

double ProfileCounts::lane_use() const {
    if (lanes_available == 0) return 1;
    return static_cast<double>(lanes_used) / static_cast<double>(lanes_available);
}

ProfileCounts ProfiledKernel::total() const {
    ProfileCounts sum;
    for (const ProfiledInstruction& profiled : instructions) sum += profiled.counts;
    return sum;
}

std::map<std::uint32_t, ProfileCounts> ProfiledKernel::by_line() const {
    std::map<std::uint32_t, ProfileCounts> lines;
    for (const ProfiledInstruction& profiled : instructions) lines[profiled.line] += profiled.counts;
    return lines;
}

const ProfileSource* ProfiledKernel::source_of(std::uint32_t line) const {
    for (const ProfileSource& source : sources)
        if (source.has(line)) return &source;
    return nullptr;
}

}  // namespace musimd::views
