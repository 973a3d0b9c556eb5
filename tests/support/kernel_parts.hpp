#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dsl/kernel.hpp"
#include "dsl/lowering/lowering.hpp"

// Shorthands for kernels in tests. Literals are i32 by default.

namespace musimd::support {

inline dsl::Expr number(std::int64_t value, Type type = Type::i32) {
    return dsl::literal(type, static_cast<std::uint64_t>(value));
}

inline dsl::Statement statement(dsl::Statement::Kind kind) {
    dsl::Statement s;
    s.kind = kind;
    return s;
}
inline dsl::Statement declare(dsl::VariableId v, dsl::Expr value = nullptr) {
    dsl::Statement s = statement(dsl::Statement::Kind::declare);
    s.variable = v;
    s.value = std::move(value);
    return s;
}
inline dsl::Statement set(dsl::VariableId v, dsl::Expr value, bool unmasked = false) {
    dsl::Statement s = statement(dsl::Statement::Kind::set);
    s.variable = v;
    s.value = std::move(value);
    s.unmasked = unmasked;
    return s;
}
inline dsl::Statement store(dsl::ElementRef element, dsl::Expr value, bool unmasked = false) {
    dsl::Statement s = statement(dsl::Statement::Kind::store);
    s.element = element;
    s.value = std::move(value);
    s.unmasked = unmasked;
    return s;
}
inline dsl::Statement if_(dsl::Expr condition, dsl::Block body, dsl::Block otherwise = {}) {
    dsl::Statement s = statement(dsl::Statement::Kind::if_);
    s.value = std::move(condition);
    s.body = std::move(body);
    s.otherwise = std::move(otherwise);
    return s;
}
inline dsl::Statement while_(dsl::Expr condition, dsl::Block body, dsl::Block head = {}) {
    dsl::Statement s = statement(dsl::Statement::Kind::while_);
    s.value = std::move(condition);
    s.body = std::move(body);
    s.head = std::move(head);
    return s;
}

/// A kernel of 32 bits with buffers a0, a1, … of these types, and variables v0, v1, … of i32.
inline dsl::Kernel kernel(dsl::Block body, std::vector<Type> buffers, std::size_t variables = 4) {
    dsl::Kernel result;
    result.name = "k";
    for (const Type type : buffers)
        result.buffers.push_back({"a" + std::to_string(result.buffers.size()), type});
    for (std::size_t v = 0; v < variables; ++v) {
        result.variables.push_back({"v" + std::to_string(v), dsl::ValueType::number(Type::i32)});
    }
    result.body = std::move(body);
    return result;
}

/// A launch on n elements, buffer b at 100·b with these words.
inline dsl::Launch launch(std::int64_t n, std::vector<std::vector<Value>> words) {
    dsl::Launch result;
    result.elements = n;
    for (auto& of_buffer : words) {
        const auto address = static_cast<std::int64_t>(100 * result.origins.size());
        result.regions.push_back(
            {"r" + std::to_string(result.origins.size()), address, std::move(of_buffer)});
        result.origins.push_back(address);
    }
    return result;
}

}  // namespace musimd::support
