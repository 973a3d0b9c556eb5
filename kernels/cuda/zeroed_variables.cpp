#include "kernels/cuda/zeroed_variables.hpp"

#include <algorithm>

#include "dsl/lowering/exits.hpp"

namespace musimd::kernels::cuda {
namespace {

class ReadVariables {
  public:
    ReadVariables(const std::vector<std::uint32_t>& lines, const dsl::Kernel& kernel)
        : lines_(lines), are_read_(kernel.variables.size()) {
        dsl::for_each_statement(kernel.body, [&](const dsl::Statement& s, bool) {
            dsl::for_each_expression(s, [&](const dsl::Expr& e) { add(e, is_on_lines(s.line)); });
        });
    }

    bool contains(dsl::VariableId v) const { return are_read_[v]; }

  private:
    bool is_on_lines(std::uint32_t line) const { return std::ranges::binary_search(lines_, line); }

    void add(const dsl::Expr& e, bool is_on_line) {
        is_on_line = is_on_line || is_on_lines(e->line);
        if (is_on_line && e->kind == dsl::Expression::Kind::variable) are_read_[e->variable] = true;
        for (const dsl::Expr& operand : e->operands) add(operand, is_on_line);
    }

    const std::vector<std::uint32_t>& lines_;
    std::vector<bool> are_read_;
};

void give_zeros(const ReadVariables& read, const dsl::Kernel& kernel, dsl::Block& block) {
    for (dsl::Statement& s : block) {
        for (dsl::Block* inner : {&s.head, &s.step, &s.body, &s.otherwise}) give_zeros(read, kernel, *inner);
        if (s.kind != dsl::Statement::Kind::declare || s.value != nullptr || !read.contains(s.variable))
            continue;
        const dsl::ValueType type = kernel.variables[s.variable].type;
        s.value = type.condition ? dsl::literal(false, s.line) : dsl::literal(type.type, 0, s.line);
    }
}

}  // namespace

void zero_variables(const std::vector<std::uint32_t>& lines, dsl::Kernel& kernel) {
    if (!lines.empty()) give_zeros(ReadVariables(lines, kernel), kernel, kernel.body);
}

}  // namespace musimd::kernels::cuda
