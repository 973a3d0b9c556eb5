#include "reader/context.hpp"

#include <clang/AST/DeclOpenMP.h>

#include <algorithm>
#include <vector>

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

namespace {

/// The text of a file that `#line` names: what has its lines' numbers is there.
std::string lines_of_directives(const ast::SourceManager& sources, ast::FileID in, llvm::StringRef name) {
    constexpr unsigned kMaxLines = 1 << 20;
    std::vector<std::string> lines;
    llvm::StringRef rest = sources.getBufferData(in);
    for (unsigned number = 1; !rest.empty(); ++number) {
        const auto [text, after] = rest.split('\n');
        rest = after;
        const ast::PresumedLoc at = sources.getPresumedLoc(sources.translateLineCol(in, number, 1));
        if (!at.isValid() || at.getFilename() != name || at.getLine() > kMaxLines) continue;
        if (lines.size() < at.getLine()) lines.resize(at.getLine());
        if (at.getLine() > 0) lines[at.getLine() - 1] = text.str();
    }
    std::string result;
    for (const std::string& text : lines) result += text + "\n";
    return result;
}

}  // namespace

SourcePoint Context::line(ast::SourceLocation where) const {
    if (line_) return *line_;
    const ast::SourceManager& sources = tree_.getSourceManager();
    const ast::FullSourceLoc at(sources.getExpansionLoc(where), sources);
    const bool is_included = at.isValid() && at.getFileID() != sources.getMainFileID();
    const ast::PresumedLoc presumed = sources.getPresumedLoc(at);
    if (!presumed.isValid()) return {};
    if (included_ == nullptr) return presumed.getLine();
    const std::uint32_t column = with_columns_ ? at.getExpansionColumnNumber() : 0;
    const std::string name = sources.getBufferName(at).str();
    if (name != presumed.getFilename() || at.getExpansionLineNumber() != presumed.getLine())
        return {
            number_of(presumed.getFilename(), true, presumed.getLine(),
                      [&] { return lines_of_directives(sources, at.getFileID(), presumed.getFilename()); }),
            column};
    if (!is_included) return {presumed.getLine(), column};
    return {number_of(name, false, at.getExpansionLineNumber(), [&] { return at.getBufferData().str(); }),
            column};
}

std::uint32_t Context::number_of(const std::string& name, bool is_renumbered, std::uint32_t line,
                                 const std::function<std::string()>& text) const {
    const ast::SourceManager& sources = tree_.getSourceManager();
    auto file = std::ranges::find_if(*included_, [&](const cuda::IncludedFile& f) {
        return f.name == name && f.is_renumbered == is_renumbered;
    });
    if (file == included_->end()) {
        const auto lines_of = [](llvm::StringRef all) {
            return static_cast<std::uint32_t>(all.count('\n')) + 1;
        };
        const std::uint32_t before = included_->empty()
                                         ? lines_of(sources.getBufferData(sources.getMainFileID()))
                                         : included_->back().lines_before + lines_of(included_->back().text);
        file = included_->insert(file, {name, before, text(), is_renumbered});
    }
    return file->lines_before + line;
}

bool Context::are_in_one_file(ast::SourceLocation a, ast::SourceLocation b) const {
    const ast::SourceManager& sources = tree_.getSourceManager();
    return sources.getFileID(sources.getExpansionLoc(a)) == sources.getFileID(sources.getExpansionLoc(b));
}

bool Context::is_of_system(ast::SourceLocation where) const {
    return tree_.getSourceManager().isInSystemHeader(where);
}

bool Context::is_of_library(ast::SourceLocation where) const {
    const ast::SourceManager& sources = tree_.getSourceManager();
    return is_of_system(where) &&
           !sources.getFilename(sources.getExpansionLoc(where)).starts_with("/musimd-headers/");
}

std::vector<ast::TranslationUnitDecl*> Context::units() const {
    std::vector<ast::TranslationUnitDecl*> result = {tree_.getTranslationUnitDecl()};
    for (const ast::ASTContext* other : others_) result.push_back(other->getTranslationUnitDecl());
    return result;
}

const ast::OMPClause* Context::requirement(llvm::omp::Clause kind) const {
    if (!requirements_) {
        requirements_.emplace();
        for (const ast::TranslationUnitDecl* unit : units()) {
            for (const ast::Decl* d : unit->decls()) {
                const auto* required = llvm::dyn_cast<ast::OMPRequiresDecl>(d);
                if (required == nullptr) continue;
                requirements_->insert(requirements_->end(), required->clauselist_begin(),
                                      required->clauselist_end());
            }
        }
    }
    const auto found = std::ranges::find(*requirements_, kind, &ast::OMPClause::getClauseKind);
    return found == requirements_->end() ? nullptr : *found;
}

void Context::warn_of_long_double() const {
    if (std::exchange(has_long_double_, true)) return;
    ast::DiagnosticsEngine& diagnostics = tree_.getDiagnostics();
    const ast::SourceManager& sources = tree_.getSourceManager();
    const unsigned id =
        diagnostics.getCustomDiagID(ast::DiagnosticsEngine::Warning,
                                    "`long double` is computed as `double`; results of compilers may differ");
    diagnostics.Report(sources.getLocForStartOfFile(sources.getMainFileID()), id);
}

std::optional<Type> Context::number(ast::QualType type) const {
    type = type.getCanonicalType().getUnqualifiedType();
    if (type->isSpecificBuiltinType(ast::BuiltinType::Float)) return Type::f32;
    if (type->isSpecificBuiltinType(ast::BuiltinType::Double)) return Type::f64;
    if (type->isSpecificBuiltinType(ast::BuiltinType::LongDouble)) return warn_of_long_double(), Type::f64;
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
    const SourcePoint at = line(e->getExprLoc());
    if (result.Val.isInt()) return literal(*type, pattern_of(result.Val.getInt()), at);
    if (result.Val.isFloat()) {
        llvm::APFloat number = result.Val.getFloat();
        bool loses = false;
        if (*type == Type::f64)  // a long double is computed as a double
            number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
        return literal(*type, number.bitcastToAPInt().getZExtValue(), at);
    }
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

const ast::Expr* whole_of_part(const ast::Expr* e) {
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
    const bool is_part =
        unary != nullptr && (unary->getOpcode() == ast::UO_Real || unary->getOpcode() == ast::UO_Imag);
    return is_part ? unary->getSubExpr() : nullptr;
}

const ast::Expr* chosen_variant(const ast::Expr* e) {
    const auto* choice = llvm::dyn_cast<ast::PseudoObjectExpr>(e);
    if (choice == nullptr || !llvm::isa<ast::CallExpr>(choice->getSyntacticForm())) return nullptr;
    return choice->getResultExpr() != nullptr ? choice->getResultExpr() : *choice->semantics_begin();
}

}  // namespace musimd::reader
