#include <fmt/format.h>

#include <algorithm>

#include "dsl/kernel_c/translator.hpp"
#include "dsl/trees.hpp"

// Values and conditions.

namespace musimd::dsl::kernel_c {
namespace {

struct Operation {
    std::string_view text;
    Function function;
};

constexpr Operation kComparisons[] = {{"<", Function::lt},  {"<=", Function::le}, {">", Function::gt},
                                      {">=", Function::ge}, {"==", Function::eq}, {"!=", Function::ne}};
constexpr Operation kOperations[] = {{"+", Function::add},  {"-", Function::sub},  {"*", Function::mul},
                                     {"/", Function::div},  {"%", Function::rem},  {"&", Function::andb},
                                     {"|", Function::orb},  {"^", Function::xorb}, {"<<", Function::shl},
                                     {">>", Function::shra}};

template <std::size_t N>
const Operation* find(const Operation (&rows)[N], std::string_view text) {
    const auto* row = std::ranges::find(rows, text, &Operation::text);
    return row == std::end(rows) ? nullptr : row;
}

bool is_logical(const Node& node) {
    return node.kind == Node::Kind::binary && (node.text == "&&" || node.text == "||");
}

bool is_arithmetic(const Value& v) {
    return v.e != nullptr && !v.pointer;
}

}  // namespace

Value Translator::value(const Node* node) {
    return node == nullptr ? Value{} : value_of(*node);
}

Value Translator::value_of(const Node& node) {
    switch (node.kind) {
        case Node::Kind::integer:
        case Node::Kind::floating:
        case Node::Kind::character:
            return literal_value(node, code_);
        case Node::Kind::truth:
            return truth(literal(node.text == "true", node.at), node.at);
        case Node::Kind::name:
            return name(node);
        case Node::Kind::member:
            return member(node);
        case Node::Kind::call:
            return call(node, true);
        case Node::Kind::subscript:
            return element_value(node);
        case Node::Kind::unary:
            return unary(node);
        case Node::Kind::postfix:
            return increment(node, false, true);
        case Node::Kind::binary:
            return binary(node);
        case Node::Kind::assign:
            return assign(node, true);
        case Node::Kind::choice:
            return choice(node);
        case Node::Kind::cast:
            return cast(node);
        case Node::Kind::size: {
            const auto bytes = constant(&node, names_);
            return {.e = literal(Type::u64, static_cast<std::uint64_t>(*bytes), node.at),
                    .type = {.number = Type::u64}};
        }
        case Node::Kind::text:
            error(node.at, "a text is no value here; only `printf` takes one");
            return {};
        case Node::Kind::list:
            error(node.at, "a list is no value here; it may follow the `=` of an array's declaration");
            return {};
    }
    return {};
}

Value Translator::truth(Expr condition, SourcePoint) {
    return {.e = std::move(condition), .type = {.number = Type::u8, .is_bool = true}};
}

Value Translator::name(const Node& node) {
    const Binding* b = names_.find(node.text);
    if (b == nullptr) {
        if (auto known = known_constant(node.text, node.at)) return *std::move(known);
        const bool is_function =
            std::ranges::find(unit_.functions, node.text, &FunctionDefinition::name) != unit_.functions.end();
        if (is_function)
            error(node.at, fmt::format("'{}' is a function; call it: {}(…)", node.text, node.text));
        else
            error(node.at,
                  fmt::format("'{}' is not declared{}", node.text, did_you_mean(node.text, names_.all())));
        return {};
    }
    switch (b->kind) {
        case Binding::Kind::variable:
            return {.e = read(b->variable, ValueType::number(b->type.number), node.at), .type = b->type};
        case Binding::Kind::value:
            return {.e = b->value, .type = b->type};
        case Binding::Kind::pointer:
        case Binding::Kind::array:
            if (b->kind == Binding::Kind::array && b->pointer.inner.empty() && !b->type.is_pointer) break;
            return {.type = b->type, .pointer = b->pointer};
        case Binding::Kind::moving_pointer: {
            Pointer p = b->pointer;
            p.index = read(b->variable, ValueType::number(Type::i64), node.at);
            return {.type = b->type, .pointer = std::move(p)};
        }
        case Binding::Kind::split_array:
            error(node.at, fmt::format("'{}' is an array; name an element: {}[0]", node.text, node.text));
            return {};
        case Binding::Kind::numbers:
            error(node.at, fmt::format("write {0}.x, {0}.y or {0}.z", node.text));
            return {};
        case Binding::Kind::wrong:
            return {};
    }
    return read_place(place(&node), node.at);  // a number in memory
}

Value Translator::member(const Node& node) {
    const Node& of = *node.parts[0];
    const Binding* b = of.kind == Node::Kind::name ? names_.find(of.text) : nullptr;
    const std::size_t dimension = std::string_view("xyz").find(node.text);
    if (b == nullptr || b->kind != Binding::Kind::numbers) {
        error(node.at,
              "structures are not read here; threadIdx, blockIdx, blockDim and gridDim have members");
        return {};
    }
    if (node.text.size() != 1 || dimension == std::string::npos) {
        error(node.at, fmt::format("'{}' has the members x, y and z", of.text));
        return {};
    }
    const auto number = static_cast<ThreadNumber>(static_cast<std::size_t>(b->numbers) + dimension);
    auto& known = code_.kernel().numbers;
    auto found = std::ranges::find(known, number, &std::pair<VariableId, ThreadNumber>::second);
    if (found == known.end())
        found = known.emplace(
            known.end(), code_.new_variable(fmt::format("{}_{}", of.text, node.text), Type::u32), number);
    return {.e = read(found->first, ValueType::number(Type::u32), node.at), .type = {.number = Type::u32}};
}

// ---- conversions

Expr Translator::as_condition(const Value& v, SourcePoint at) {
    if (v.pointer) {
        error(at, "a pointer is no condition here; compare numbers");
        return nullptr;
    }
    if (v.e == nullptr || v.e->type.condition) return v.e;
    if (const auto known = literal_integer(v.e)) return literal(*known != 0, at);
    return apply(Function::ne, {v.e, literal(v.e->type.type, 0, at)}, true, at);
}

Expr Translator::as_number(const Value& v, Type to, SourcePoint at) {
    if (v.e == nullptr) return nullptr;
    if (v.e->type.condition) {
        if (v.e->kind == Expression::Kind::literal && !is_float(to)) return literal(to, v.e->bits, at);
        const Type whole = is_float(to) ? Type::i32 : to;
        return convert(apply(Function::to_number, whole, {v.e}, at), to, at);
    }
    return convert(v.e, to, at);
}

/// As an assignment converts.
Expr Translator::converted(const Value& v, const CType& to, SourcePoint at) {
    if (v.pointer && !to.is_pointer) {
        error(at,
              fmt::format(
                  "this is a pointer, and a number of type '{}' is wanted; write `*` before it, or name an "
                  "element",
                  to_string(to)));
        return nullptr;
    }
    if (v.is_void) error(at, "this returns nothing, and a number is wanted");
    if (!to.is_bool || (v.type.is_bool && v.e != nullptr && !v.e->type.condition))
        return as_number(v, to.number, at);
    Expr holds = as_condition(v, at);
    return holds == nullptr ? nullptr : as_number({.e = std::move(holds), .type = to}, Type::u8, at);
}

Value Translator::cast(const Node& node) {
    if (node.type.is_void) {
        effects(node.parts[0].get());
        return {.is_void = true};
    }
    const Value v = value(node.parts[0].get());
    if (v.is_wrong()) return {};
    if (node.type.is_pointer) {
        error(node.at,
              "pointers are not converted here; `__float_as_int` and the like give the bits of a number");
        return {};
    }
    return {.e = converted(v, node.type, node.at), .type = node.type};
}

// ---- several operands

Value Translator::settled(Value v, SourcePoint at) {
    if (v.pointer) v.pointer->index = code_.settle(v.pointer->index, at);
    v.e = code_.settle(std::move(v.e), at);
    return v;
}

std::vector<Value> Translator::values(std::span<const Node* const> nodes) {
    std::vector<Value> result;
    for (const Node* node : nodes) {
        Value next;
        Block before = code_.block([&] { next = value(node); });
        if (!before.empty()) {
            for (std::size_t i = 0; i < result.size(); ++i)
                result[i] = settled(std::move(result[i]), nodes[i]->begin);
        }
        code_.append(std::move(before));
        result.push_back(std::move(next));
    }
    return result;
}

Value Translator::unary(const Node& node) {
    const Node* operand = node.parts[0].get();
    if (node.text == "++" || node.text == "--") return increment(node, true, true);
    if (node.text == "*") return read_place(place(&node), node.at);
    if (node.text == "!") {
        Expr holds = condition(&node);
        return holds == nullptr ? Value{} : truth(std::move(holds), node.at);
    }
    if (node.text == "&") {
        const Place p = place(operand);
        if (p.pointer) return {.type = {.number = p.type.number, .is_pointer = true}, .pointer = p.pointer};
        if (p.variable)
            error(node.at, "the address of a variable is not read here; use its value, or an array");
        return {};
    }
    const Value v = value(operand);
    if (v.is_wrong()) return {};
    if (!is_arithmetic(v) || (node.text == "~" && is_float(v.type.number))) {
        error(node.at,
              fmt::format("`{}` takes a number{}", node.text, node.text == "~" ? " that is an integer" : ""));
        return {};
    }
    const CType type = promoted(v.type);
    const Expr e = as_number(v, type.number, node.at);
    if (node.text == "+") return {.e = e, .type = type};
    if (node.text == "-" && literal_integer(e) && *literal_integer(e) != INT64_MIN)
        return {.e = computed(Function::sub, literal(type.number, 0, node.at), e, node.at), .type = type};
    if (node.text == "~" && literal_integer(e))
        return {.e = computed(Function::xorb, e, literal(type.number, ~std::uint64_t{0}, node.at), node.at),
                .type = type};
    return {.e = apply(node.text == "-" ? Function::neg : Function::notb, {e}, false, node.at), .type = type};
}

Value Translator::binary(const Node& node) {
    const Node* const nodes[] = {node.parts[0].get(), node.parts[1].get()};
    if (node.text == ",") {
        effects(nodes[0]);
        return value(nodes[1]);
    }
    if (is_logical(node)) {
        Expr holds = logical(node);
        return holds == nullptr ? Value{} : truth(std::move(holds), node.at);
    }
    const std::vector<Value> both = values(nodes);
    if (both[0].is_wrong() || both[1].is_wrong()) return {};
    if (const Operation* row = find(kComparisons, node.text))
        return compared(row->function, both[0], both[1], node.at);
    if (both[0].pointer && both[1].pointer && node.text == "-")
        return difference(*both[0].pointer, *both[1].pointer, node.at);
    if (both[0].pointer && (node.text == "+" || node.text == "-"))
        return moved(both[0], both[1], node.text == "-", node.at);
    if (both[1].pointer && node.text == "+") return moved(both[1], both[0], false, node.at);
    return arithmetic(node.text, both[0], both[1], node.at);
}

Value Translator::arithmetic(std::string_view op, const Value& a, const Value& b, SourcePoint at) {
    const bool is_of_integers = op == "%" || op == "&" || op == "|" || op == "^" || op == "<<" || op == ">>";
    const bool has_float = is_float(a.type.number) || is_float(b.type.number);
    if (a.is_wrong() || b.is_wrong()) return {};
    if (!is_arithmetic(a) || !is_arithmetic(b) || (is_of_integers && has_float)) {
        const char* const advice = op == "%" && has_float ? "; for floats there is fmodf(a, b)" : "";
        error(at, fmt::format("`{}` takes two {}{}", op, is_of_integers ? "integers" : "numbers", advice));
        return {};
    }
    const bool is_shift = op == "<<" || op == ">>";
    const CType type = is_shift ? promoted(a.type) : common(a.type, b.type);
    Function function = find(kOperations, op)->function;
    if (op == ">>" && is_unsigned_integer(type.number)) function = Function::shr;
    return {.e = computed(function, as_number(a, type.number, at), as_number(b, type.number, at), at),
            .type = type};
}

Value Translator::compared(Function function, const Value& a, const Value& b, SourcePoint at) {
    if (a.pointer && b.pointer && a.pointer->buffer == b.pointer->buffer)
        return truth(apply(function, {a.pointer->index, b.pointer->index}, true, at), at);
    if (!is_arithmetic(a) || !is_arithmetic(b)) {
        error(at, "only numbers are compared here, and pointers to elements of one array");
        return {};
    }
    const Type type = common(a.type, b.type).number;
    return truth(apply(function, {as_number(a, type, at), as_number(b, type, at)}, true, at), at);
}

Value Translator::moved(const Value& pointer, const Value& by, bool back, SourcePoint at) {
    if (!is_arithmetic(by) || is_float(by.type.number)) {
        if (!by.is_wrong()) error(at, "a pointer is moved by an integer");
        return {};
    }
    Value result = pointer;
    const Expr size = literal(Type::i64, static_cast<std::uint64_t>(pointer.pointer->size()), at);
    const Expr distance = times(as_number(by, Type::i64, at), size, at);
    Expr& index = result.pointer->index;
    index = back ? minus(index, distance, at) : plus(index, distance, at);
    return result;
}

Value Translator::difference(const Pointer& a, const Pointer& b, SourcePoint at) {
    if (a.buffer != b.buffer) {
        error(at, "these pointers are to elements of different arrays");
        return {};
    }
    Expr distance = minus(a.index, b.index, at);
    if (a.size() != 1)
        distance = apply(Function::div,
                         {distance, literal(Type::i64, static_cast<std::uint64_t>(a.size()), at)}, true, at);
    return {.e = std::move(distance), .type = {.number = Type::i64}};
}

// ---- conditions

Expr Translator::condition(const Node* node) {
    if (node == nullptr) return nullptr;
    if (is_logical(*node)) return logical(*node);
    if (node->kind == Node::Kind::unary && node->text == "!") {
        Expr holds = condition(node->parts[0].get());
        return holds == nullptr ? nullptr : apply(Function::notl, {std::move(holds)}, false, node->at);
    }
    if (node->kind == Node::Kind::assign && node->text == "=" &&
        node->parts[1]->kind == Node::Kind::integer) {
        error(node->at, "`=` assigns; write `==` to compare");
        return nullptr;
    }
    const Value v = value(node);
    if (v.is_void) error(node->at, "this returns nothing, and a condition is wanted");
    return as_condition(v, node->at);
}

// The right side is computed only where the left one does not decide, unless that makes no difference.
Expr Translator::logical(const Node& node) {
    const bool both = node.text == "&&";
    Expr left = condition(node.parts[0].get());
    Expr right;
    Block rest = code_.block([&] { right = condition(node.parts[1].get()); });
    if (left == nullptr || right == nullptr) return nullptr;
    if (rest.empty() && !may_trap(right))
        return apply(both ? Function::andl : Function::orl, {std::move(left), std::move(right)}, false,
                     node.at);
    const VariableId holds = code_.new_variable("t", ValueType::of_condition());
    code_.declare(holds, std::move(left), node.at);
    const Expr so_far = read(holds, ValueType::of_condition(), node.at);
    code_.into(rest, [&] { code_.set(holds, std::move(right), node.at); });
    code_.when(both ? so_far : apply(Function::notl, {so_far}, false, node.at), node.at, std::move(rest));
    return so_far;
}

Value Translator::choice(const Node& node) {
    Expr test = condition(node.parts[0].get());
    Value first;
    Value second;
    Block before_first = code_.block([&] { first = value(node.parts[1].get()); });
    Block before_second = code_.block([&] { second = value(node.parts[2].get()); });
    if (test == nullptr || first.is_wrong() || second.is_wrong()) return {};
    if (first.pointer || second.pointer || first.is_void || second.is_void) {
        error(node.at, "`? :` chooses between numbers here; write `if` and `else`");
        return {};
    }
    return chosen(node, std::move(test), first, second, std::move(before_first), std::move(before_second));
}

Value Translator::chosen(const Node& node, Expr test, const Value& first, const Value& second,
                         Block before_first, Block before_second) {
    const bool are_bools = first.type.is_bool && second.type.is_bool;
    const CType type = are_bools ? first.type : common(first.type, second.type);
    const auto number = [&](const Value& v) { return converted(v, type, node.at); };
    Expr a;
    Expr b;
    code_.into(before_first, [&] { a = number(first); });
    code_.into(before_second, [&] { b = number(second); });
    if (before_first.empty() && before_second.empty() && !may_trap(a) && !may_trap(b))
        return {.e = apply(Function::select, {std::move(test), std::move(a), std::move(b)}, false, node.at),
                .type = type};
    const VariableId v = code_.new_variable("t", type.number);
    code_.declare(v, nullptr, node.at);
    code_.into(before_first, [&] { code_.set(v, std::move(a), node.at); });
    code_.into(before_second, [&] { code_.set(v, std::move(b), node.at); });
    Statement& branch = code_.emit(Statement::Kind::if_, node.at);
    branch.value = std::move(test);
    branch.body = std::move(before_first);
    branch.otherwise = std::move(before_second);
    return {.e = read(v, ValueType::number(type.number), node.at), .type = type};
}

/// Of an expression whose value nobody uses.
void Translator::effects(const Node* node) {
    if (node == nullptr) return;
    if (node->kind == Node::Kind::assign) {
        assign(*node, false);
    } else if (node->kind == Node::Kind::postfix) {
        increment(*node, false, false);
    } else if (node->kind == Node::Kind::unary && (node->text == "++" || node->text == "--")) {
        increment(*node, true, false);
    } else if (node->kind == Node::Kind::call) {
        call(*node, false);
    } else if (node->kind == Node::Kind::binary && node->text == ",") {
        for (const NodePtr& part : node->parts) effects(part.get());
    } else if (node->kind == Node::Kind::cast && node->type.is_void) {
        effects(node->parts[0].get());
    } else if (const Value v = value(node); v.e != nullptr && may_trap(v.e)) {
        code_.settle(v.e, node->at);  // what it reads is read
    }
}

}  // namespace musimd::dsl::kernel_c
