#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

const ast::FunctionDecl* named_function(const ast::Expr* e) {
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParens());
    return name == nullptr ? nullptr : llvm::dyn_cast<ast::FunctionDecl>(name->getDecl());
}

bool is_to_function(ast::QualType type) {
    return type->isFunctionPointerType() || type->isFunctionType();
}

}  // namespace

Pointer FunctionPointers::number_of(const ast::FunctionDecl* f, SourcePoint at) {
    f = f->getCanonicalDecl();
    auto known = std::ranges::find(functions_, f);
    if (known == functions_.end()) known = functions_.insert(known, f);
    const auto number = static_cast<std::uint64_t>(known - functions_.begin()) + 1;
    return readers_.pointers.at_address(literal(Type::i64, number, at));
}

std::optional<Pointer> FunctionPointers::value_of(const ast::Expr* e) {
    if (kernel_ != nullptr) return std::nullopt;
    e = e->IgnoreParens();
    if (!is_to_function(e->getType())) return std::nullopt;
    if (const ast::FunctionDecl* f = named_function(e)) return number_of(f, line(e));
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
    const bool is_same =
        unary != nullptr && (unary->getOpcode() == ast::UO_Deref || unary->getOpcode() == ast::UO_AddrOf);
    if (is_same) return pointer(unary->getSubExpr());
    const auto* c = llvm::dyn_cast<ast::CastExpr>(e);
    if (c == nullptr) return std::nullopt;
    if (c->getCastKind() == ast::CK_FunctionToPointerDecay || is_to_function(c->getSubExpr()->getType()))
        return c->getCastKind() == ast::CK_LValueToRValue ? std::nullopt
                                                          : std::optional(pointer(c->getSubExpr()));
    return c->getCastKind() == ast::CK_BitCast ? std::optional(pointer(c->getSubExpr())) : std::nullopt;
}

Expr FunctionPointers::pointed_to(const ast::CallExpr* e) {
    const ast::Expr* callee = e->getCallee();
    return settle(address(pointer(callee), callee), callee);
}

Called FunctionPointers::call(const ast::CallExpr* e, bool used, const Request& request) {
    const Expr number = pointed_to(e);
    const auto known = literal_integer(number);
    if (!known) return choose(e, number, request);
    if (*known < 1 || *known > std::ssize(functions_))
        context_.fail(e->getExprLoc(), "this pointer to a function is null");
    const ast::FunctionDecl* f = functions_[static_cast<std::size_t>(*known) - 1];
    if (!f->isDefined(f)) return readers_.calls.call_of_library(e, f, used, request);
    return readers_.calls.inlined(e, f, used, request);
}

/// One branch for each; the last one is that of a pointer to none of them.
Called FunctionPointers::choose(const ast::CallExpr* e, const Expr& number, const Request& request) {
    const ast::SourceLocation where = e->getExprLoc();
    const ast::QualType type = e->getType();
    const std::vector<const ast::FunctionDecl*> functions = readers_.uses.calls().candidates(e);
    if (functions.empty())
        context_.fail(where, "the program takes the address of no function of the type of this pointer");
    Called result;
    std::optional<VariableId> returned;
    std::optional<Pointer> structure = request.place;
    if (is_composed(type) && !structure) structure = new_object("result", type, true, where);
    if (!is_composed(type) && !type->isVoidType()) {
        returned = new_variable("result", ValueType::number(scalar(context_, type, where)));
        declare(*returned, nullptr, where);
    }
    Block rest = block([&] { emitter_.end_program(where); });
    for (std::size_t k = functions.size(); k-- > 0;) {
        const ast::FunctionDecl* f = functions[k];
        Block body = block([&] {
            const Called called =
                f->isDefined(f) ? readers_.calls.inlined(e, f, returned.has_value(), {.place = structure})
                                : readers_.calls.call_of_library(e, f, returned.has_value(), {});
            if (returned) set(*returned, called.value, where);
        });
        const Pointer of_function = number_of(f, line(e));
        Block choice = block([&] {
            Statement& branch = emit(Statement::Kind::if_, where);
            branch.value = apply(Function::eq, {number, of_function.index}, true, line(e));
            branch.body = std::move(body);
            branch.otherwise = std::move(rest);
        });
        rest = std::move(choice);
    }
    append(std::move(rest));
    if (returned) result.value = read(*returned, function_.variables[*returned].type, line(e));
    result.object = structure;
    return result;
}

}  // namespace musimd::reader
