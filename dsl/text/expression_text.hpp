#pragma once

#include <functional>
#include <set>
#include <string>

#include "dsl/kernel.hpp"

namespace musimd::dsl {

/// `k_int`, `k_bool`, … of a kernel's variable.
std::string_view keyword_of(ValueType type);

/// A literal with its C++ type: `(i8)-5`, `(u32)7u`, `1.5f`, `2.5`; a NaN or an infinity by its bits. Such a
/// literal is uniform, but a condition, and a float written by its bits, is a lane value.
std::string literal_text(const Expression& literal);

/// The kernel parameters that a text mentions.
struct NamedParameters {
    std::set<BufferId> buffers;
    std::set<ScalarId> scalars;
};

/// Prints the expressions of a kernel as source.
class ExpressionText {
  public:
    /// `name_of` returns the name of a variable, or the text that replaces it.
    using NameOf = std::function<std::string(VariableId)>;

    ExpressionText(const Kernel& kernel, NamedParameters& named, NameOf name_of)
        : kernel_(kernel), named_(named), name_of_(std::move(name_of)) {}

    /// As an operand of a function.
    std::string text(const Expr& e) { return text(*e, false); }

    /// As a lane value: the initial value of a variable, an argument or a result.
    std::string lane_value(const Expr& e);

    /// `a0`, `(a0 + 1)`
    std::string element(const ElementRef& element);

  private:
    std::string text(const Expression& e, bool in_operator);
    std::string apply(const Expression& e, bool in_operator);
    std::string argument(const Expression& e, std::size_t i);
    std::string infix(const Expression& e, bool in_operator);
    std::string operand(const Expression& e, bool lane);
    std::string literal(const Expression& e);  ///< or the name of a parameter
    std::string count(const Expression& e);    ///< shift count

    const Kernel& kernel_;
    NamedParameters& named_;
    NameOf name_of_;
};

}  // namespace musimd::dsl
