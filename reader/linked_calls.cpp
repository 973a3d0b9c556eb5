#include "reader/linked_calls.hpp"

#include "reader/linking.hpp"
#include "reader/types.hpp"

namespace musimd::reader {
namespace {

/// As processors pass values: integers and pointers in one way, each kind of floating number in another one.
bool is_passed_alike(const Context& context, ast::QualType a, ast::QualType b) {
    if (are_same(a, b)) return true;
    const auto is_whole = [](ast::QualType t) {
        return t->isIntegralOrEnumerationType() || t->isPointerType() || t->isArrayType();
    };
    if (is_whole(a) || is_whole(b)) return is_whole(a) && is_whole(b);
    if (is_composed(a) || is_composed(b)) return is_composed(a) && is_composed(b);
    return context.number(a) == context.number(b);
}

std::string place_of(const ast::FunctionDecl* f) {
    const ast::SourceManager& sources = f->getASTContext().getSourceManager();
    const ast::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(f->getLocation()));
    return std::string(at.getFilename()) + ":" + std::to_string(at.getLine());
}

}  // namespace

std::string why_call_differs(const Context& context, const ast::CallExpr* e, bool used,
                             const ast::FunctionDecl* definition) {
    if (context.tree().getLangOpts().CPlusPlus) return {};
    const std::string whose =
        "'" + definition->getNameAsString() + "', defined at " + place_of(definition) + ", ";
    if (e->getNumArgs() < definition->getNumParams())
        return whose + "takes " + std::to_string(definition->getNumParams()) +
               " arguments, and this call passes " + std::to_string(e->getNumArgs());
    const bool is_promoted = !definition->hasWrittenPrototype();
    for (unsigned i = 0; i < definition->getNumParams(); ++i) {
        const ast::QualType takes = definition->getParamDecl(i)->getType();
        const ast::QualType given = e->getArg(i)->getType();
        const bool is_float = is_promoted && takes->isRealFloatingType() && given->isRealFloatingType();
        if (is_float || is_passed_alike(context, takes, given)) continue;
        return whose + "takes a '" + takes.getAsString() + "', and this call passes a '" +
               given.getAsString() + "'; declare the function as it is defined";
    }
    const ast::QualType returned = definition->getReturnType();
    if (!used || e->getType()->isVoidType() || is_passed_alike(context, returned, e->getType())) return {};
    return whose + "returns a '" + returned.getAsString() + "', and is declared here to return a '" +
           e->getType().getAsString() + "'; declare the function as it is defined";
}

}  // namespace musimd::reader
