#include "differential/openmp/reduce_nest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "differential/openmp/nest_edits.hpp"
#include "dsl/lowering/exits.hpp"
#include "dsl/openmp/spelling.hpp"

namespace musimd::differential::openmp {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Statement;
using dsl::openmp::LoopFunction;
using Kind = Statement::Kind;

/// What is visible at a point.
struct Visible {
    std::set<dsl::VariableId> read;  ///< with a value
    std::set<dsl::VariableId> set;   ///< assignable
    bool loop = false;
    bool simd = false;
    std::optional<dsl::VariableId> result = {};  ///< of the call
};

class NestChecker {
  public:
    explicit NestChecker(const LoopFunction& function) : function_(function) {}

    bool run() {
        Visible visible;
        for (const auto& parameter : function_.parameters) {
            if (parameter.variable) visible.read.insert(*parameter.variable);
        }
        return block(function_.body, visible);
    }

  private:
    bool expression(const Expr& e, const Visible& visible) const {
        if (e == nullptr) return true;
        if (e->kind == Expression::Kind::variable && !visible.read.contains(e->variable)) return false;
        return std::ranges::all_of(e->operands, [&](const Expr& part) { return expression(part, visible); });
    }

    /// What the element was is read first in its new value, and nowhere else.
    bool is_update(const Statement& s, const Visible& visible) const {
        if (s.value == nullptr || s.value->operands.size() != 2) return false;
        const Expr& old = s.value->operands[0];
        return old->kind == Expression::Kind::variable && old->variable == s.variable &&
               expression(s.value->operands[1], visible);
    }

    bool block(const Block& statements, Visible& visible) const {
        return std::ranges::all_of(statements, [&](const Statement& s) { return statement(s, visible); });
    }

    bool statement(const Statement& s, Visible& visible) const {
        if (s.kind == Kind::atomic) return is_update(s, visible) && expression(s.index, visible);
        if (!expression(s.value, visible) || !expression(s.index, visible)) return false;
        switch (s.kind) {
            case Kind::declare:
                if (s.value != nullptr) visible.read.insert(s.variable);
                visible.set.insert(s.variable);
                return true;
            case Kind::set:
                visible.read.insert(s.variable);
                return visible.set.contains(s.variable);
            case Kind::store:
                return true;
            case Kind::break_:
            case Kind::continue_:
                return visible.loop;
            case Kind::return_:
                return !visible.loop && !visible.simd &&
                       (!visible.result || visible.read.contains(*visible.result));
            case Kind::call:
                return call(s, visible);
            case Kind::array:
            case Kind::atomic:
            case Kind::team:
            case Kind::instruction:
            case Kind::check:
            case Kind::print:
                return false;  // random nests have none
            case Kind::if_:
                return branches(s, visible);
            case Kind::while_:
            case Kind::simd:
            case Kind::parallel:
                return inside(s, visible);
        }
        return false;
    }

    /// The function reads its parameters, and has a result.
    bool call(const Statement& s, Visible& outside) const {
        if (s.result == nullptr || s.result->kind != Expression::Kind::variable) return false;
        Visible visible;
        visible.result = s.result->variable;
        for (const auto& [parameter, value] : s.arguments) {
            if (!expression(value, outside)) return false;
            visible.read.insert(parameter);
        }
        outside.read.insert(s.variable);
        return block(s.body, visible) && visible.read.contains(*visible.result);
    }

    /// What both branches assign has a value after them.
    bool branches(const Statement& s, Visible& outside) const {
        Visible then = outside;
        Visible otherwise = outside;
        if (!block(s.body, then) || !block(s.otherwise, otherwise)) return false;
        for (const dsl::VariableId v : outside.set) {
            if (then.read.contains(v) && otherwise.read.contains(v)) outside.read.insert(v);
        }
        return true;
    }

    bool inside(const Statement& s, const Visible& outside) const {
        Visible visible = outside;
        if (s.kind == Kind::while_) visible.loop = true;
        if (s.kind == Kind::simd || s.kind == Kind::parallel) {
            visible.set.clear();
            visible.loop = false;
            visible.simd = s.kind == Kind::simd;
        }
        if (s.kind == Kind::simd) visible.read.insert(s.variable);
        for (const dsl::Reduction& r : s.reductions) {
            if (!outside.set.contains(r.original)) return false;
            visible.read.insert(r.partial);
            visible.set.insert(r.partial);
        }
        Visible step = visible;
        return block(s.body, visible) && block(s.step, step) && s.head.empty();
    }

    const LoopFunction& function_;
};

std::uint64_t size_of(const Expr& e) {
    if (e->kind == Expression::Kind::literal) return e->bits == 0 ? 1 : 2;
    std::uint64_t size = 3;
    for (const Expr& operand : e->operands) size += size_of(operand);
    return size;
}

void add_outline(const Expr& e, std::string& text) {
    if (e->kind == Expression::Kind::load) text += "load ";
    if (e->kind == Expression::Kind::apply) text += fmt::format("{} ", dsl::info(e->function).name);
    for (const Expr& operand : e->operands) add_outline(operand, text);
}

}  // namespace

bool is_well_formed(const LoopFunction& function) {
    return NestChecker(function).run();
}

std::optional<NestCase> NestReduction::normalized(NestCase nest) {
    if (!is_well_formed(nest.function)) return std::nullopt;
    return nest;
}

NestReduction::Weight NestReduction::weigh(const NestCase& nest) {
    std::uint64_t statements = 0;
    std::uint64_t expressions = 0;
    dsl::for_each_statement(nest.function.body, [&](const Statement& s, bool) {
        statements += s.kind == Kind::while_ || s.kind == Kind::simd || s.kind == Kind::parallel ? 3
                      : s.kind == Kind::if_                                                      ? 2
                                                                                                 : 1;
        statements += s.reductions.size();
        expressions += s.width;
        dsl::for_each_expression(s, [&](const Expr& e) { expressions += size_of(e); });
    });
    std::uint64_t call = 0;
    for (const std::string& directive : nest.directives) call += directive.size();
    for (const std::uint64_t number : nest.arguments.numbers) call += number == 0 ? 0 : number == 1 ? 1 : 2;
    std::uint64_t elements = 0;
    for (const auto& buffer : nest.arguments.buffers)
        elements += static_cast<std::uint64_t>(buffer.size() -
                                               static_cast<std::size_t>(std::ranges::count(buffer, 0U)));
    std::uint64_t sizes = 0;
    for (const std::uint64_t number : nest.arguments.numbers) sizes += number;
    return {statements, expressions, call, elements, sizes};
}

std::string NestReduction::spell(const NestCase& nest) {
    std::string text = dsl::openmp::spell(nest.function);
    for (const std::string& directive : nest.directives) text += directive + "/";
    for (const std::uint64_t number : nest.arguments.numbers) text += fmt::format("{} ", number);
    for (const auto& buffer : nest.arguments.buffers) {
        const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()),
                                     buffer.size() * sizeof buffer[0]);
        text += fmt::format("{:x} ", std::hash<std::string_view>{}(bytes));
    }
    return text;
}

std::string outline(const LoopFunction& function) {
    std::string text;
    dsl::for_each_statement(function.body, [&](const Statement& s, bool) {
        constexpr const char* kNames[] = {"declare",  "set",      "store",  "if",   "while", "break",
                                          "continue", "return",   "call",   "simd", "array", "check",
                                          "print",    "parallel", "atomic", "team"};
        text += fmt::format("{} ", kNames[static_cast<std::size_t>(s.kind)]);
        for (const dsl::Reduction& r : s.reductions)
            text += fmt::format("reduces by {} ", dsl::info(r.function).name);
        if (s.kind != Kind::simd && s.kind != Kind::parallel && s.value != nullptr)
            add_outline(s.value, text);
    });
    return text;
}

NestCase tidied(NestCase nest) {
    std::set<dsl::VariableId> read;
    dsl::for_each_statement(nest.function.body, [&](const Statement& s, bool) {
        dsl::for_each_expression(s, [&](const Expr& e) {
            const auto look = [&](const auto& self, const Expr& part) -> void {
                if (part->kind == Expression::Kind::variable) read.insert(part->variable);
                for (const Expr& operand : part->operands) self(self, operand);
            };
            look(look, e);
        });
    });
    // Arrays stay: their numbers are in the tree.
    auto& parameters = nest.function.parameters;
    for (std::size_t p = parameters.size(); p-- > 0;) {
        if (parameters[p].buffer || read.contains(*parameters[p].variable)) continue;
        parameters.erase(parameters.begin() + static_cast<std::ptrdiff_t>(p));
        nest.arguments.numbers.erase(nest.arguments.numbers.begin() + static_cast<std::ptrdiff_t>(p));
    }
    return nest;
}

std::vector<NestCase> NestReducer::propose(std::size_t most) {
    std::vector<NestCase> proposal;
    for (NestCase& candidate : harness::candidates<NestReduction, NestSearch>(best(), nest_edits(), true)) {
        if (proposal.size() >= most) break;
        if (state_.mark_tried(candidate)) proposal.push_back(std::move(candidate));
    }
    return proposal;
}

}  // namespace musimd::differential::openmp
