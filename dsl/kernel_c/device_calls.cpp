#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "dsl/cuda/device_functions.hpp"
#include "dsl/kernel_c/translator.hpp"
#include "dsl/trees.hpp"

// What threads do together: barriers, votes, shuffles, atomic accesses; and printf.

namespace musimd::dsl::kernel_c {
namespace {

Value integer(Expr e, Type type) {
    return e == nullptr ? Value{} : Value{.e = std::move(e), .type = {.number = type}};
}

/// Removes `_block` or `_system` from the name.
Scope take_scope(std::string_view& name) {
    for (const auto& [ending, scope] : {std::pair<std::string_view, Scope>("_block", Scope::block),
                                        std::pair<std::string_view, Scope>("_system", Scope::system)}) {
        if (!name.ends_with(ending)) continue;
        name.remove_suffix(ending.size());
        return scope;
    }
    return Scope::grid;
}

/// The letters of its conversions: "df" of "%d: %5.2f\n".
std::string conversions(std::string_view format) {
    std::string letters;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') continue;
        if (i + 1 < format.size() && format[i + 1] == '%') {
            ++i;
            continue;
        }
        i = format.find_first_not_of("0123456789.+-# hlzjt", i + 1);
        if (i == std::string_view::npos) break;
        letters += format[i];
    }
    return letters;
}

}  // namespace

/// nullopt: it is no function of CUDA.
std::optional<Value> Translator::device_call(const Node& node) {
    const std::string& name = node.text;
    if (const auto operation = cuda::without_mask(name)) return without_mask(node, *operation);
    if (name == "__syncwarp") {
        if (!has_arguments(node, 0, 1)) return Value{};
        Expr mask = literal(Type::u64, 0xffff'ffff, node.at);
        if (!node.parts.empty()) mask = converted(value(node.parts[0].get()), {.number = Type::u32}, node.at);
        if (mask != nullptr)
            code_.instruction({.opcode = Opcode::syncwarp}, {convert(mask, Type::u64, node.at)}, std::nullopt,
                              node.at);
        return Value{.is_void = true};
    }
    if (const auto operation = cuda::among_lanes(name)) return among_lanes(node, *operation);
    if (const auto operation = cuda::shuffle(name)) return shuffle(node, *operation);
    if (name == "printf") return print(node);
    if (name == "assert" || name == "__builtin_assume" || name == "__trap") return assertion(node);
    if (name == "__nanosleep") {
        if (has_arguments(node, 1, 1)) effects(node.parts[0].get());
        return Value{.is_void = true};
    }
    if (name == "__ldg") {
        if (!has_arguments(node, 1, 1)) return Value{};
        return read_place(number_at(value(node.parts[0].get()), node.at), node.at);
    }
    return atomic(node);
}

Value Translator::without_mask(const Node& node, const MachineInstruction& operation) {
    const bool has_operand = operation.opcode == Opcode::block_barrier_of;
    const std::size_t count = has_operand ? 1 : 0;
    if (!has_arguments(node, count, count)) return {};
    if (operation.opcode == Opcode::activemask) {
        Expr lanes = code_.instruction(operation, {}, Type::i64, node.at);
        return integer(convert(std::move(lanes), Type::u32, node.at), Type::u32);
    }
    if (!has_operand) {
        code_.instruction(operation, {}, std::nullopt, node.at);
        return {.is_void = true};
    }
    Expr operand = converted(value(node.parts[0].get()), {.number = Type::i32}, node.at);
    return integer(code_.instruction(operation, {std::move(operand)}, Type::i32, node.at), Type::i32);
}

/// The type of a value that lanes exchange: what is narrower than an int is one.
Value Translator::among_lanes(const Node& node, const MachineInstruction& operation) {
    const bool says_whether = operation.opcode == Opcode::match && operation.variant == Variant::all;
    const std::size_t count = says_whether ? 3 : 2;
    if (!has_arguments(node, count, count)) return {};
    const Node* const nodes[] = {node.parts[0].get(), node.parts[1].get()};
    const std::vector<Value> given = values(nodes);
    if (given[0].is_wrong() || given[1].is_wrong()) return {};
    const bool is_set = cuda::is_set_of_lanes(operation);
    const CType type =
        operation.opcode == Opcode::vote ? CType{.number = Type::i32} : promoted(given[1].type);
    Expr mask = converted(given[0], {.number = Type::u32}, node.at);
    Expr operand = converted(given[1], type, node.at);
    if (mask == nullptr || operand == nullptr) return {};
    if (operation.opcode == Opcode::typed_reduce && type.number != Type::i32 && type.number != Type::u32) {
        error(node.at, fmt::format("'{}' takes an int or an unsigned int", node.text));
        return {};
    }
    Expr result = code_.instruction(operation, {convert(mask, Type::u64, node.at), std::move(operand)},
                                    is_set ? Type::i64 : type.number, node.at);
    if (says_whether) {
        const Node& to = *node.parts[2];
        const Place p = to.kind == Node::Kind::unary && to.text == "&" ? place(to.parts[0].get())
                                                                       : number_at(value(&to), to.at);
        Expr holds = apply(Function::ne, {result, literal(Type::i64, 0, node.at)}, true, node.at);
        if (!p.is_wrong())
            write_place(p, converted(truth(std::move(holds), node.at), p.type, node.at), node.at);
    }
    if (!is_set) return integer(std::move(result), type.number);
    return integer(convert(std::move(result), Type::u32, node.at), Type::u32);
}

Value Translator::shuffle(const Node& node, MachineInstruction operation) {
    if (!has_arguments(node, 3, 4)) return {};
    // Of a warp whose lanes are no power of two, the default is the next one.
    const auto most = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(warp_)));
    const auto width = node.parts.size() == 3 ? std::optional(most) : constant(node.parts[3].get(), names_);
    if (!width || *width < 1 || *width > most || (*width & (*width - 1)) != 0) {
        error(node.parts.size() == 3 ? node.at : node.parts[3]->begin,
              fmt::format("the width of a shuffle must be a constant power of two, at most {}", most));
        return {};
    }
    const Node* const nodes[] = {node.parts[0].get(), node.parts[1].get(), node.parts[2].get()};
    const std::vector<Value> given = values(nodes);
    if (std::ranges::any_of(given, [](const Value& v) { return v.is_wrong(); })) return {};
    const CType type = promoted(given[1].type);
    const bool is_distance = operation.variant == Variant::up || operation.variant == Variant::down;
    Expr mask = converted(given[0], {.number = Type::u32}, node.at);
    Expr from = converted(given[1], type, node.at);
    Expr lane = converted(given[2], {.number = is_distance ? Type::u32 : Type::i32}, node.at);
    if (mask == nullptr || from == nullptr || lane == nullptr) return {};
    operation.width = static_cast<std::uint32_t>(*width);
    from = code_.settle(std::move(from),
                        nodes[1]->begin);  // each lane passes a value, also those from which none reads
    return integer(code_.instruction(operation, {convert(mask, Type::u64, node.at), from, std::move(lane)},
                                     type.number, node.at),
                   type.number);
}

// ---- atomic accesses

/// `next` computes the new value from the old one. Returns the old value.
Expr Translator::atomically(const Pointer& p, Scope scope, SourcePoint at,
                            const std::function<Expr(const Expr&)>& next) {
    const ValueType type = ValueType::number(p.element.number);
    const Expr old = read(code_.new_variable("old", type), type, at);
    Expr value = next(old);
    if (value == nullptr) return nullptr;
    Statement& s = code_.emit(Statement::Kind::atomic, at);
    s.variable = old->variable;
    s.element = {.buffer = p.buffer, .offset = 0};
    s.index = element_index(p, at);
    s.value = std::move(value);
    s.scope = scope;
    return old;
}

std::optional<Value> Translator::atomic(const Node& node) {
    std::string_view name = node.text;
    if (!name.starts_with("atomic")) return std::nullopt;
    const Scope scope = take_scope(name);
    name.remove_prefix(std::string_view("atomic").size());
    const std::size_t count = name == "CAS" ? 3 : 2;
    if (!has_arguments(node, count, count)) return Value{};
    const std::vector<Value> given = arguments(node);
    if (std::ranges::any_of(given, [](const Value& v) { return v.is_wrong(); })) return Value{};
    const auto& to = given[0].pointer;
    if (!to || !to->inner.empty()) {
        error(node.parts[0]->begin,
              fmt::format("'{}' takes the address of a number first: &array[i]", node.text));
        return Value{};
    }
    const CType type{.number = to->element.number};
    if (width_of(type.number) < 32 || to->element.is_const) {
        error(
            node.parts[0]->begin,
            fmt::format("'{}' changes an int, an unsigned int, a long long, a float or a double", node.text));
        return Value{};
    }
    const Expr a = converted(given[1], type, node.at);
    const Expr b = count == 3 ? converted(given[2], type, node.at) : nullptr;
    if (a == nullptr || (count == 3 && b == nullptr)) return Value{};
    const Expr old = atomically(*to, scope, node.at, [&](const Expr& before) {
        return cuda::atomic_value(name, before, a, b, node.at);
    });
    if (old == nullptr) return std::nullopt;
    return integer(old, type.number);
}

// ---- printf and assert

Value Translator::assertion(const Node& node) {
    const std::size_t count = node.text == "__trap" ? 0 : 1;
    if (!has_arguments(node, count, count)) return {};
    Expr holds = count == 0 ? literal(false, node.at) : condition(node.parts[0].get());
    if (holds == nullptr) return {};
    Statement& check = code_.emit(Statement::Kind::check, node.at);
    check.value = std::move(holds);
    if (node.text == "__builtin_assume") check.function = cuda::kAssume;
    return {.is_void = true};
}

Value Translator::print(const Node& node) {
    if (node.parts.empty() || node.parts[0]->kind != Node::Kind::text) {
        error(node.at, "`printf` begins with a text: printf(\"%d\\n\", x)");
        return {};
    }
    std::string format = without_escapes(node.parts[0]->text);
    const std::string letters = conversions(format);
    if (letters.size() + 1 != node.parts.size()) {
        error(node.at,
              fmt::format("the text prints {}, and {} given", counted(letters.size(), "value"),
                          node.parts.size() == 2 ? "1 is" : fmt::format("{} are", node.parts.size() - 1)));
        return {};
    }
    const std::vector<const Node*> nodes = [&] {
        std::vector<const Node*> result;
        for (std::size_t i = 1; i < node.parts.size(); ++i) result.push_back(node.parts[i].get());
        return result;
    }();
    std::vector<Expr> given;
    const std::vector<Value> all = values(nodes);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool wants_float = std::string_view("eEfFgGaA").find(letters[i]) != std::string_view::npos;
        const bool wants_integer = std::string_view("diuxXoc").find(letters[i]) != std::string_view::npos;
        const bool is_number = all[i].e != nullptr;
        if (all[i].is_wrong()) return {};
        if (!is_number || (!wants_float && !wants_integer) || is_float(all[i].type.number) != wants_float) {
            error(nodes[i]->begin, fmt::format("`%{}` prints {}", letters[i],
                                               wants_float     ? "a float or a double"
                                               : wants_integer ? "an integer"
                                                               : "nothing that is read here; numbers are"));
            return {};
        }
        const Type type = wants_float ? Type::f64 : promoted(all[i].type).number;
        given.push_back(code_.settle(as_number(all[i], type, nodes[i]->begin), nodes[i]->begin));
    }
    print_record(node, std::move(format), given);
    return integer(literal(Type::i32, given.size(), node.at), Type::i32);
}

/// See cuda::Printing. The words come after those that other threads have added, if the buffer has room for
/// them.
void Translator::print_record(const Node& node, std::string format, const std::vector<Expr>& given) {
    cuda::KernelFunction& kernel = code_.kernel();
    const SourcePoint at = node.at;
    if (!kernel.printing) {
        kernel.printing.emplace();
        kernel.printing->buffer = code_.new_buffer("printed", Type::u64);
    }
    const auto number = [&](std::uint64_t n) { return literal(Type::u64, n, at); };
    Pointer p{kernel.printing->buffer, literal(Type::i64, 0, at), {.number = Type::u64}};
    cuda::Printing::Format entry{.text = std::move(format), .types = {}};
    std::vector<Expr> words = {number(kernel.printing->formats.size())};
    for (const Expr& e : given) {
        entry.types.push_back(e->type.type);
        words.push_back(e->type.type == Type::f64 ? apply(Function::reinterpret, Type::u64, {e}, at)
                                                  : convert(e, Type::u64, at));
    }
    const Expr before = atomically(p, Scope::grid, at, [&](const Expr& old) {
        return apply(Function::add, {old, number(words.size())}, true, at);
    });
    Block stores = code_.block([&] {
        for (std::size_t i = 0; i < words.size(); ++i) {
            p.index = convert(apply(Function::add, {before, number(1 + i)}, true, at), Type::i64, at);
            store_at(p, words[i], at);
        }
    });
    const auto room = static_cast<std::uint64_t>(cuda::Printing::kElements) - words.size();
    code_.when(apply(Function::lt, {before, number(room)}, true, at), at, std::move(stores));
    kernel.printing->formats.push_back(std::move(entry));
}

}  // namespace musimd::dsl::kernel_c
