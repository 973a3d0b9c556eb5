#include "dsl/openmp/spelling.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>

namespace musimd::dsl::openmp {
namespace {

class Speller {
  public:
    explicit Speller(const LoopFunction& function) : function_(function) {}

    std::string run() {
        for (const Parameter& p : function_.parameters) {
            add("({} {}", to_string(p.type), p.writes);
            if (p.variable) variable(*p.variable);
            if (p.buffer) add("[{}]", *p.buffer);
        }
        block(function_.body);
        return std::move(text_);
    }

  private:
    template <typename... T>
    void add(fmt::format_string<T...> format, T&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<T>(values)...);
    }

    /// By its type and the order in which the variables are met.
    void variable(VariableId v) {
        const auto number = numbers_.emplace(v, numbers_.size()).first->second;
        const ValueType type = function_.variables[v].type;
        add("{}{} ", type.condition ? "b" : to_string(type.type), number);
    }

    void block(const Block& statements) {
        add("{{");
        for (const Statement& s : statements) statement(s);
        add("}}");
    }

    void statement(const Statement& s) {
        add("\n{}:", static_cast<int>(s.kind));
        const bool has_variable = s.kind == Statement::Kind::declare || s.kind == Statement::Kind::set ||
                                  s.kind == Statement::Kind::simd || s.kind == Statement::Kind::atomic ||
                                  s.kind == Statement::Kind::instruction ||
                                  (s.kind == Statement::Kind::call && s.result != nullptr);
        if (s.kind == Statement::Kind::store || s.kind == Statement::Kind::array ||
            s.kind == Statement::Kind::atomic)
            add("@{}", s.element.buffer);
        for (const Expr& e : {s.value, s.index}) optional(e);
        if (has_variable) variable(s.variable);
        if (s.kind == Statement::Kind::simd || s.kind == Statement::Kind::parallel)
            add("w{} s{}", s.width, s.safelen);
        if (s.threads) add("t{}", s.teams);
        if (s.kind == Statement::Kind::team) add("a{}", static_cast<int>(s.act));
        if (s.kind == Statement::Kind::instruction)
            add("c{} {} {} {} {}", static_cast<int>(s.instruction.opcode),
                static_cast<int>(s.instruction.variant), static_cast<int>(s.instruction.order),
                static_cast<int>(s.instruction.scope), s.instruction.width);
        for (const Expr& operand : s.operands) optional(operand);
        if (s.acquires || s.releases) add("m{}{}", int{s.acquires}, int{s.releases});
        if (s.scope != Scope::grid) add("o{}", static_cast<int>(s.scope));
        if (s.atomic) add("a{}", static_cast<int>(*s.atomic));
        for (const auto& [original, last] : s.last_values) {
            variable(original);
            variable(last);
        }
        for (const Reduction& r : s.reductions) {
            add("r{} {} ", static_cast<int>(r.function), r.identity_bits);
            variable(r.original);
            variable(r.partial);
        }
        for (const auto& [parameter, value] : s.arguments) {
            variable(parameter);
            optional(value);
        }
        block(s.head);
        block(s.body);
        block(s.step);
        block(s.otherwise);
        optional(s.result);
    }

    void optional(const Expr& e) {
        if (e == nullptr) return add("-");
        expression(*e);
    }

    void expression(const Expression& e) {
        add("{}", static_cast<int>(e.kind));
        if (e.kind == Expression::Kind::variable) return variable(e.variable);
        add("{} ", e.type.condition ? "b" : to_string(e.type.type));
        if (e.kind == Expression::Kind::literal) add("{:#x} ", e.bits);
        if (e.kind == Expression::Kind::load)
            add("@{}{}", e.element.buffer, e.atomic ? fmt::format("a{}", static_cast<int>(*e.atomic)) : "");
        if (e.kind == Expression::Kind::apply) add("{}", info(e.function).name);
        add("(");
        for (const Expr& operand : e.operands) expression(*operand);
        add(")");
    }

    const LoopFunction& function_;
    std::map<VariableId, std::size_t> numbers_;
    std::string text_;
};

}  // namespace

std::string spell(const LoopFunction& function) {
    return Speller(function).run();
}

}  // namespace musimd::dsl::openmp
