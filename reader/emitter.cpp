#include "reader/emitter.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "dsl/trees.hpp"

// Statements, variables and buffers of the tree.

namespace musimd::reader {
namespace {

constexpr unsigned kMaxStatements = 100'000;

}  // namespace

VariableId Emitter::new_variable(std::string name, ValueType type) {
    function_.variables.push_back({std::move(name), type});
    return static_cast<VariableId>(function_.variables.size() - 1);
}

BufferId Emitter::new_buffer(const std::string& name, Type element) {
    function_.buffers.push_back({unique_buffer_name(name), element});
    return static_cast<BufferId>(function_.buffers.size() - 1);
}

Pointer Emitter::new_array(const std::string& name, Type type, Expr size, bool zeros,
                           ast::SourceLocation where) {
    const BufferId buffer = new_buffer(name, type);
    Statement& s = emit(Statement::Kind::array, where);
    s.element.buffer = buffer;
    s.value = std::move(size);
    s.zeros = zeros;
    return {buffer, literal(Type::i64, 0, s.line)};
}

Statement& Emitter::emit(Statement::Kind kind, ast::SourceLocation where) {
    if (++statements_ > kMaxStatements) {
        context_.report(where, "more than " + std::to_string(kMaxStatements) +
                                   " statements, including those of called functions");
        throw TooLarge{};
    }
    Statement& result = out_->emplace_back();
    result.kind = kind;
    result.line = context_.line(where);
    return result;
}

void Emitter::append(Block block) {
    std::ranges::move(block, std::back_inserter(*out_));
}

bool Emitter::is_result_of_last(const Expression& e) const {
    return e.kind == Expression::Kind::variable && !out_->empty() &&
           out_->back().kind == Statement::Kind::instruction && out_->back().variable == e.variable;
}

void Emitter::declare(VariableId v, Expr value, ast::SourceLocation where) {
    Statement& s = emit(Statement::Kind::declare, where);
    s.variable = v;
    s.value = std::move(value);
}

void Emitter::set(VariableId v, Expr value, ast::SourceLocation where) {
    Statement& s = emit(Statement::Kind::set, where);
    s.variable = v;
    s.value = std::move(value);
    if (const auto flag = flags_.find(v); flag != flags_.end())
        set(flag->second, literal(Type::u8, 1, context_.line(where)), where);
}

Expr Emitter::settle(Expr e, const ast::Expr* at) {
    if (e->kind == Expression::Kind::literal) return e;
    const ValueType type = e->type;
    const VariableId t = new_variable("t", type);
    declare(t, std::move(e), at->getExprLoc());
    return read(t, type, line(at));
}

Expr Emitter::settled(Expr e, ast::SourceLocation where) {
    const VariableId v = new_variable("t", e->type);
    const ValueType type = e->type;
    declare(v, std::move(e), where);
    return dsl::read(v, type, context_.line(where));
}

void Emitter::when(Expr holds, ast::SourceLocation where, const std::function<void()>& read) {
    Block body = block(read);
    Statement& s = emit(Statement::Kind::if_, where);
    s.value = std::move(holds);
    s.body = std::move(body);
}

void Emitter::end_program(ast::SourceLocation where, std::string why) {
    Statement& s = emit(Statement::Kind::check, where);
    s.value = literal(false, s.line);
    s.function = std::move(why);
}

void Emitter::count_up(const Expr& count, ast::SourceLocation where,
                       const std::function<void(const Expr&)>& body) {
    const ValueType type = ValueType::number(Type::i64);
    const SourcePoint at = context_.line(where);
    const VariableId k = new_variable("k", type);
    const Expr now = read(k, type, at);
    declare(k, literal(Type::i64, 0, at), where);
    Block inside = block([&] { body(now); });
    Block step = block([&] { set(k, plus(now, literal(Type::i64, 1, at), at), where); });
    Statement& loop = emit(Statement::Kind::while_, where);
    loop.value = apply(Function::lt, {now, count}, true, at);
    loop.body = std::move(inside);
    loop.step = std::move(step);
}

void Emitter::once(ast::SourceLocation where, Block inside) {
    const VariableId once = new_variable("once", ValueType::of_condition());
    declare(once, literal(true, context_.line(where)), where);
    Block after = block([&] { set(once, literal(false, context_.line(where)), where); });
    Statement& result = emit(Statement::Kind::while_, where);
    result.value = read(once, ValueType::of_condition(), result.line);
    result.body = std::move(inside);
    result.step = std::move(after);
}

std::string Emitter::unique_buffer_name(const std::string& wanted) const {
    std::string name = wanted;
    for (int n = 2;
         std::ranges::find(function_.buffers, name, &KernelBuffer::name) != function_.buffers.end(); ++n)
        name = wanted + "_" + std::to_string(n);
    return name;
}

}  // namespace musimd::reader
