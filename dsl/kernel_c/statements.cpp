#include <fmt/format.h>

#include <ranges>

#include "dsl/kernel_c/translator.hpp"
#include "dsl/trees.hpp"

// Statements of functions.

namespace musimd::dsl::kernel_c {

void Translator::statements(const std::vector<Stmt>& list) {
    for (const Stmt& s : list) statement(s);
}

void Translator::statement(const Stmt& s) {
    switch (s.kind) {
        case Stmt::Kind::empty:
            return;
        case Stmt::Kind::expression:
            return effects(s.value.get());
        case Stmt::Kind::declare:
            return declaration(s);
        case Stmt::Kind::block:
            names_.open();
            statements(s.body);
            return names_.close();
        case Stmt::Kind::if_:
            return conditional(s);
        case Stmt::Kind::while_:
        case Stmt::Kind::for_:
            return loop(s);
        case Stmt::Kind::do_:
            return do_loop(s);
        case Stmt::Kind::break_:
        case Stmt::Kind::continue_:
            return leave(s);
        case Stmt::Kind::return_:
            return return_(s);
        case Stmt::Kind::everywhere:
            return everywhere(s);
    }
}

/// Each in a scope of its own.
Block Translator::inside(Around around, const std::vector<Stmt>& body) {
    around_.push_back(around);
    names_.open();
    Block result = code_.block([&] { statements(body); });
    names_.close();
    around_.pop_back();
    return result;
}

void Translator::conditional(const Stmt& s) {
    const auto part = [&](const std::vector<Stmt>& body) {
        names_.open();
        Block result = code_.block([&] { statements(body); });
        names_.close();
        return result;
    };
    Expr test = condition(s.value.get());
    Block then = part(s.body);
    Block otherwise = part(s.otherwise);
    Statement& result = code_.emit(Statement::Kind::if_, s.at);
    result.value = std::move(test);
    result.body = std::move(then);
    result.otherwise = std::move(otherwise);
}

void Translator::loop(const Stmt& s) {
    names_.open();
    statements(s.init);
    Expr goes_on = literal(true, s.at);
    Block head = code_.block([&] {
        if (s.value != nullptr) goes_on = condition(s.value.get());
    });
    Block body = inside(Around::loop, s.body);
    Block step = code_.block([&] { effects(s.step.get()); });
    names_.close();
    Statement& result = code_.emit(Statement::Kind::while_, s.at);
    result.head = std::move(head);
    result.value = std::move(goes_on);
    result.body = std::move(body);
    result.step = std::move(step);
}

// `continue` goes to the condition, which is therefore computed in the step.
void Translator::do_loop(const Stmt& s) {
    const VariableId again = code_.new_variable("again", ValueType::of_condition());
    code_.declare(again, literal(true, s.at), s.at);
    Block body = inside(Around::loop, s.body);
    Block step = code_.block([&] {
        if (Expr test = condition(s.value.get())) code_.set(again, std::move(test), s.value->begin);
    });
    Statement& result = code_.emit(Statement::Kind::while_, s.at);
    result.value = read(again, ValueType::of_condition(), s.at);
    result.body = std::move(body);
    result.step = std::move(step);
}

void Translator::leave(const Stmt& s) {
    const bool is_break = s.kind == Stmt::Kind::break_;
    const char* const word = is_break ? "break" : "continue";
    const Around innermost = around_.back();
    if (innermost == Around::everywhere)
        return error(
            s.at,
            fmt::format("`{}` cannot leave an `everywhere` block; let the block set a variable, and test it "
                        "after the block",
                        word));
    if (innermost != Around::loop) return error(s.at, fmt::format("`{}` is outside of a loop", word));
    code_.emit(is_break ? Statement::Kind::break_ : Statement::Kind::continue_, s.at);
}

void Translator::return_(const Stmt& s) {
    for (const Around around : around_ | std::views::reverse) {
        if (around == Around::call) break;
        if (around == Around::everywhere)
            return error(
                s.at,
                "`return` cannot leave an `everywhere` block; let the block set a variable, and return "
                "after it");
    }
    const Call& call = calls_.back();
    const CType& type = call.function->result;
    if (type.is_void && s.value != nullptr)
        return error(s.value->begin, fmt::format("'{}' returns nothing", call.function->name));
    if (!type.is_void && s.value == nullptr)
        return error(s.at, fmt::format("'{}' returns a value; write `return VALUE;`", call.function->name));
    if (calls_.size() == 1) {
        code_.emit(Statement::Kind::instruction, s.at).instruction = {.opcode = Opcode::exit};
        return;
    }
    if (s.value != nullptr) {
        Expr e = converted(value(s.value.get()), type, s.value->begin);
        if (e != nullptr) code_.set(*call.result, std::move(e), s.at);
    }
    code_.emit(Statement::Kind::return_, s.at);
}

// ---- everywhere

/// The lanes that are active, known to all: each lane that is woken knows of itself whether it was.
Expr Translator::active_before(SourcePoint at) {
    const auto wake = [&](bool begins) {
        code_.emit(Statement::Kind::instruction, at).instruction = {
            .opcode = begins ? Opcode::everywhere : Opcode::end_everywhere};
    };
    const VariableId active = code_.new_variable("active", Type::i32);
    wake(true);
    code_.declare(active, literal(Type::i32, 0, at), at);
    wake(false);
    code_.set(active, literal(Type::i32, 1, at), at);
    wake(true);
    Expr all = code_.instruction({.opcode = Opcode::activemask}, {}, Type::i64, at);
    return code_.instruction({.opcode = Opcode::vote, .variant = Variant::ballot},
                             {std::move(all), read(active, ValueType::number(Type::i32), at)}, Type::i64, at);
}

void Translator::everywhere(const Stmt& s) {
    cuda::KernelFunction& kernel = code_.kernel();
    if (kernel.everywhere_line == 0) {
        kernel.everywhere_line = s.at.line;
        kernel.everywhere_column = s.at.column;
    }
    names_.open();
    if (s.mask.empty()) {
        code_.emit(Statement::Kind::instruction, s.at).instruction = {.opcode = Opcode::everywhere};
    } else {
        const VariableId mask = code_.new_variable(s.mask, Type::u32);
        code_.declare(mask, convert(active_before(s.at), Type::u32, s.at), s.at);
        names_.add(s.mask, {.kind = Binding::Kind::variable,
                            .type = {.number = Type::u32, .is_const = true},
                            .variable = mask});
    }
    code_.append(inside(Around::everywhere, s.body));
    names_.close();
    code_.emit(Statement::Kind::instruction, s.at).instruction = {.opcode = Opcode::end_everywhere};
}

}  // namespace musimd::dsl::kernel_c
