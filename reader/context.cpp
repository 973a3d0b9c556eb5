#include "reader/context.hpp"

#include <algorithm>

namespace musimd::reader {

void Context::report(ast::SourceLocation where, const std::string& message) const {
    ast::DiagnosticsEngine& diagnostics = tree_.getDiagnostics();
    const unsigned id = diagnostics.getCustomDiagID(ast::DiagnosticsEngine::Error, "%0");
    diagnostics.Report(where, id) << message;
}

void Context::fail(ast::SourceLocation where, const std::string& message) const {
    report(where, message);
    throw Unsupported{};
}

std::uint32_t Context::line(ast::SourceLocation where) const {
    if (line_) return *line_;
    const ast::SourceManager& sources = tree_.getSourceManager();
    const ast::FullSourceLoc at(sources.getExpansionLoc(where), sources);
    const bool is_included = at.isValid() && at.getFileID() != sources.getMainFileID();
    if (included_ != nullptr && is_included && !sources.isInSystemHeader(at)) return number_of(at);
    const ast::PresumedLoc presumed = sources.getPresumedLoc(at);
    return presumed.isValid() ? presumed.getLine() : 0;
}

std::uint32_t Context::number_of(ast::FullSourceLoc where) const {
    const ast::SourceManager& sources = tree_.getSourceManager();
    const std::string name = sources.getBufferName(where).str();
    auto file = std::ranges::find(*included_, name, &cuda::IncludedFile::name);
    if (file == included_->end()) {
        const auto lines_of = [](llvm::StringRef text) {
            return static_cast<std::uint32_t>(text.count('\n')) + 1;
        };
        const std::uint32_t before = included_->empty()
                                         ? lines_of(sources.getBufferData(sources.getMainFileID()))
                                         : included_->back().lines_before + lines_of(included_->back().text);
        file = included_->insert(file, {name, before, where.getBufferData().str()});
    }
    return file->lines_before + where.getExpansionLineNumber();
}

bool Context::are_in_one_file(ast::SourceLocation a, ast::SourceLocation b) const {
    const ast::SourceManager& sources = tree_.getSourceManager();
    return sources.getFileID(sources.getExpansionLoc(a)) == sources.getFileID(sources.getExpansionLoc(b));
}

bool Context::is_of_system(ast::SourceLocation where) const {
    return tree_.getSourceManager().isInSystemHeader(where);
}

std::optional<Type> Context::number(ast::QualType type) const {
    type = type.getCanonicalType().getUnqualifiedType();
    if (type->isSpecificBuiltinType(ast::BuiltinType::Float)) return Type::f32;
    if (type->isSpecificBuiltinType(ast::BuiltinType::Double)) return Type::f64;
    if (type->isFloat16Type()) return Type::f16;
    if (!type->isIntegralOrEnumerationType() || type->isBitIntType() || type->isIncompleteType())
        return std::nullopt;
    const TypeKind kind =
        type->isSignedIntegerOrEnumerationType() ? TypeKind::signed_integer : TypeKind::unsigned_integer;
    return type_of(kind, static_cast<int>(tree_.getTypeSize(type)));
}

Type Context::number(ast::QualType type, ast::SourceLocation where) const {
    if (const auto result = number(type)) return *result;
    fail(where,
         "the type '" + type.getAsString() +
             "' is not supported yet; numbers are integers of at most 64 bits, _Float16, float and double");
}

namespace {

/// As 64 bits: unsigned numbers may have all of them.
std::uint64_t pattern_of(const llvm::APSInt& number) {
    return number.isSigned() ? static_cast<std::uint64_t>(number.getSExtValue()) : number.getZExtValue();
}

}  // namespace

std::optional<Expr> Context::constant(const ast::Expr* e) const {
    const auto type = number(e->getType());
    ast::Expr::EvalResult result;
    if (!type || e->isValueDependent() || !e->EvaluateAsRValue(result, tree_)) return std::nullopt;
    if (result.HasSideEffects || result.HasUndefinedBehavior) return std::nullopt;
    const std::uint32_t at = line(e->getExprLoc());
    if (result.Val.isInt()) return literal(*type, pattern_of(result.Val.getInt()), at);
    if (result.Val.isFloat())
        return literal(*type, result.Val.getFloat().bitcastToAPInt().getZExtValue(), at);
    return std::nullopt;
}

std::optional<std::int64_t> Context::integer(const ast::Expr* e) const {
    ast::Expr::EvalResult result;
    if (e->isValueDependent() || !e->EvaluateAsInt(result, tree_)) return std::nullopt;
    return static_cast<std::int64_t>(pattern_of(result.Val.getInt()));
}

const ast::VarDecl* named_variable(const ast::Expr* e) {
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts());
    return name == nullptr ? nullptr : llvm::dyn_cast<ast::VarDecl>(name->getDecl());
}

}  // namespace musimd::reader
