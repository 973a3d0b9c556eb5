#include "kernels/cuda/element_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::ObjectShape;

/// The quotient, rounded down, and the rest.
std::pair<std::int64_t, std::int64_t> divided(std::int64_t n, std::int64_t by) {
    const std::int64_t rest = ((n % by) + by) % by;
    return {(n - rest) / by, rest};
}

/// The innermost element, and the number in it.
std::pair<std::int64_t, std::size_t> element_and_part(const LaunchObject& object, std::int64_t index) {
    const ObjectShape& shape = object.shape;
    if (!shape.in_units || shape.bytes == 0) {
        const auto [element, part] = divided(index, std::ssize(shape.parts));
        return {element, static_cast<std::size_t>(part)};
    }
    const auto [element, byte] = divided(index * object.bytes, shape.bytes);
    const auto after = std::ranges::upper_bound(shape.parts, byte, {}, &ObjectShape::Part::offset);
    return {element, static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - shape.parts.begin(), 1) - 1)};
}

}  // namespace

std::string name_of(const LaunchObject& object, std::int64_t index) {
    const ObjectShape& shape = object.shape;
    if (shape.parts.empty()) return fmt::format("{}[{}]", object.name, index);
    auto [element, part] = element_and_part(object, index);
    std::string indices;
    for (auto length = shape.inner.rbegin(); length != shape.inner.rend(); ++length) {
        const auto [outer, own] = divided(element, *length);
        indices = fmt::format("[{}]{}", own, indices);
        element = outer;
    }
    if (shape.is_array || element != 0) indices = fmt::format("[{}]{}", element, indices);
    return object.name + indices + shape.parts[part].name;
}

std::int64_t elements_of(const LaunchObject& object) {
    const ObjectShape& shape = object.shape;
    const std::int64_t elements = object.per_thread != 0 ? object.per_thread : object.elements;
    if (shape.parts.empty()) return elements;
    std::int64_t result = shape.in_units && shape.bytes != 0 ? elements * object.bytes / shape.bytes
                                                             : elements / std::ssize(shape.parts);
    for (const std::int64_t length : shape.inner) result /= length;
    return result;
}

}  // namespace musimd::kernels::cuda
