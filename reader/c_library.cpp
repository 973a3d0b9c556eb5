#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

constexpr const char* kPrefix = "__musimd_";

template <typename Declared>
const Declared* find(const Context& context, llvm::StringRef name) {
    ast::ASTContext& tree = context.tree();
    const ast::DeclarationName wanted(&tree.Idents.get(kPrefix + name.str()));
    for (const ast::NamedDecl* d : tree.getTranslationUnitDecl()->lookup(wanted)) {
        if (const auto* found = llvm::dyn_cast<Declared>(d)) return found;
    }
    return nullptr;
}

}  // namespace

const ast::FunctionDecl* CLibrary::function(llvm::StringRef name) const {
    const auto* found = kernel_ != nullptr ? nullptr : find<ast::FunctionDecl>(context_, name);
    return found != nullptr && found->isDefined(found) ? found : nullptr;
}

const ast::VarDecl* CLibrary::variable(llvm::StringRef name) const {
    return kernel_ != nullptr ? nullptr : find<ast::VarDecl>(context_, name);
}

std::optional<Called> CLibrary::call(const ast::CallExpr* e, llvm::StringRef name, bool used,
                                     const Request& request) {
    if (kernel_ != nullptr) return std::nullopt;
    if ((name == "qsort" && e->getNumArgs() == 4) || (name == "bsearch" && e->getNumArgs() == 5))
        return sort_or_search(e, name == "qsort", request);
    const ast::FunctionDecl* f = function(name);
    if (f == nullptr || f->getNumParams() != e->getNumArgs()) return std::nullopt;
    return readers_.calls.inlined(e, f, used, request);
}

/// Their elements are so many numbers, as many as the type has that the memory consists of.
Called CLibrary::sort_or_search(const ast::CallExpr* e, bool sorts, const Request& request) {
    const ast::FunctionDecl* const f = function(sorts ? "sort" : "search");
    if (f == nullptr) context_.fail(e->getExprLoc(), "include <stdlib.h>");
    const unsigned base = sorts ? 0 : 1;
    const ast::Expr* size = e->getArg(base + 2);
    const ast::QualType element = readers_.whole_objects.elements_at(e->getArg(base));
    const auto bytes = context_.tree().getTypeSizeInChars(element).getQuantity();
    const std::int64_t cells = cell_count(context_, element, e->getExprLoc());
    const Expr elements =
        apply(Function::div, {as_i64(value(size)), literal(Type::i64, static_cast<std::uint64_t>(bytes))},
              true, line(e));
    Expressions::Substitution known;
    known[e->getArg(base + 1)] = settle(as_i64(value(e->getArg(base + 1))), e);
    known[size] = settle(times(elements, literal(Type::i64, static_cast<std::uint64_t>(cells)), line(e)), e);
    return readers_.expressions.with(std::move(known),
                                     [&] { return readers_.calls.inlined(e, f, !sorts, request); });
}

std::optional<Pointer> CLibrary::standard_file(const ast::VarDecl* v) const {
    if (kernel_ != nullptr || !v->getType()->isPointerType()) return std::nullopt;
    const std::string name = v->getNameAsString();
    const std::uint64_t number = name == "stdout" ? 1 : name == "stderr" ? 2 : name == "stdin" ? 3 : 0;
    if (number == 0) return std::nullopt;
    return readers_.pointers.at_address(literal(Type::i64, number, context_.line(v->getLocation())));
}

/// What overlaps is copied from the end that is not overwritten first.
Expr CLibrary::memmove(const ast::CallExpr* e) {
    const Expr to = settle(value(e->getArg(0)), e);
    const Expr from = settle(value(e->getArg(1)), e);
    Expr result;
    Block down = block([&] { readers_.whole_objects.copy(e, true); });
    Block up = block([&] { result = readers_.whole_objects.copy(e); });
    Statement& choice = emit(Statement::Kind::if_, e->getExprLoc());
    choice.value = apply(Function::gt, {to, from}, true, line(e));
    choice.body = std::move(down);
    choice.otherwise = std::move(up);
    return result;
}

}  // namespace musimd::reader
