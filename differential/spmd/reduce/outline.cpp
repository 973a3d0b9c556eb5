#include "differential/spmd/reduce/outline.hpp"

#include <fmt/format.h>

#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/walk.hpp"

namespace musimd::differential::spmd {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Function;
using dsl::Kernel;
using dsl::Statement;

constexpr std::string_view kKinds[] = {"declare", "set",      "store",  "if",  "while",
                                       "break",   "continue", "return", "call"};

std::string_view name(const Statement& s) {
    return kKinds[static_cast<std::size_t>(s.kind)];
}

// ---- in full

std::string full(const Expr& e) {
    if (e == nullptr) return "-";
    std::string text = fmt::format("{}{}", static_cast<int>(e->type.type), e->type.condition ? "c" : "");
    switch (e->kind) {
        case Expression::Kind::literal:
            return text + fmt::format("{}{}", e->scalar ? "s" : "#", e->bits);
        case Expression::Kind::element:
            return text + "i";
        case Expression::Kind::variable:
            return text + fmt::format("v{}", e->variable);
        case Expression::Kind::load:
            return text +
                   fmt::format("[{}{:+}{}]", e->element.buffer, e->element.offset, e->unmasked ? "u" : "");
        case Expression::Kind::apply:
            break;
    }
    text += fmt::format("{}{}(", e->infix ? "'" : "", info(e->function).name);
    for (const Expr& operand : e->operands) text += full(operand) + ",";
    return text + ")";
}

std::string full(const Block& block) {
    std::string text = "{";
    for (const Statement& s : block) {
        text += fmt::format("{}{} v{} {}{:+} {}", name(s), s.unmasked ? "u" : "", s.variable,
                            s.element.buffer, s.element.offset, full(s.value));
        for (const auto& [parameter, value] : s.arguments)
            text += fmt::format(" v{}={}", parameter, full(value));
        text += full(s.head) + full(s.body) + full(s.otherwise) + full(s.result) + ";";
    }
    return text + "}";
}

// ---- in outline

bool is_comparison(Function function) {
    return info(function).result == 'l' && info(function).operands == "vv";
}

std::string brief(const Expr& e) {
    if (e == nullptr || e->kind != Expression::Kind::apply) return "";
    std::string text = is_comparison(e->function) ? "" : std::string(info(e->function).name);
    std::string inside;
    for (const Expr& operand : e->operands) {
        const std::string brief_text = brief(operand);
        inside += (inside.empty() || brief_text.empty() ? "" : ",") + brief_text;
    }
    if (inside.empty()) return text;
    return text.empty() ? inside : text + "(" + inside + ")";
}

std::string brief(const Kernel& kernel, const Block& block) {
    std::string text;
    for (const Statement& s : block) {
        if (!text.empty()) text += "; ";
        // What a k_bool is may differ from what numbers are.
        const bool variable = s.kind == Statement::Kind::declare || s.kind == Statement::Kind::set;
        text += name(s);
        if (variable && kernel.variables[s.variable].type.condition) text += "-bool";
        for (const Expr& e : {s.value, s.result}) {
            if (const std::string brief_text = brief(e); !brief_text.empty()) text += " " + brief_text;
        }
        for (const auto& [parameter, value] : s.arguments) {
            if (const std::string brief_text = brief(value); !brief_text.empty()) text += " " + brief_text;
        }
        if (!s.head.empty()) text += " head { " + brief(kernel, s.head) + " }";
        if (!s.body.empty()) text += " { " + brief(kernel, s.body) + " }";
        if (!s.otherwise.empty()) text += " else { " + brief(kernel, s.otherwise) + " }";
    }
    return text;
}

}  // namespace

std::string spell_out(const Kernel& kernel) {
    std::string text = fmt::format("{} ", kernel.bits);
    for (const auto& buffer : kernel.buffers) text += fmt::format("{} ", static_cast<int>(buffer.element));
    return text + full(kernel.body);
}

std::string outline(const Kernel& kernel) {
    return brief(kernel, kernel.body);
}

}  // namespace musimd::differential::spmd
