#include "dsl/kernel_c/code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace musimd::dsl::kernel_c {
namespace {

constexpr unsigned kMaxStatements = 100'000;

}  // namespace

VariableId Code::new_variable(std::string name, ValueType type) {
    kernel_.code.variables.push_back({std::move(name), type});
    return static_cast<VariableId>(kernel_.code.variables.size() - 1);
}

BufferId Code::new_buffer(const std::string& name, Type element) {
    std::vector<KernelBuffer>& buffers = kernel_.code.buffers;
    std::string unique = name;
    for (int n = 2; std::ranges::find(buffers, unique, &KernelBuffer::name) != buffers.end(); ++n)
        unique = fmt::format("{}_{}", name, n);
    buffers.push_back({unique, element});
    return static_cast<BufferId>(buffers.size() - 1);
}

Statement& Code::emit(Statement::Kind kind, SourcePoint at) {
    if (++statements_ == kMaxStatements)
        error(at,
              fmt::format("more than {} statements, including those of called functions", kMaxStatements));
    Block& out = statements_ < kMaxStatements ? *out_ : beyond_;
    if (&out == &beyond_) beyond_.clear();
    Statement& result = out.emplace_back();
    result.kind = kind;
    result.line = at;
    return result;
}

void Code::append(Block block) {
    std::ranges::move(block, std::back_inserter(*out_));
}

void Code::declare(VariableId v, Expr value, SourcePoint at) {
    Statement& s = emit(Statement::Kind::declare, at);
    s.variable = v;
    s.value = std::move(value);
}

void Code::set(VariableId v, Expr value, SourcePoint at) {
    Statement& s = emit(Statement::Kind::set, at);
    s.variable = v;
    s.value = std::move(value);
}

void Code::when(Expr holds, SourcePoint at, Block body) {
    Statement& s = emit(Statement::Kind::if_, at);
    s.value = std::move(holds);
    s.body = std::move(body);
}

Expr Code::settle(Expr e, SourcePoint at) {
    if (e == nullptr || e->kind == Expression::Kind::literal) return e;
    const ValueType type = e->type;
    const VariableId t = new_variable("t", type);
    declare(t, std::move(e), at);
    return read(t, type, at);
}

Expr Code::instruction(const MachineInstruction& operation, std::vector<Expr> operands,
                       std::optional<Type> type, SourcePoint at) {
    if (std::ranges::find(operands, nullptr) != operands.end()) return nullptr;
    const VariableId v = type ? new_variable("t", *type) : 0;
    Statement& s = emit(Statement::Kind::instruction, at);
    s.instruction = operation;
    s.operands = std::move(operands);
    s.variable = v;
    return type ? read(v, ValueType::number(*type), at) : nullptr;
}

}  // namespace musimd::dsl::kernel_c
