#include "dsl/clang/body_reader.hpp"

// printf in a kernel: see cuda::Printing.

namespace musimd::dsl::clang {
namespace {

/// The bits of a number, as a u64.
Expr bits_of(const Expr& number, std::uint32_t line) {
    const Type type = number->type.type;
    if (type == Type::f64) return apply(Function::reinterpret, Type::u64, {number}, line);
    return convert(number, Type::u64, line);
}

}  // namespace

BufferId BodyReader::printed_buffer() {
    if (!kernel_->printing) {
        kernel_->printing.emplace();
        kernel_->printing->buffer = static_cast<BufferId>(function_.buffers.size());
        function_.buffers.push_back({unique_buffer_name("printed"), Type::u64});
    }
    return kernel_->printing->buffer;
}

/// The calls are in the order in which they reserve their elements.
Expr BodyReader::print_of_thread(const ast::CallExpr* e, std::string format,
                                 const std::vector<std::pair<VariableId, Expr>>& values) {
    const std::uint32_t at = line(e);
    const Pointer counter{printed_buffer(), literal(Type::i64, 0, at)};
    cuda::Printing::Format made{.text = std::move(format), .types = {}};
    for (const auto& [variable, value] : values) made.types.push_back(value->type.type);
    std::vector<cuda::Printing::Format>& formats = kernel_->printing->formats;
    const auto number = [&](std::uint64_t n) { return literal(Type::u64, n, at); };
    const std::uint64_t count = values.size() + 1;
    const Expr before = atomically(counter, Type::u64, e->getExprLoc(), [&](const Expr& old) {
        return apply(Function::add, {old, number(count)}, true, at);
    });
    const auto store = [&](std::uint64_t i, Expr bits) {
        const Expr index = convert(apply(Function::add, {before, number(1 + i)}, true, at), Type::i64, at);
        write_at({.variable = {}, .pointer = {counter.buffer, index}, .value = {}, .type = Type::u64},
                 std::move(bits), e->getExprLoc());
    };
    Block room = block([&] {
        store(0, number(formats.size()));
        for (std::size_t i = 0; i < values.size(); ++i)
            store(i + 1, bits_of(read(values[i].first, values[i].second->type, at), at));
    });
    Statement& s = emit(Statement::Kind::if_, e->getExprLoc());
    s.value = apply(Function::lt, {before, number(cuda::Printing::kElements - count)}, true, at);
    s.body = std::move(room);
    formats.push_back(std::move(made));
    return literal(Type::i32, values.size(), at);
}

}  // namespace musimd::dsl::clang
