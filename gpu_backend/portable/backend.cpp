#include "gpu_backend/portable/backend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu_backend/portable/found.hpp"
#include "gpu_backend/portable/ispc.hpp"
#include "gpu_backend/portable/vulkan.hpp"
#include "host/child.hpp"

namespace musimd::portable {
namespace {

using Finder = std::pair<std::string_view, Found (*)(std::string_view name)>;

constexpr Finder kFinders[] = {
    {"pocl", find_opencl},
    {"oclgrind", find_opencl},
    {"vulkan", [](std::string_view) { return find_vulkan(); }},
    {"ispc", [](std::string_view) { return find_ispc(); }},
};

}  // namespace

Found find_backend(std::string_view name) {
    const auto found = std::ranges::find(kFinders, name, &Finder::first);
    if (found == std::end(kFinders)) return tl::unexpected(fmt::format("there is no backend {}\n", name));
    return found->second(name);
}

std::optional<std::string> why_no_backend(std::string_view name) {
    const host::ChildEnd end = host::in_child([&] {
        const Found found = find_backend(name);
        return found ? "" : found.error();
    });
    if (!end.ok()) return fmt::format("{} does not load: {}\n", name, to_string(end));
    if (end.text.empty()) return std::nullopt;
    return end.text;
}

}  // namespace musimd::portable
