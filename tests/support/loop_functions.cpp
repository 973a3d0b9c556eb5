#include "tests/support/loop_functions.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

namespace musimd::support {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Statement;
using dsl::openmp::LoopFunction;

class Writer {
  public:
    explicit Writer(const LoopFunction& function) : function_(function) {}

    std::string expression(const Expr& e) const {
        switch (e->kind) {
            case Expression::Kind::literal:
                if (e->type.condition) return e->bits != 0 ? "true" : "false";
                if (e->type.type == Type::i32 || e->type.type == Type::i64)
                    return fmt::format("{}", word_of_pattern(e->bits, e->type.type));
                return fmt::format("{}:{:#x}", to_string(e->type.type), e->bits);
            case Expression::Kind::variable:
                return name(e->variable);
            case Expression::Kind::load:
                return element(e->element, e->operands.front());
            case Expression::Kind::element:
                return "element";
            case Expression::Kind::apply:
                break;
        }
        const bool named = e->function == dsl::Function::cvt || e->function == dsl::Function::to_number;
        std::string text(named ? to_string(e->type.type) : dsl::info(e->function).name);
        for (std::size_t i = 0; i < e->operands.size(); ++i)
            text += (i == 0 ? "(" : ", ") + expression(e->operands[i]);
        return text + ")";
    }

    void block(const Block& b) {
        indent_ += 2;
        for (const Statement& s : b) statement(s);
        indent_ -= 2;
    }

    void line(std::uint32_t number, const std::string& text) {
        text_ += fmt::format("{:>2}{:{}}{}\n", number, "", indent_, text);
    }

    std::string take() { return std::move(text_); }

  private:
    std::string name(dsl::VariableId v) const { return function_.variables[v].name; }

    std::string element(const dsl::ElementRef& at, const Expr& index) const {
        return fmt::format("{}[{}]", function_.buffers[at.buffer].name, expression(index));
    }

    std::string declaration(dsl::VariableId v) const {
        const dsl::ValueType type = function_.variables[v].type;
        return fmt::format("{} {}", type.condition ? "condition" : to_string(type.type), name(v));
    }

    void statement(const Statement& s) {
        switch (s.kind) {
            case Statement::Kind::declare:
                return line(s.line, declaration(s.variable) + (s.value ? " = " + expression(s.value) : ""));
            case Statement::Kind::set:
                return line(s.line, name(s.variable) + " = " + expression(s.value));
            case Statement::Kind::store:
                return line(s.line, element(s.element, s.index) + " = " + expression(s.value));
            case Statement::Kind::if_:
                line(s.line, "if " + expression(s.value));
                block(s.body);
                return part(s, "else", s.otherwise);
            case Statement::Kind::while_:
                line(s.line, "while " + expression(s.value));
                part(s, "head", s.head);
                block(s.body);
                return part(s, "step", s.step);
            case Statement::Kind::break_:
                return line(s.line, "break");
            case Statement::Kind::continue_:
                return line(s.line, "continue");
            case Statement::Kind::return_:
                return line(s.line, "return");
            case Statement::Kind::call:
                return call(s);
            case Statement::Kind::simd:
                return simd(s);
            case Statement::Kind::array:
                return line(s.line, fmt::format("array {} {}", function_.buffers[s.element.buffer].name,
                                                expression(s.value)));
            case Statement::Kind::check:
                return line(s.line, "check " + expression(s.value));
            case Statement::Kind::print:
                return line(s.line, "print " + s.function);
            case Statement::Kind::parallel:
                return parallel(s);
            case Statement::Kind::atomic:
                return line(s.line,
                            fmt::format("atomic {} was {}{}", element(s.element, s.index),
                                        declaration(s.variable), s.value ? " = " + expression(s.value) : ""));
            case Statement::Kind::team:  // acts on the device's memory are not shown
                return s.width != 0 ? void() : line(s.line, std::string(dsl::to_string(s.act)));
            case Statement::Kind::instruction:
                return line(s.line, std::string(info(s.instruction.opcode).name));
        }
    }

    void parallel(const Statement& s) {
        std::string head = "loop " + expression(s.value) + (s.width ? fmt::format(" width {}", s.width) : "");
        line(s.line, head + reductions(s));
        block(s.body);
    }

    std::string reductions(const Statement& s) const {
        std::string text;
        for (const dsl::Reduction& r : s.reductions)
            text += fmt::format(" {} {}={} of {:#x}", name(r.original), name(r.partial),
                                dsl::info(r.function).name, r.identity_bits);
        if (s.safelen != 0) text += fmt::format(" safelen {}", s.safelen);
        for (const auto& [original, last] : s.last_values)
            text += fmt::format(" {} last {}", name(original), name(last));
        return text;
    }

    void part(const Statement& s, const char* title, const Block& b) {
        if (b.empty()) return;
        line(s.line, title);
        block(b);
    }

    void call(const Statement& s) {
        std::string head = s.result ? declaration(s.variable) + " = " + expression(s.result) + " of " : "";
        head += s.function;
        for (const auto& [parameter, value] : s.arguments)
            head += fmt::format(" {}={}", declaration(parameter), expression(value));
        line(s.line, head);
        block(s.body);
    }

    void simd(const Statement& s) {
        line(s.line, fmt::format("simd {} width {} {}{}", expression(s.value), s.width,
                                 declaration(s.variable), reductions(s)));
        block(s.body);
    }

    const LoopFunction& function_;
    std::string text_;
    int indent_ = -1;  // of the enclosing statement
};

}  // namespace

reader::ReadFunction clang_front_end() {
    static void* const module =
        dlopen((std::filesystem::path(MUSIMD_BINARY).parent_path() / "musimd_clang.so").c_str(),
               RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) return nullptr;
    return reinterpret_cast<reader::ReadFunction>(dlsym(module, reader::kReadName));
}

std::string text_of(const LoopFunction& function) {
    Writer writer(function);
    writer.block(function.body);
    return writer.take();
}

}  // namespace musimd::support
