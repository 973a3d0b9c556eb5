#include <fmt/format.h>

#include <algorithm>

#include "dsl/kernel_c/translator.hpp"
#include "dsl/mathematics.hpp"
#include "dsl/trees.hpp"

// Calls: of functions of the file, which are inlined, and of mathematics.

namespace musimd::dsl::kernel_c {
namespace {

/// Names of CUDA that are those of C with another spelling.
constexpr std::pair<std::string_view, std::string_view> kSpellings[] = {
    {"__expf", "expf"}, {"__logf", "logf"}, {"__sinf", "sinf"},   {"__cosf", "cosf"},
    {"__tanf", "tanf"}, {"__powf", "powf"}, {"__log2f", "log2f"}, {"__log10f", "log10f"},
};

std::string_view plain_name(std::string_view name) {
    for (const auto& [spelling, plain] : kSpellings) {
        if (spelling == name) return plain;
    }
    return name;
}

Value number(Expr e) {
    const Type type = e->type.type;
    return {.e = std::move(e), .type = {.number = type}};
}

/// Whether a statement assigns the variable.
bool assigns(const Node* node, std::string_view name) {
    if (node == nullptr) return false;
    const bool is_step = node->kind == Node::Kind::postfix ||
                         (node->kind == Node::Kind::unary && (node->text == "++" || node->text == "--"));
    if (is_step || node->kind == Node::Kind::assign) {
        const Node& target = *node->parts[0];
        if (target.kind == Node::Kind::name && target.text == name) return true;
    }
    return std::ranges::any_of(node->parts, [&](const NodePtr& part) { return assigns(part.get(), name); });
}

bool assigns(const std::vector<Stmt>& list, std::string_view name) {
    return std::ranges::any_of(list, [&](const Stmt& s) {
        for (const Declarator& d : s.declared) {
            if (assigns(d.initial.get(), name)) return true;
        }
        return assigns(s.value.get(), name) || assigns(s.step.get(), name) || assigns(s.body, name) ||
               assigns(s.otherwise, name) || assigns(s.init, name);
    });
}

}  // namespace

bool Translator::has_arguments(const Node& node, std::size_t least, std::size_t most) {
    const std::size_t given = node.parts.size();
    if (least <= given && given <= most) return true;
    const std::string wanted =
        least == most ? counted(least, "argument") : fmt::format("{} or {} arguments", least, most);
    error(node.at, fmt::format("'{}' takes {}, and {} given", node.text, wanted,
                               given == 1 ? "1 is" : fmt::format("{} are", given)));
    return false;
}

std::vector<Value> Translator::arguments(const Node& node) {
    std::vector<const Node*> nodes;
    for (const NodePtr& part : node.parts) nodes.push_back(part.get());
    return values(nodes);
}

Value Translator::call(const Node& node, bool used) {
    const auto f = std::ranges::find(unit_.functions, node.text, &FunctionDefinition::name);
    if (f != unit_.functions.end() && f->is_kernel) {
        error(node.at, fmt::format("'{}' is a kernel, which only a launch starts", node.text));
        return {};
    }
    if (f != unit_.functions.end()) return inlined(node, *f, used);
    if (const Binding* b = names_.find(node.text)) {
        if (b->kind != Binding::Kind::wrong)
            error(node.at, fmt::format("'{}' is a variable, not a function", node.text));
        return {};
    }
    if (auto known = device_call(node)) return *std::move(known);
    if (auto known = mathematics(node)) return *std::move(known);
    std::vector<std::string_view> names;
    for (const FunctionDefinition& other : unit_.functions) names.push_back(other.name);
    error(node.at,
          fmt::format("the function '{}' is not known here{}; only functions of this file and those that "
                      "docs/kernel-language.md lists are",
                      node.text, did_you_mean(node.text, names)));
    return {};
}

// ---- functions of the file

bool Translator::bind_arguments(const Node& node, const FunctionDefinition& f, Statement& call_statement,
                                Names::Scope& names) {
    if (!has_arguments(node, f.parameters.size(), f.parameters.size())) return false;
    const std::vector<Value> given = arguments(node);
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Declarator& d = f.parameters[i];
        const SourcePoint at = node.parts[i]->begin;
        if (given[i].is_wrong()) return false;
        Binding b{.type = d.type};
        if (!d.type.is_pointer) {
            Expr e = converted(given[i], d.type, at);
            if (e == nullptr) return false;
            b.kind = Binding::Kind::variable;
            b.variable = code_.new_variable(d.name, d.type.number);
            call_statement.arguments.emplace_back(b.variable, std::move(e));
        } else {
            const auto& p = given[i].pointer;
            if (!p || !p->inner.empty() || p->element.number != d.type.number ||
                (p->element.is_const && !d.type.is_const)) {
                error(at, fmt::format("'{}' takes a '{}' here{}", f.name, to_string(d.type),
                                      p && p->element.is_const ? ", and this points to const numbers" : ""));
                return false;
            }
            b.pointer = *p;
            b.pointer.index = code_.settle(p->index, at);
            b.pointer.element.is_const = d.type.is_const;
            b.pointer.element.is_volatile = p->element.is_volatile || d.type.is_volatile;
            b.kind = Binding::Kind::pointer;
            if (assigns(f.body.body, d.name)) {
                b.kind = Binding::Kind::moving_pointer;
                b.variable = code_.new_variable(d.name, Type::i64);
                code_.declare(b.variable, b.pointer.index, at);
            }
        }
        names[d.name] = std::move(b);
    }
    return true;
}

Value Translator::inlined(const Node& node, const FunctionDefinition& f, bool used) {
    if (std::ranges::find(calls_, &f, &Call::function) != calls_.end()) {
        error(node.at, fmt::format("'{}' calls itself; recursion is not read here", f.name));
        return {};
    }
    if (f.result.is_pointer) {
        error(node.at, "functions that return pointers are not read here; return an index");
        return {};
    }
    Statement call_statement;
    call_statement.kind = Statement::Kind::call;
    call_statement.line = node.at;
    call_statement.function = f.name;
    Names::Scope names;
    if (!bind_arguments(node, f, call_statement, names)) return {};
    Call call{.function = &f};
    const ValueType type = ValueType::number(f.result.number);
    if (!f.result.is_void) call.result = code_.new_variable("result", type);
    std::vector<Names::Scope> outer = names_.enter();
    names_.open();
    for (auto& [name, b] : names) names_.add(name, std::move(b));
    calls_.push_back(call);
    Block body = code_.block([&] {
        if (call.result) code_.declare(*call.result, nullptr, f.at);
        code_.append(inside(Around::call, f.body.body));
    });
    if (!body.empty() && body.back().kind == Statement::Kind::return_) body.pop_back();
    calls_.pop_back();
    names_.leave(std::move(outer));
    call_statement.body = std::move(body);
    const bool has_value = call.result && used;
    if (has_value) {
        call_statement.variable = code_.new_variable("t", type);
        call_statement.result = read(*call.result, type, node.at);
    }
    const VariableId returned = call_statement.variable;
    Block whole;
    whole.push_back(std::move(call_statement));
    code_.append(std::move(whole));
    if (has_value) return {.e = read(returned, type, node.at), .type = f.result};
    return {.is_void = true};
}

// ---- mathematics

std::optional<Value> Translator::mathematics(const Node& node) {
    if (auto known = minimum(node)) return known;
    if (auto known = bits(node)) return known;
    if (auto known = same_bits(node)) return known;
    if (auto known = product(node)) return known;
    const std::string_view name = plain_name(node.text);
    const auto function = math_function(name);
    if (!function && !is_composed_function(name)) return std::nullopt;
    const std::vector<Value> given = arguments(node);
    CType type;
    bool is_double = name == node.text && !name.ends_with('f');
    for (const Value& v : given) {
        if (v.is_wrong()) return Value{};
        is_double = is_double && v.type.number != Type::f32;  // C++ has each function for floats, too
    }
    type.number = is_double || name == "erf" ? Type::f64 : Type::f32;
    std::vector<Expr> operands;
    for (std::size_t i = 0; i < given.size(); ++i) {
        operands.push_back(converted(given[i], type, node.parts[i]->begin));
        if (operands.back() == nullptr) return Value{};
    }
    if (function && !has_arguments(node, function->operands, function->operands)) return Value{};
    if (function)
        return Value{.e = apply(function->function, std::move(operands), false, node.at), .type = type};
    Expr result = composed_call(name, std::move(operands), node.at);
    if (result == nullptr) {
        error(node.at, fmt::format("'{}' takes other arguments", node.text));
        return Value{};
    }
    return number(std::move(result));
}

/// min, max and abs of any numbers.
std::optional<Value> Translator::minimum(const Node& node) {
    const bool is_abs = node.text == "abs" || node.text == "labs" || node.text == "llabs";
    const bool is_min =
        node.text == "min" || node.text == "umin" || node.text == "llmin" || node.text == "ullmin";
    const bool is_max =
        node.text == "max" || node.text == "umax" || node.text == "llmax" || node.text == "ullmax";
    if (!is_abs && !is_min && !is_max) return std::nullopt;
    const std::size_t count = is_abs ? 1 : 2;
    if (!has_arguments(node, count, count)) return Value{};
    const std::vector<Value> given = arguments(node);
    if (std::ranges::any_of(given, [](const Value& v) { return v.is_wrong(); })) return Value{};
    const CType type = common(given.front().type, given.back().type);
    std::vector<Expr> operands;
    for (std::size_t i = 0; i < count; ++i) {
        operands.push_back(converted(given[i], type, node.parts[i]->begin));
        if (operands.back() == nullptr) return Value{};
    }
    const Function function = is_abs ? Function::abs : is_min ? Function::min : Function::max;
    return Value{.e = apply(function, std::move(operands), false, node.at), .type = type};
}

/// popc, clz and ffs.
std::optional<Value> Translator::bits(const Node& node) {
    std::string name = node.text;
    const bool is_long = name.ends_with("ll");
    if (is_long) name.resize(name.size() - 2);
    if (name != "__popc" && name != "__clz" && name != "__ffs") return std::nullopt;
    if (!has_arguments(node, 1, 1)) return Value{};
    const Value v = value(node.parts[0].get());
    const Expr narrow = converted(v, {.number = is_long ? Type::u64 : Type::u32}, node.at);
    if (narrow == nullptr) return Value{};
    return bits_of_word(name, is_long, convert(narrow, Type::u64, node.at), node.at);
}

Value Translator::bits_of_word(const std::string& name, bool is_long, Expr word, SourcePoint at) {
    const auto count = [&](Opcode opcode, Expr of) {
        return code_.instruction({.opcode = opcode}, {std::move(of)}, Type::i32, at);
    };
    const auto one = literal(Type::u64, 1, at);
    if (name == "__popc") return number(count(Opcode::popc, word));
    if (name == "__clz") {
        const Expr zeros = count(Opcode::clz, word);
        return number(is_long ? zeros : computed(Function::sub, zeros, literal(Type::i32, 32, at), at));
    }
    // The zeros below the lowest 1.
    word = code_.settle(std::move(word), at);
    const Expr below = computed(Function::andb, computed(Function::sub, word, one, at),
                                apply(Function::notb, {word}, false, at), at);
    const Expr place = computed(Function::add, count(Opcode::popc, below), literal(Type::i32, 1, at), at);
    const Expr some = apply(Function::ne, {word, literal(Type::u64, 0, at)}, true, at);
    return number(apply(Function::select, {some, place, literal(Type::i32, 0, at)}, false, at));
}

/// The same bits as another type.
std::optional<Value> Translator::same_bits(const Node& node) {
    struct Row {
        std::string_view name;
        Type from;
        Type to;
    };
    constexpr Row kRows[] = {
        {"__float_as_int", Type::f32, Type::i32},       {"__int_as_float", Type::i32, Type::f32},
        {"__float_as_uint", Type::f32, Type::u32},      {"__uint_as_float", Type::u32, Type::f32},
        {"__double_as_longlong", Type::f64, Type::i64}, {"__longlong_as_double", Type::i64, Type::f64},
    };
    const auto* row = std::ranges::find(kRows, node.text, &Row::name);
    if (row == std::end(kRows)) return std::nullopt;
    if (!has_arguments(node, 1, 1)) return Value{};
    Expr e = converted(value(node.parts[0].get()), {.number = row->from}, node.at);
    if (e == nullptr) return Value{};
    return number(apply(Function::reinterpret, row->to, {std::move(e)}, node.at));
}

/// Products of integers, and quotients that CUDA has for floats.
std::optional<Value> Translator::product(const Node& node) {
    const std::string& name = node.text;
    const bool is_high = name == "__mulhi" || name == "__umulhi";
    const bool is_root = name == "rsqrtf" || name == "rsqrt";
    const bool is_quotient = name == "__fdividef";
    if (!is_high && !is_root && !is_quotient) return std::nullopt;
    const std::size_t count = is_root ? 1 : 2;
    if (!has_arguments(node, count, count)) return Value{};
    const std::vector<Value> given = arguments(node);
    const Type narrow = is_high       ? (name == "__mulhi" ? Type::i32 : Type::u32)
                        : is_quotient ? Type::f32
                        : name == "rsqrt" && given[0].type.number != Type::f32 ? Type::f64
                                                                               : Type::f32;
    std::vector<Expr> operands;
    for (std::size_t i = 0; i < count; ++i) {
        operands.push_back(converted(given[i], {.number = narrow}, node.parts[i]->begin));
        if (operands.back() == nullptr) return Value{};
    }
    const SourcePoint at = node.at;
    if (is_quotient) return number(computed(Function::div, operands[0], operands[1], at));
    if (is_root) {
        const Expr one = literal(Type::f64, pattern_of_one(Type::f64), at);
        const Expr root = apply(Function::sqrt, {convert(operands[0], Type::f64, at)}, false, at);
        return number(convert(computed(Function::div, one, root, at), narrow, at));
    }
    const Type wide = narrow == Type::i32 ? Type::i64 : Type::u64;
    const Expr whole =
        computed(Function::mul, convert(operands[0], wide, at), convert(operands[1], wide, at), at);
    const Function down = narrow == Type::i32 ? Function::shra : Function::shr;
    return number(convert(computed(down, whole, literal(wide, 32, at), at), narrow, at));
}

}  // namespace musimd::dsl::kernel_c
