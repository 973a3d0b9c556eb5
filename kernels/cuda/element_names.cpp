#include "kernels/cuda/element_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "kernels/launch/objects.hpp"

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

// ---- by address

namespace {

Element element_of(const LaunchObject& object, std::int64_t index, std::int64_t address) {
    Element element{.object = object.name,
                    .index = index,
                    .elements = object.elements,
                    .bytes = object.bytes,
                    .space = object.space,
                    .address = address,
                    .in_text = elements_of(object)};
    if (object.per_thread != 0 && element.is_inside()) {
        element.index = index % object.per_thread;
        element.elements = object.per_thread;
    }
    element.name = name_of(object, element.index);
    return element;
}

/// An element of what is no device memory.
Element element_of(const LaunchPointer& pointer, std::int64_t address) {
    const std::int64_t index = address - pointer.address;
    return {.object = pointer.name,
            .index = index,
            .address = address,
            .name = name_of({.name = pointer.name, .shape = pointer.shape}, index)};
}

/// The object from the place on to which the pointer points, as the text of the kernel has it. What is before
/// that place is not in it.
LaunchObject seen_through(const LaunchPointer* pointer, const LaunchObject& object, std::int64_t address) {
    if (pointer == nullptr || object.per_thread != 0) return object;
    const std::int64_t before = pointer->address - object.address;
    const bool is_skipped = object.address <= address && address < pointer->address;
    if (before < 0 || before > object.elements || is_skipped) return object;
    LaunchObject seen = object;
    seen.name = pointer->name;
    seen.shape = pointer->shape;
    seen.address += before;
    seen.elements -= before;
    return seen;
}

std::optional<Element> shared_element(std::int64_t address, const LaunchProgram& launch) {
    const std::int64_t words = launch.program.shared_words();
    const std::int64_t past = address - launch.options.max_address - 1;
    if (past < 0 || past >= words * launch.program.grid) return std::nullopt;
    for (const LaunchObject& object : launch.memory) {
        const std::int64_t index = past % words - object.address;
        if (object.space == Space::shared && 0 <= index && index < object.elements)
            return element_of(object, index, address);
    }
    return std::nullopt;
}

}  // namespace

const LaunchPointer* wrong_pointer(std::int64_t address, const LaunchProgram& launch) {
    const auto is_it = [&](const LaunchPointer& pointer) {
        return !pointer.what.empty() && std::abs(address - pointer.address) < WrongPointer::kApart / 4;
    };
    const auto found = std::ranges::find_if(launch.pointers, is_it);
    return found == launch.pointers.end() ? nullptr : &*found;
}

std::optional<Element> element_at(std::int64_t address, std::uint32_t warp, Label at,
                                  const LaunchProgram& launch, bool of_source) {
    const Label pc = openmp::row_of(at, of_source, launch.sources);
    const auto meant = pc >= 1 && pc <= launch.shared.size() ? launch.shared[pc - 1] : std::nullopt;
    if (meant) {
        const LaunchObject& object = launch.memory[*meant];
        return element_of(object, address - launch.shared_base(warp) - object.address, address);
    }
    const Element of_null{.index = address, .address = address};
    const bool has_range = pc >= 1 && pc <= launch.objects.size();
    if (has_range && launch.objects[pc - 1] == openmp::kNoAddresses) return of_null;
    if (auto shared = shared_element(address, launch)) return shared;
    if (const LaunchPointer* const wrong = wrong_pointer(address, launch)) return element_of(*wrong, address);
    const bool is_known = has_range && launch.objects[pc - 1] != openmp::kAllAddresses;
    const std::int64_t begin = is_known ? launch.objects[pc - 1].first : -1;
    const LaunchObject* nearest = nullptr;
    std::int64_t least = 0;
    for (const LaunchObject& object : launch.memory) {
        if (object.space == Space::shared) continue;
        const std::int64_t last = object.address + std::max<std::int64_t>(object.elements, 1) - 1;
        std::int64_t distance = 1 + std::max({object.address - address, address - last, std::int64_t{0}});
        if (object.address == begin) distance = 0;
        if (nearest == nullptr || distance < least) {
            nearest = &object;
            least = distance;
        }
    }
    if (!is_known && openmp::is_near_null(address)) return of_null;
    if (nearest == nullptr) return std::nullopt;
    const LaunchObject seen = seen_through(launch.pointer_at(pc), *nearest, address);
    return element_of(seen, address - seen.address, address);
}

std::string element_text(const Element& element) {
    return element.name.empty() ? fmt::format("element {}", element.index) : element.name;
}

}  // namespace musimd::kernels::cuda
