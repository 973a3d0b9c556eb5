#include "kernels/spmd/kernel_case.hpp"

#include <algorithm>

#include "dsl/walk.hpp"

namespace musimd::kernels {
namespace {

constexpr std::int64_t kGap = 16;  // addresses between two buffers

}  // namespace

dsl::Launch launch_of(const KernelCase& test) {
    dsl::Launch launch;
    launch.elements = test.elements;
    std::int64_t address = 0;
    for (std::size_t b = 0; b < test.kernel.buffers.size(); ++b) {
        const dsl::KernelBuffer& buffer = test.kernel.buffers[b];
        const Contents& contents = test.contents[b];
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
    const auto access = [&](dsl::ElementRef element) {
        Extent& extent = found[element.buffer];
        const bool any = extent.last >= extent.first;
        extent.first = any ? std::min(extent.first, element.offset) : element.offset;
        extent.last =
            any ? std::max(extent.last, element.offset + elements - 1) : element.offset + elements - 1;
    };
    visit(kernel.body, [&](const dsl::Statement& s) {
        if (s.kind == dsl::Statement::Kind::store) access(s.element);
    });
    visit_expressions(kernel.body, [&](const dsl::Expression& e) {
        if (e.kind == dsl::Expression::Kind::load) access(e.element);
    });
    return found;
}

}  // namespace musimd::kernels
