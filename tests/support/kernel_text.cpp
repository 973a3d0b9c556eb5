#include "tests/support/kernel_text.hpp"

#include <fmt/format.h>

#include "dsl/function.hpp"

namespace musimd::support {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Kernel;
using dsl::Statement;

class Text {
  public:
    explicit Text(const Kernel& kernel) : kernel_(kernel) {}

    std::string of(const Block& block, int depth);

  private:
    std::string of(const Expr& expr) const;
    std::string of(const Statement& statement, int depth);
    std::string element(const dsl::ElementRef& element) const;
    const std::string& name(dsl::VariableId id) const { return kernel_.variables[id].name; }

    const Kernel& kernel_;
};

std::string Text::element(const dsl::ElementRef& element) const {
    const std::string& name = kernel_.buffers[element.buffer].name;
    return element.offset == 0 ? name : fmt::format("{}{:+}", name, element.offset);
}

std::string Text::of(const Expr& expr) const {
    switch (expr->kind) {
        case Expression::Kind::literal:
            if (expr->type.condition) return expr->bits != 0 ? "true" : "false";
            return fmt::format("{:#x}:{}", expr->bits, to_string(expr->type.type));
        case Expression::Kind::element:
            return "element";
        case Expression::Kind::variable:
            return name(expr->variable);
        case Expression::Kind::load:
            return fmt::format("{}load({})", expr->unmasked ? "unmasked_" : "", element(expr->element));
        case Expression::Kind::apply:
            break;
    }
    std::string text = fmt::format("{}{}(", dsl::info(expr->function).name, expr->infix ? "'" : "");
    if (dsl::info(expr->function).result == 't') text += fmt::format("{}, ", to_string(expr->type.type));
    for (std::size_t i = 0; i < expr->operands.size(); ++i)
        text += (i == 0 ? "" : ", ") + of(expr->operands[i]);
    return text + ")";
}

std::string Text::of(const Statement& statement, int depth) {
    const std::string indent(2 * static_cast<std::size_t>(depth), ' ');
    const std::string masked = statement.unmasked ? "unmasked_" : "";
    const std::string value = statement.value == nullptr ? "" : of(statement.value);
    switch (statement.kind) {
        case Statement::Kind::declare:
            return indent + "declare " + name(statement.variable) + (value.empty() ? "" : " = " + value) +
                   "\n";
        case Statement::Kind::set:
            return indent + masked + "set " + name(statement.variable) + " = " + value + "\n";
        case Statement::Kind::store:
            return indent + masked + "store " + element(statement.element) + " = " + value + "\n";
        case Statement::Kind::if_: {
            std::string text = indent + "if " + value + "\n" + of(statement.body, depth + 1);
            if (!statement.otherwise.empty()) text += indent + "else\n" + of(statement.otherwise, depth + 1);
            return text;
        }
        case Statement::Kind::while_: {
            std::string text = indent + "while\n" + of(statement.head, depth + 2);
            return text + indent + "  test " + value + "\n" + of(statement.body, depth + 1);
        }
        case Statement::Kind::break_:
            return indent + "break\n";
        case Statement::Kind::continue_:
            return indent + "continue\n";
        case Statement::Kind::return_:
            return indent + "return\n";
        case Statement::Kind::simd:
            return indent + "simd\n";
        case Statement::Kind::array:
            return indent + "array\n";
        case Statement::Kind::check:
            return indent + "check " + value + "\n";
        case Statement::Kind::print:
            return indent + "print " + statement.function + "\n";
        case Statement::Kind::parallel:
            return indent + "parallel\n";
        case Statement::Kind::atomic:
            return indent + "atomic\n";
        case Statement::Kind::team:
            return indent + "team\n";
        case Statement::Kind::instruction:
            return indent + "instruction\n";
        case Statement::Kind::call:
            break;
    }
    std::string text = indent + "call " + statement.function + "(";
    for (std::size_t i = 0; i < statement.arguments.size(); ++i) {
        const auto& [parameter, argument] = statement.arguments[i];
        text += (i == 0 ? "" : ", ") + name(parameter) + " = " + of(argument);
    }
    text += ")\n" + of(statement.body, depth + 1);
    if (statement.result == nullptr) return text;
    return text + indent + "  " + name(statement.variable) + " = result " + of(statement.result) + "\n";
}

std::string Text::of(const Block& block, int depth) {
    std::string text;
    for (const Statement& statement : block) text += of(statement, depth);
    return text;
}

}  // namespace

std::string text_of(const dsl::Kernel& kernel) {
    return Text(kernel).of(kernel.body, 0);
}

}  // namespace musimd::support
