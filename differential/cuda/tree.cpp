#include "differential/cuda/tree.hpp"

#include <fmt/format.h>

namespace musimd::differential::cuda {

Expr literal(Type type, std::uint64_t bits) {
    return std::make_shared<const Node>(Node{.op = Op::literal, .type = type, .bits = bits});
}

Expr number(Type type, std::int64_t value) {
    return literal(type, pattern_of_word(value, type));
}

Expr place(ThreadIndex which) {
    return std::make_shared<const Node>(
        Node{.op = Op::place, .type = Type::i32, .id = static_cast<std::uint32_t>(which)});
}

Expr variable(std::uint32_t id, Type type) {
    return std::make_shared<const Node>(Node{.op = Op::variable, .type = type, .id = id});
}

Expr apply(Op op, Type type, std::vector<Expr> operands) {
    return std::make_shared<const Node>(Node{.op = op, .type = type, .operands = std::move(operands)});
}

Expr converted(Expr e, Type type) {
    return e->type == type ? e : apply(Op::convert, type, {std::move(e)});
}

namespace {

std::string argument_of(const Array& array) {
    if (array.space == Array::Space::output) return fmt::format("zeros[{}]", array.elements);
    const std::string_view range = array.type == Type::u64           ? "0:4000000000"
                                   : array.type == Type::i64         ? "-4000000000:4000000000"
                                   : is_unsigned_integer(array.type) ? "0:255"
                                                                     : "-100:100";
    return fmt::format("between:{}:{}[{}]", range, array.seed, array.elements);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> arguments_of(const Drawn& kernel) {
    std::vector<std::pair<std::string, std::string>> arguments;
    for (const Array& array : kernel.arrays) {
        if (array.is_parameter()) arguments.emplace_back(array.name, argument_of(array));
    }
    arguments.emplace_back("n", std::to_string(kernel.n));
    return arguments;
}

std::int64_t dynamic_bytes(const Drawn& kernel) {
    std::int64_t bytes = 0;
    for (const Array& array : kernel.arrays) {
        if (array.space == Array::Space::dynamic)
            bytes += std::int64_t{array.elements} * (width_of(array.type) / 8);
    }
    return bytes;
}

void for_each_statement(const Block& block, const std::function<void(const Statement&)>& visit) {
    for (const Statement& s : block) {
        visit(s);
        for_each_statement(s.body, visit);
        for_each_statement(s.otherwise, visit);
    }
}

void for_each_block(Block& block, const std::function<void(Block&)>& visit) {
    visit(block);
    for (Statement& s : block) {
        for_each_block(s.body, visit);
        for_each_block(s.otherwise, visit);
    }
}

}  // namespace musimd::differential::cuda
