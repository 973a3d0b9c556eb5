#include <fmt/format.h>

#include "dsl/kernel_c/translator.hpp"
#include "dsl/trees.hpp"

// What is assigned: variables, and numbers in memory.

namespace musimd::dsl::kernel_c {

Place Translator::place(const Node* node) {
    if (node == nullptr) return {};
    if (node->kind == Node::Kind::subscript) return element(*node);
    if (node->kind == Node::Kind::unary && node->text == "*")
        return number_at(value(node->parts[0].get()), node->at);
    const Binding* b = node->kind == Node::Kind::name ? names_.find(node->text) : nullptr;
    if (node->kind == Node::Kind::name && b == nullptr) {
        name(*node);  // an error
        return {};
    }
    if (b == nullptr) {
        error(node->at, "this cannot be assigned; a variable or an element of an array can");
        return {};
    }
    switch (b->kind) {
        case Binding::Kind::variable:
            return {.variable = b->variable, .type = b->type};
        case Binding::Kind::moving_pointer:
            return {.variable = b->variable, .of_variable = b->pointer, .type = b->type};
        case Binding::Kind::array:  // a number in memory
            if (b->pointer.inner.empty() && !b->type.is_pointer)
                return {.pointer = b->pointer, .type = b->type};
            break;
        case Binding::Kind::value:
            error(node->at, fmt::format("'{}' is const", node->text));
            return {};
        case Binding::Kind::pointer:
        case Binding::Kind::split_array:
        case Binding::Kind::numbers:
            break;
        case Binding::Kind::wrong:
            return {};
    }
    error(node->at,
          fmt::format("'{}' cannot be assigned; a variable or an element of an array can", node->text));
    return {};
}

/// Where the pointer points to.
Place Translator::number_at(const Value& pointer, SourcePoint at) {
    if (pointer.is_wrong()) return {};
    if (!pointer.pointer) {
        error(at, "`*` takes a pointer");
        return {};
    }
    if (!pointer.pointer->inner.empty()) {
        error(at, "this is an array; name an element of it");
        return {};
    }
    return {.pointer = pointer.pointer, .type = pointer.pointer->element};
}

/// Of an array whose elements are variables; nullopt: it is another expression.
std::optional<Place> Translator::element_of_split(const Node& node) const {
    std::vector<const Node*> indices;
    const Node* base = &node;
    for (; base->kind == Node::Kind::subscript; base = base->parts[0].get())
        indices.push_back(base->parts[1].get());
    const Binding* b = base->kind == Node::Kind::name ? names_.find(base->text) : nullptr;
    if (b == nullptr || b->kind != Binding::Kind::split_array || indices.size() != b->sizes.size())
        return std::nullopt;
    std::int64_t cell = 0;
    for (std::size_t d = 0; d < b->sizes.size(); ++d)
        cell = cell * b->sizes[d] + *constant(indices[indices.size() - 1 - d], names_);
    return Place{.variable = b->cells[static_cast<std::size_t>(cell)], .type = b->type};
}

/// The pointer to an element, or to an array of an array of arrays.
Value Translator::element_address(const Node& node) {
    const Node* const nodes[] = {node.parts[0].get(), node.parts[1].get()};
    const std::vector<Value> both = values(nodes);
    if (both[0].is_wrong() || both[1].is_wrong()) return {};
    if (!both[0].pointer) {
        error(node.at, "only arrays and pointers have elements");
        return {};
    }
    return moved(both[0], both[1], false, node.parts[1]->at);
}

/// An element, or an array of arrays' array.
Value Translator::element_value(const Node& node) {
    if (const auto of_split = element_of_split(node)) return read_place(*of_split, node.at);
    Value result = element_address(node);
    if (result.is_wrong()) return {};
    std::vector<std::int64_t>& inner = result.pointer->inner;
    if (inner.empty()) return read_place(number_at(result, node.at), node.at);
    inner.erase(inner.begin());
    return result;
}

Place Translator::element(const Node& node) {
    if (const auto of_split = element_of_split(node)) return *of_split;
    return number_at(element_address(node), node.at);
}

// ---- memory

// An index outside of a local array is replaced by one that is outside of everything: other threads' parts
// follow.
Expr Translator::element_index(const Pointer& p, SourcePoint at) const {
    const auto found = locals_.find(p.buffer);
    if (found == locals_.end()) return p.index;
    const auto& [base, elements] = found->second;
    const Expr outside = literal(Type::i64, static_cast<std::uint64_t>(openmp::kOutside), at);
    if (const auto known = literal_integer(p.index))
        return plus(base, 0 <= *known && *known < elements ? p.index : outside, at);
    const Expr size = literal(Type::u64, static_cast<std::uint64_t>(elements), at);
    const Expr fits = apply(Function::lt, {convert(p.index, Type::u64, at), size}, true, at);
    return plus(base, apply(Function::select, {fits, p.index, outside}, false, at), at);
}

/// Of volatile memory that others see.
std::optional<Scope> Translator::order_of(const Pointer& p) const {
    const bool is_volatile = p.element.is_volatile && !locals_.contains(p.buffer);
    return is_volatile ? std::optional(Scope::system) : std::nullopt;
}

Expr Translator::load_at(const Pointer& p, SourcePoint at) const {
    return load(p.buffer, element_index(p, at), p.element.number, at, order_of(p));
}

void Translator::store_at(const Pointer& p, Expr value, SourcePoint at) {
    Statement& s = code_.emit(Statement::Kind::store, at);
    s.element = {.buffer = p.buffer, .offset = 0};
    s.index = element_index(p, at);
    s.value = std::move(value);
    s.atomic = order_of(p);
}

Value Translator::read_place(const Place& p, SourcePoint at) {
    if (p.is_wrong()) return {};
    if (p.of_variable) {
        Pointer pointer = *p.of_variable;
        pointer.index = read(*p.variable, ValueType::number(Type::i64), at);
        return {.type = p.type, .pointer = std::move(pointer)};
    }
    if (p.variable) return {.e = read(*p.variable, ValueType::number(p.type.number), at), .type = p.type};
    return {.e = load_at(*p.pointer, at), .type = p.type};
}

void Translator::write_place(const Place& p, Expr value, SourcePoint at) {
    if (p.is_wrong() || value == nullptr) return;
    if (p.variable) return code_.set(*p.variable, std::move(value), at);
    store_at(*p.pointer, std::move(value), at);
}

// ---- assignments

Place Translator::kept(Place p, bool later, SourcePoint at) {
    if (later && p.pointer) p.pointer->index = code_.settle(p.pointer->index, at);
    return p;
}

Value Translator::assign(const Node& node, bool used) {
    Place to = place(node.parts[0].get());
    Value v;
    Block before = code_.block([&] { v = value(node.parts[1].get()); });
    to = kept(std::move(to), !before.empty(), node.begin);
    if (to.is_wrong() || v.is_wrong()) {
        code_.append(std::move(before));
        return {};
    }
    if (to.type.is_const && !to.of_variable) {
        error(node.at, "this is const, and cannot be assigned");
        return {};
    }
    if (node.text == "=" && v.pointer && !to.of_variable) {
        converted(v, to.type, node.parts[1]->begin);  // an error
        return {};
    }
    if (node.text == "=") {
        code_.append(std::move(before));
        return finish_assignment(to, v, node.begin, used);
    }
    Value old = read_place(to, node.begin);
    if (!before.empty()) old = settled(std::move(old), node.begin);
    code_.append(std::move(before));
    const std::string_view op = std::string_view(node.text).substr(0, node.text.size() - 1);
    const Value result = old.pointer ? moved(old, v, op == "-", node.at) : arithmetic(op, old, v, node.at);
    if (result.is_wrong()) return {};
    return finish_assignment(to, result, node.begin, used);
}

/// Returns what the place then has.
Value Translator::finish_assignment(const Place& to, const Value& v, SourcePoint at, bool used) {
    if (to.of_variable) {
        if (assign_pointer(to, v, at)) return read_place(to, at);
        return {};
    }
    Expr e = converted(v, to.type, at);
    if (e == nullptr) return {};
    if (to.variable) {
        write_place(to, std::move(e), at);
        return read_place(to, at);
    }
    if (used) e = code_.settle(std::move(e), at);
    write_place(to, e, at);
    return {.e = std::move(e), .type = to.type};
}

bool Translator::assign_pointer(const Place& to, const Value& v, SourcePoint at) {
    if (!v.pointer || v.pointer->buffer != to.of_variable->buffer || !v.pointer->inner.empty()) {
        error(at,
              "a pointer variable stays in the array of its declaration here; declare another variable, or "
              "use an index");
        return false;
    }
    code_.set(*to.variable, v.pointer->index, at);
    return true;
}

Value Translator::increment(const Node& node, bool is_prefix, bool used) {
    const Place to = place(node.parts[0].get());
    if (to.is_wrong()) return {};
    if (to.type.is_const && !to.of_variable) {
        error(node.at, "this is const, and cannot be assigned");
        return {};
    }
    Value old = read_place(to, node.begin);
    if (used && !is_prefix) old = settled(std::move(old), node.begin);
    const Value one{.e = literal(Type::i32, 1, node.at), .type = {.number = Type::i32}};
    const bool back = node.text == "--";
    const Value next =
        old.pointer ? moved(old, one, back, node.at) : arithmetic(back ? "-" : "+", old, one, node.at);
    if (next.is_wrong()) return {};
    Value after = finish_assignment(to, next, node.begin, used && is_prefix);
    return is_prefix ? after : old;
}

}  // namespace musimd::dsl::kernel_c
