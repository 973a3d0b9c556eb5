#include "dsl/kernel_c/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/kernel_c/token_reader.hpp"

// Functions, variables and statements. expression_parser.cpp has expressions, declaration_parser.cpp
// declarations.

namespace musimd::dsl::kernel_c {
namespace {

/// What C++ has and this language does not.
struct Unread {
    std::string_view word;
    std::string_view instead;
};

constexpr Unread kUnreadStatements[] = {
    {"switch", "write `if` and `else if`"},
    {"goto", "write a loop or a conditional"},
    {"try", "device code has no exceptions"},
    {"asm", "PTX is not read here"},
    {"struct", "use one array for each member"},
    {"class", "use one array for each member"},
    {"union", "use `__float_as_int` and the like"},
    {"typedef", "write the type itself"},
    {"using", "write the type itself"},
    {"new", "use an array of a constant size, or `__shared__`"},
    {"delete", "use an array of a constant size, or `__shared__`"},
};

constexpr Unread kUnreadDeclarations[] = {
    {"template", "write the function for one type"},
    {"struct", "use one array for each member"},
    {"class", "use one array for each member"},
    {"union", "use `__float_as_int` and the like"},
    {"enum", "write `const int NAME = VALUE;`"},
    {"typedef", "write the type itself"},
    {"using", "write the type itself"},
    {"namespace", "write functions outside of namespaces"},
};

template <std::size_t N>
const Unread* find(const Unread (&rows)[N], std::string_view word) {
    const auto* row = std::ranges::find(rows, word, &Unread::word);
    return row == std::end(rows) ? nullptr : row;
}

class Parser {
  public:
    Parser(std::vector<Token> tokens, Diagnostics& errors)
        : in_(std::move(tokens), errors), declarations_(in_) {}

    Unit read() {
        while (!in_.is_at_end() && !in_.errors_are_full()) {
            definition();
            if (in_.has_failed()) in_.skip_definition();
        }
        return std::move(unit_);
    }

  private:
    // ---- definitions

    void definition() {
        if (in_.accept(";")) return;
        if (in_.is("extern") && in_.next().kind == Token::Kind::text) {  // "C"
            in_.take();
            in_.take();
            if (in_.accept("{")) ++open_;
            return;
        }
        if (open_ > 0 && in_.accept("}")) {
            --open_;
            return;
        }
        if (const Unread* row = find(kUnreadDeclarations, in_.peek().text))
            return in_.fail(fmt::format("`{}` is not read here; {}", row->word, row->instead));
        const Specifiers specifiers = declarations_.specifiers();
        if (in_.has_failed()) return;
        Declarator first = declarations_.declarator(specifiers.type);
        if (in_.has_failed()) return;
        if (in_.is("(")) return function(specifiers, std::move(first));
        variables(specifiers, std::move(first));
    }

    void function(const Specifiers& specifiers, Declarator named) {
        if (!specifiers.is_kernel && !specifiers.is_device) {
            const bool is_main = named.name == "main";
            return in_.fail_at(
                named.at, is_main ? std::string("a program with a `main` is not read here; leave the host "
                                                "code out, or install the part of musimd that needs Clang")
                                  : fmt::format("'{0}' is host code, which is not read here; write "
                                                "`__device__` before it if kernels call it",
                                                named.name));
        }
        FunctionDefinition result{.name = std::move(named.name),
                                  .is_kernel = specifiers.is_kernel,
                                  .result = named.type,
                                  .at = named.at};
        if (result.is_kernel && !result.result.is_void)
            return in_.fail_at(
                result.at, fmt::format("a kernel returns nothing; write `__global__ void {}`", result.name));
        result.max_threads = declarations_.max_threads();
        parameters(result);
        if (in_.accept(";")) return;  // a declaration
        if (!in_.is("{")) return in_.expect("{", "the body of the function");
        result.body = statement();
        result.end = in_.last();
        unit_.functions.push_back(std::move(result));
    }

    void parameters(FunctionDefinition& f) {
        in_.expect("(", "the parameters");
        if (in_.is("void") && in_.next().text == ")") in_.take();
        while (!in_.is(")") && !in_.has_failed()) {
            const Specifiers specifiers = declarations_.specifiers();
            Declarator parameter = declarations_.declarator(specifiers.type);
            if (in_.has_failed()) return;
            if (parameter.type.is_void) return in_.fail_at(parameter.at, "a parameter cannot be void");
            if (!parameter.sizes.empty() || parameter.has_no_size) {  // an array is a pointer
                if (parameter.sizes.size() + (parameter.has_no_size ? 1 : 0) > 1)
                    return in_.fail_at(
                        parameter.at,
                        "pointers to arrays are not read here; compute the index: a[i * n + j]");
                parameter.sizes.clear();
                parameter.has_no_size = false;
                parameter.type.is_pointer = true;
            }
            f.parameters.push_back(std::move(parameter));
            if (!in_.accept(",")) break;
        }
        in_.expect(")", "`,` or the end of the parameters");
    }

    void variables(const Specifiers& specifiers, Declarator first) {
        if (specifiers.storage == Storage::automatic && !first.type.is_const)
            return in_.fail_at(first.at,
                               fmt::format("'{0}' is a host variable; kernels can use only `__device__`, "
                                           "`__constant__` and `const` variables",
                                           first.name));
        const bool is_constant = specifiers.storage == Storage::automatic;
        const auto add = [&](Declarator d) {
            unit_.globals.push_back({is_constant ? Storage::constant : specifiers.storage, std::move(d)});
        };
        declarations_.initialiser(first);
        add(std::move(first));
        while (in_.accept(",") && !in_.has_failed()) {
            Declarator next = declarations_.declarator(specifiers.type);
            declarations_.initialiser(next);
            add(std::move(next));
        }
        in_.expect(";", "`;` after the declaration");
    }

    // ---- statements

    Stmt new_statement(Stmt::Kind kind) { return {.kind = kind, .at = in_.peek().at}; }

    Stmt statement() {
        const TokenReader::Nested nested(in_);
        if (in_.is("{")) return block();
        if (in_.is(";")) {
            Stmt result = new_statement(Stmt::Kind::empty);
            in_.take();
            return result;
        }
        if (in_.is("if")) return conditional();
        if (in_.is("while")) return while_loop();
        if (in_.is("do")) return do_loop();
        if (in_.is("for")) return for_loop();
        if (in_.is("break")) return jump(Stmt::Kind::break_);
        if (in_.is("continue")) return jump(Stmt::Kind::continue_);
        if (in_.is("return")) return return_();
        if (in_.is("everywhere") || in_.is("everywhere_from")) return everywhere();
        if (const Unread* row = find(kUnreadStatements, in_.peek().text)) {
            in_.fail(fmt::format("`{}` is not read here; {}", row->word, row->instead));
            return {};
        }
        if (declarations_.begins()) return declaration();
        Stmt result = new_statement(Stmt::Kind::expression);
        result.value = declarations_.expression();
        in_.expect(";", "`;` after the statement");
        return result;
    }

    Stmt block() {
        Stmt result = new_statement(Stmt::Kind::block);
        in_.expect("{", "a block");
        while (!in_.is("}") && !in_.is_at_end()) {
            result.body.push_back(statement());
            if (in_.has_failed()) in_.skip_statement();
        }
        in_.expect("}", "`}` at the end of the block");
        return result;
    }

    std::vector<Stmt> only(Stmt part) {
        std::vector<Stmt> result;
        result.push_back(std::move(part));
        return result;
    }

    NodePtr condition() {
        in_.expect("(", "`(` before the condition");
        NodePtr result = declarations_.expression();
        in_.expect(")", "`)` after the condition");
        return result;
    }

    Stmt conditional() {
        Stmt result = new_statement(Stmt::Kind::if_);
        in_.take();
        result.value = condition();
        result.body = only(statement());
        if (in_.accept("else")) result.otherwise = only(statement());
        return result;
    }

    Stmt while_loop() {
        Stmt result = new_statement(Stmt::Kind::while_);
        in_.take();
        result.value = condition();
        result.body = only(statement());
        return result;
    }

    Stmt do_loop() {
        Stmt result = new_statement(Stmt::Kind::do_);
        in_.take();
        result.body = only(statement());
        if (!in_.accept("while")) in_.fail("expected `while` after the body of `do`");
        result.value = condition();
        in_.expect(";", "`;` after the condition of `do`");
        return result;
    }

    Stmt for_loop() {
        Stmt result = new_statement(Stmt::Kind::for_);
        in_.take();
        in_.expect("(", "`(` after `for`");
        if (!in_.accept(";")) {
            result.init = only(declarations_.begins() ? declaration() : expression_statement());
        }
        if (!in_.is(";")) result.value = declarations_.expression();
        in_.expect(";", "`;` after the condition of `for`");
        if (!in_.is(")")) result.step = declarations_.expression();
        in_.expect(")", "`)` after the step of `for`");
        result.body = only(statement());
        return result;
    }

    Stmt expression_statement() {
        Stmt result = new_statement(Stmt::Kind::expression);
        result.value = declarations_.expression();
        in_.expect(";", "`;` after the statement");
        return result;
    }

    Stmt jump(Stmt::Kind kind) {
        Stmt result = new_statement(kind);
        const std::string_view word = in_.take().text;
        in_.expect(";", fmt::format("`;` after `{}`", word));
        return result;
    }

    Stmt return_() {
        Stmt result = new_statement(Stmt::Kind::return_);
        in_.take();
        if (!in_.is(";")) result.value = declarations_.expression();
        in_.expect(";", "`;` after `return`");
        return result;
    }

    Stmt everywhere() {
        Stmt result = new_statement(Stmt::Kind::everywhere);
        if (in_.take().text == "everywhere_from") {
            in_.expect("(", "`(` and the name of a mask: everywhere_from(mask)");
            result.mask = in_.take_name("the name of a mask");
            in_.expect(")", "`)` after the name of the mask");
        }
        if (!in_.is("{")) in_.expect("{", "a block: everywhere { … }");
        result.body = only(statement());
        return result;
    }

    Stmt declaration() {
        Stmt result = new_statement(Stmt::Kind::declare);
        const Specifiers specifiers = declarations_.specifiers();
        result.storage = specifiers.storage;
        if (specifiers.storage == Storage::device || specifiers.storage == Storage::device_constant)
            in_.fail_at(result.at, "declare this variable outside of functions");
        do {
            if (in_.has_failed()) return result;
            Declarator next = declarations_.declarator(specifiers.type);
            declarations_.initialiser(next);
            if (!in_.has_failed()) result.declared.push_back(std::move(next));
        } while (in_.accept(","));
        in_.expect(";", "`;` after the declaration");
        return result;
    }

    TokenReader in_;
    DeclarationParser declarations_;
    Unit unit_;
    int open_ = 0;  ///< of `extern "C" {`
};

}  // namespace

Unit parse(std::vector<Token> tokens, Diagnostics& errors) {
    return Parser(std::move(tokens), errors).read();
}

}  // namespace musimd::dsl::kernel_c
