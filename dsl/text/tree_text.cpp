#include <fmt/format.h>

#include "dsl/text/expression_text.hpp"
#include "dsl/text/source.hpp"

namespace musimd::dsl {
namespace {

/// `i32`, or `bool`
std::string_view type_text(ValueType type) {
    return type.condition ? "bool" : to_string(type.type);
}

std::string number_text(const Expression& literal) {
    if (literal.type.condition) return literal.bits != 0 ? "true" : "false";
    const Type type = literal.type.type;
    if (!is_float(type)) return fmt::format("{}", word_of_pattern(literal.bits, type));
    std::string text = literal_text(literal);
    // NaNs, infinities and halves have no literal of their own.
    return text.starts_with("k_") ? fmt::format("{:#x}", literal.bits) : text;
}

/// One line per node of the tree, under its parent.
class TreeText {
  public:
    explicit TreeText(const Kernel& kernel) : kernel_(kernel) {}

    std::string run() {
        line(fmt::format("kernel {}: {} bits", kernel_.name, kernel_.bits));
        inside([&] {
            for (const KernelBuffer& b : kernel_.buffers)
                line(fmt::format("buffer {}: {}", b.name, to_string(b.element)));
            for (const KernelScalar& s : kernel_.scalars)
                line(fmt::format("scalar {}: {}", s.name, to_string(s.type)));
            block(kernel_.body);
        });
        return std::move(text_);
    }

  private:
    void line(std::string_view what, std::uint32_t of_source = 0) {
        text_.append(2 * depth_, ' ').append(what);
        if (of_source != 0) text_ += fmt::format("  ; line {}", of_source);
        text_ += '\n';
    }

    template <class Print>
    void inside(const Print& print) {
        ++depth_;
        print();
        --depth_;
    }

    /// A part of a statement, unless it is empty.
    void part(std::string_view name, const Block& statements) {
        if (statements.empty()) return;
        line(name);
        inside([&] { block(statements); });
    }
    void part(std::string_view name, const Expr& e) {
        if (e == nullptr) return;
        line(name);
        inside([&] { expression(*e); });
    }

    void block(const Block& statements) {
        for (const Statement& s : statements) {
            line(head(s), s.line);
            inside([&] { parts(s); });
        }
    }

    std::string variable(VariableId v) const {
        return fmt::format("{}: {}", kernel_.variables[v].name, type_text(kernel_.variables[v].type));
    }

    std::string element(const ElementRef& element) const {
        const KernelBuffer& buffer = kernel_.buffers[element.buffer];
        const std::string offset = element.offset == 0 ? "" : fmt::format("{:+}", element.offset);
        return fmt::format("{}[i{}]: {}", buffer.name, offset, to_string(buffer.element));
    }

    std::string head(const Statement& s) const {
        using Kind = Statement::Kind;
        const std::string_view unmasked = s.unmasked ? "unmasked " : "";
        switch (s.kind) {
            case Kind::declare:
                return "declare " + variable(s.variable);
            case Kind::set:
                return fmt::format("{}set {}", unmasked, variable(s.variable));
            case Kind::store:
                if (s.index != nullptr)
                    return fmt::format("store {}", kernel_.buffers[s.element.buffer].name);
                return fmt::format("{}store {}", unmasked, element(s.element));
            case Kind::if_:
                return "if";
            case Kind::while_:
                return "while";
            case Kind::break_:
                return "break";
            case Kind::continue_:
                return "continue";
            case Kind::return_:
                return "return";
            case Kind::call:
                return fmt::format("call {}{}", s.function,
                                   s.result == nullptr ? "" : " returns " + variable(s.variable));
            case Kind::simd:
                return fmt::format("simd {}, width {}{}", variable(s.variable), s.width,
                                   s.safelen == 0 ? "" : fmt::format(", safelen {}", s.safelen));
            case Kind::array:
                return fmt::format("array {}", kernel_.buffers[s.element.buffer].name);
            case Kind::check:
                return "check";
            case Kind::print:
                return "print " + s.function;
            case Kind::parallel:
                if (s.threads) return s.teams == 1 ? "threads" : fmt::format("threads of {} teams", s.teams);
                return s.width == 0 ? "parallel" : fmt::format("parallel, width {}", s.width);
            case Kind::atomic:
                return fmt::format("atomic {}, was {}{}{}", kernel_.buffers[s.element.buffer].name,
                                   variable(s.variable), s.acquires ? ", acquires" : "",
                                   s.releases ? ", releases" : "");
            case Kind::team:
                return std::string(to_string(s.act));
            case Kind::instruction:
                return has_destination(info(s.instruction.opcode).format)
                           ? fmt::format("{} to {}", info(s.instruction.opcode).name, variable(s.variable))
                           : std::string(info(s.instruction.opcode).name);
        }
        return {};
    }

    void parts(const Statement& s) {
        const bool control = s.kind == Statement::Kind::if_ || s.kind == Statement::Kind::while_;
        part("before each test", s.head);
        if (control) {
            part("condition", s.value);
        } else if (s.value != nullptr) {
            expression(*s.value);
        }
        for (const Reduction& r : s.reductions)
            line(fmt::format("{} into {} by {}", variable(r.partial), kernel_.variables[r.original].name,
                             info(r.function).name));
        for (const auto& [original, last] : s.last_values)
            line(fmt::format("{} is {} of the last iteration", variable(original),
                             kernel_.variables[last].name));
        part("index", s.index);
        for (const auto& [parameter, value] : s.arguments) part("argument " + variable(parameter), value);
        for (const Expr& operand : s.operands) part("operand", operand);
        part(s.kind == Statement::Kind::if_ ? "then" : "body", s.body);
        part("step", s.step);
        part("else", s.otherwise);
        part("result", s.result);
    }

    void expression(const Expression& e) {
        line(fmt::format("{}: {}", node(e), type_text(e.type)));
        inside([&] {
            for (const Expr& operand : e.operands) expression(*operand);
        });
    }

    std::string node(const Expression& e) const {
        switch (e.kind) {
            case Expression::Kind::literal:
                return e.scalar
                           ? fmt::format("scalar {} = {}", kernel_.scalars[*e.scalar].name, number_text(e))
                           : number_text(e);
            case Expression::Kind::variable:
                return kernel_.variables[e.variable].name;
            case Expression::Kind::load: {
                const std::string from = element(e.element);
                if (!e.operands.empty())
                    return fmt::format("load {}", kernel_.buffers[e.element.buffer].name);
                return fmt::format("{}load {}", e.unmasked ? "unmasked " : "",
                                   from.substr(0, from.find(':')));
            }
            case Expression::Kind::apply:
                return fmt::format("{}{}", info(e.function).name, e.infix ? " infix" : "");
            case Expression::Kind::element:
                return "element";
        }
        return {};
    }

    const Kernel& kernel_;
    std::size_t depth_ = 0;
    std::string text_;
};

}  // namespace

std::string print_tree(const Kernel& kernel) {
    return TreeText(kernel).run();
}

}  // namespace musimd::dsl
