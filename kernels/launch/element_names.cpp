#include "kernels/launch/element_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "kernels/launch/part.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::openmp::ObjectShape;

/// Takes the last digit of the index, in a system of this base. A negative index has a negative first digit.
std::int64_t take_digit(std::int64_t& index, std::int64_t base) {
    const std::int64_t digit = (index % base + base) % base;
    index = (index - digit) / base;
    return digit;
}

std::string text_of(const ObjectShape& shape, std::int64_t index) {
    std::string text;
    if (!shape.members.empty())
        text = shape.members[static_cast<std::size_t>(take_digit(index, std::ssize(shape.members)))];
    for (const std::int64_t size : shape.dimensions | std::views::reverse)
        text = fmt::format("[{}]{}", take_digit(index, std::max<std::int64_t>(size, 1)), text);
    if (!shape.is_array && index == 0) return shape.name + text;
    return fmt::format("{}[{}]{}", shape.name, index, text);
}

}  // namespace

const ObjectShape* ElementNames::shape_of(const Buffer& buffer) const {
    for (const ObjectShape& shape : function_.shapes) {
        if (shape.buffer < state_.memory.size() && state_.memory[shape.buffer].address == buffer.address)
            return &shape;
    }
    return nullptr;
}

std::string ElementNames::of(const Buffer& buffer, std::int64_t index) const {
    const ObjectShape* const shape = shape_of(buffer);
    if (shape != nullptr) index = index_of_thread(shape->buffer, index);
    return shape == nullptr ? fmt::format("{}[{}]", buffer.name, index) : text_of(*shape, index);
}

/// Of what each thread declares: the index in its own object.
std::int64_t ElementNames::index_of_thread(dsl::BufferId buffer, std::int64_t index) const {
    const auto local = std::ranges::find(function_.locals, buffer, &dsl::openmp::LocalArray::buffer);
    return local == function_.locals.end() || index < 0 ? index : index % local->elements;
}

std::string ElementNames::at(std::int64_t address, const Program& program) const {
    for (const Buffer& buffer : program.buffers) {
        if (!buffer.name.empty() && buffer.address <= address && address < buffer.address + buffer.count)
            return of(buffer, address - buffer.address);
    }
    return fmt::format("the element at address {}", address);
}

std::string ElementNames::object(const Buffer& buffer) const {
    const ObjectShape* const shape = shape_of(buffer);
    return shape == nullptr ? buffer.name : shape->name;
}

std::int64_t ElementNames::elements(const Buffer& buffer) const {
    const ObjectShape* const shape = shape_of(buffer);
    std::int64_t numbers = 1;
    if (shape != nullptr) {
        numbers = std::max<std::int64_t>(std::ssize(shape->members), 1);
        for (const std::int64_t size : shape->dimensions) numbers *= std::max<std::int64_t>(size, 1);
    }
    return buffer.count / numbers;
}

bool ElementNames::is_variable(dsl::BufferId buffer) const {
    return std::ranges::any_of(function_.shapes, [&](const ObjectShape& shape) {
        return shape.buffer == buffer && !shape.is_array && shape.members.empty();
    });
}

}  // namespace musimd::kernels::openmp
