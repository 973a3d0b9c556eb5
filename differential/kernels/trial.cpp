#include "differential/kernels/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "differential/kernels/walk.hpp"

namespace musimd::differential::kernels {
namespace {

constexpr std::int64_t kGap = 16;  // addresses between two buffers that belong to none

bool is_nan(std::uint64_t pattern, Type type) {
    switch (type) {
        case Type::f16:
            return (pattern & 0x7FFFU) > 0x7C00U;
        case Type::f32:
            return (pattern & 0x7FFF'FFFFU) > 0x7F80'0000U;
        case Type::f64:
            return (pattern & 0x7FFF'FFFF'FFFF'FFFFU) > 0x7FF0'0000'0000'0000U;
        default:
            return false;
    }
}

}  // namespace

dsl::Launch launch_of(const Trial& trial) {
    dsl::Launch launch;
    launch.elements = trial.elements;
    std::int64_t address = 0;
    for (std::size_t b = 0; b < trial.kernel.buffers.size(); ++b) {
        const dsl::KernelBuffer& buffer = trial.kernel.buffers[b];
        const Contents& contents = trial.contents[b];
        dsl::Region region{buffer.name, address, {}};
        for (const std::uint64_t pattern : contents.patterns)
            region.words.push_back(word_of_pattern(pattern, buffer.element));
        launch.origins.push_back(address - contents.first);
        address += static_cast<std::int64_t>(contents.patterns.size()) + kGap;
        launch.regions.push_back(std::move(region));
    }
    return launch;
}

std::vector<Extent> extents(const dsl::Kernel& kernel, std::int64_t elements) {
    std::vector<Extent> found(kernel.buffers.size());
    const auto access = [&](dsl::Place place) {
        Extent& extent = found[place.buffer];
        const bool any = extent.last >= extent.first;
        extent.first = any ? std::min(extent.first, place.offset) : place.offset;
        extent.last = any ? std::max(extent.last, place.offset + elements - 1) : place.offset + elements - 1;
    };
    visit(kernel.body, [&](const dsl::Statement& s) {
        if (s.kind == dsl::Statement::Kind::store) access(s.place);
    });
    visit_expressions(kernel.body, [&](const dsl::Expression& e) {
        if (e.kind == dsl::Expression::Kind::load) access(e.place);
    });
    return found;
}

bool alike(std::uint64_t a, std::uint64_t b, Type type) {
    return a == b || (is_nan(a, type) && is_nan(b, type));
}

std::string spell(std::uint64_t pattern, Type type) {
    if (is_nan(pattern, type)) return "nan";
    if (type == Type::f32)
        return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(pattern)));
    if (type == Type::f64) return fmt::format("{}", std::bit_cast<double>(pattern));
    if (is_signed_integer(type)) return fmt::format("{}", word_of_pattern(pattern, type));
    return is_float(type) ? fmt::format("{:#x}", pattern) : fmt::format("{}", pattern);
}

}  // namespace musimd::differential::kernels
