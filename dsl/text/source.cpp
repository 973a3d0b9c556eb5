#include "dsl/text/source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <vector>

#include "dsl/text/expression_text.hpp"
#include "dsl/text/in_place.hpp"

namespace musimd::dsl {
namespace {

using Kind = Statement::Kind;

constexpr int kIndent = 2;

/// The device functions of a text; functions with equal text are merged.
class DeviceFunctions {
  public:
    explicit DeviceFunctions(std::set<std::string> taken) : taken_(std::move(taken)) {}

    /// The name of the function: the wanted one, or a similar one.
    std::string name_of(std::string_view wanted, std::string_view result, const std::string& after_name) {
        const auto key = fmt::format("{} {} {}", wanted, result, after_name);
        if (const auto known = names_.find(key); known != names_.end()) return known->second;
        std::string name(wanted);
        for (int number = 2; !taken_.insert(name).second; ++number) {
            name = fmt::format("{}_{}", wanted, number);
        }
        text_ += fmt::format("spmd_dev_func({} {}{}", result, name, after_name);
        names_.emplace(key, name);
        return name;
    }

    const std::string& text() const { return text_; }

  private:
    std::set<std::string> taken_;
    std::map<std::string, std::string> names_;
    std::string text_;
};

/// The statements of a kernel, or of a device function.
class BlockText {
  public:
    BlockText(const Kernel& kernel, DeviceFunctions& functions)
        : kernel_(kernel), functions_(functions), expressions_(kernel, named_, [this](VariableId v) {
              const auto stands_for = inlined_.find(v);
              return stands_for == inlined_.end() ? kernel_.variables[v].name : stands_for->second;
          }) {}

    void block(const Block& block, int depth);

    /// The call in `k_int r = f(…);`.
    std::string call(const Statement& s);

    void line(int depth, std::string_view text) {
        text_ += std::string(static_cast<std::size_t>(depth * kIndent), ' ');
        text_ += text;
        text_ += '\n';
    }
    std::string declared(VariableId v) const {
        const KernelVariable& variable = kernel_.variables[v];
        return fmt::format("{} {}", keyword_of(variable.type), variable.name);
    }
    std::string pointer(BufferId b) const {
        return fmt::format("{} *{}", to_string(kernel_.buffers[b].element), kernel_.buffers[b].name);
    }
    std::string scalar(ScalarId s) const {
        return fmt::format("{} {}", to_string(kernel_.scalars[s].type), kernel_.scalars[s].name);
    }

    ExpressionText& expressions() { return expressions_; }
    const NamedParameters& named() const { return named_; }
    const std::string& text() const { return text_; }

  private:
    void statement(const Statement& s, int depth);
    void conditional(const Statement& s, int depth);
    /// From now on, these calls are printed where their results are read.
    void put_in_place(std::span<const Statement> calls);
    void loop(const Statement& s, int depth);

    const Kernel& kernel_;
    DeviceFunctions& functions_;
    NamedParameters named_;
    std::map<VariableId, std::string> inlined_;  ///< calls that are part of an expression
    ExpressionText expressions_;
    std::string text_;
};

void BlockText::block(const Block& block, int depth) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        const std::size_t calls = calls_in_place(std::span(block).subspan(i));
        put_in_place(std::span(block).subspan(i, calls));
        i += calls;
        statement(block[i], depth);
    }
}

void BlockText::put_in_place(std::span<const Statement> calls) {
    for (const Statement& s : calls) inlined_[s.variable] = call(s);
}

void BlockText::statement(const Statement& s, int depth) {
    const std::string unmasked = s.unmasked ? "unmasked_" : "";
    switch (s.kind) {
        case Kind::declare: {
            const std::string value =
                s.value != nullptr ? fmt::format(" = {}", expressions_.lane_value(s.value)) : "";
            return line(depth, fmt::format("{}{};", declared(s.variable), value));
        }
        case Kind::set:
            return line(depth, fmt::format("k_{}set({}, {});", unmasked, kernel_.variables[s.variable].name,
                                           s.unmasked ? expressions_.lane_value(s.value)
                                                      : expressions_.text(s.value)));
        case Kind::store:
            return line(depth, fmt::format("k_{}store({}, {});", unmasked, expressions_.element(s.element),
                                           expressions_.text(s.value)));
        case Kind::if_:
            return conditional(s, depth);
        case Kind::while_:
            return loop(s, depth);
        case Kind::break_:
            return line(depth, "k_break;");
        case Kind::continue_:
            return line(depth, "k_continue;");
        case Kind::return_:
            return line(depth, "k_return;");
        case Kind::call: {
            const std::string result = s.result != nullptr ? declared(s.variable) + " = " : "";
            return line(depth, fmt::format("{}{};", result, call(s)));
        }
        case Kind::simd:
        case Kind::array:
        case Kind::check:
        case Kind::print:
        case Kind::parallel:
            return line(0, "#error \"the DSL has no loops whose iterations run at once\"");
        case Kind::atomic:
            return line(0, "#error \"the DSL has no atomic accesses\"");
        case Kind::team:
        case Kind::instruction:
            return line(0, "#error \"the DSL has no teams of threads\"");
    }
}

void BlockText::conditional(const Statement& s, int depth) {
    line(depth, fmt::format("k_if ({})", expressions_.text(s.value)));
    const Statement* at = &s;
    for (;;) {
        block(at->body, depth + 1);
        const std::size_t calls = calls_in_place(at->otherwise);
        const bool chained = at->otherwise.size() == calls + 1 && at->otherwise.back().kind == Kind::if_;
        if (!chained) break;
        put_in_place(std::span(at->otherwise).first(calls));
        at = &at->otherwise.back();
        line(depth, fmt::format("k_elseif ({})", expressions_.text(at->value)));
    }
    if (!at->otherwise.empty()) {
        line(depth, "k_else");
        block(at->otherwise, depth + 1);
    }
    line(depth, "k_endif");
}

// The calls that the condition needs are part of it.
void BlockText::loop(const Statement& s, int depth) {
    for (const Statement& needed : s.head) {
        if (needed.kind == Kind::call && needed.result != nullptr) {
            inlined_[needed.variable] = call(needed);
        } else {
            line(0, "#error \"the condition of this loop needs a statement, which the DSL cannot express\"");
        }
    }
    line(depth, fmt::format("k_while ({})", expressions_.text(s.value)));
    block(s.body, depth + 1);
    line(depth, "k_endwhile");
}

// A function's parameters are those of the tree, then the kernel's parameters that its body uses. The macro
// needs at least one.
std::string BlockText::call(const Statement& s) {
    BlockText body(kernel_, functions_);
    body.block(s.body, 1);
    if (s.result != nullptr) {
        body.line(1, fmt::format("return {};", body.expressions().lane_value(s.result)));
    }
    std::vector<std::string> parameters;
    std::vector<std::string> values;
    for (const auto& [parameter, value] : s.arguments) {
        parameters.push_back(declared(parameter));
        values.push_back(expressions_.lane_value(value));
    }
    for (const BufferId b : body.named().buffers) {
        named_.buffers.insert(b);
        parameters.push_back(pointer(b));
        values.push_back(kernel_.buffers[b].name);
    }
    for (const ScalarId scalar_id : body.named().scalars) {
        named_.scalars.insert(scalar_id);
        parameters.push_back(scalar(scalar_id));
        values.push_back(kernel_.scalars[scalar_id].name);
    }
    if (parameters.empty()) {
        parameters.emplace_back("int");
        values.emplace_back("0");
    }
    const std::string_view result =
        s.result != nullptr ? keyword_of(kernel_.variables[s.variable].type) : "void";
    const std::string name = functions_.name_of(
        s.function, result,
        fmt::format(", {})\n{}spmd_dev_func_end\n\n", fmt::join(parameters, ", "), body.text()));
    return fmt::format("spmd_call_dev_func({}, {})", name, fmt::join(values, ", "));
}

/// Prints the kernel, without its device functions.
std::string kernel_text(const Kernel& kernel, DeviceFunctions& functions) {
    BlockText body(kernel, functions);
    body.block(kernel.body, 1);
    std::vector<std::string> parameters{kernel.name};
    for (BufferId b = 0; b < kernel.buffers.size(); ++b) parameters.push_back(body.pointer(b));
    for (ScalarId s = 0; s < kernel.scalars.size(); ++s) parameters.push_back(body.scalar(s));
    return fmt::format("spmd_kernel_1d({})\n{}spmd_kernel_end\n", fmt::join(parameters, ", "), body.text());
}

}  // namespace

std::string print_source(const Kernel& kernel) {
    return print_source(std::span(&kernel, 1));
}

std::string print_source(std::span<const Kernel> kernels) {
    std::set<std::string> names;
    for (const Kernel& kernel : kernels) {
        names.insert(kernel.name);
        for (const KernelVariable& variable : kernel.variables) names.insert(variable.name);
        for (const KernelBuffer& buffer : kernel.buffers) names.insert(buffer.name);
        for (const KernelScalar& scalar : kernel.scalars) names.insert(scalar.name);
    }
    DeviceFunctions functions(std::move(names));
    std::string text;
    for (const Kernel& kernel : kernels) text += (text.empty() ? "" : "\n") + kernel_text(kernel, functions);
    return functions.text() + text;
}

}  // namespace musimd::dsl
