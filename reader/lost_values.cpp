#include "reader/lost_values.hpp"

#include <vector>

namespace musimd::reader {
namespace {

/// The mentions of a variable, in the order in which C evaluates them, but for loops.
class Mentions {
  public:
    struct Mention {
        ast::SourceLocation where;
        bool sets = false;  ///< it is assigned, and not read
    };

    explicit Mentions(const ast::VarDecl* v) : v_(v) {}

    void look(const ast::Stmt* s) {
        if (s == nullptr) return;
        if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) {
            for (const ast::OMPClause* clause : directive->clauses()) {
                if (clause == nullptr || clause->isImplicit()) continue;
                for (const ast::Stmt* part : const_cast<ast::OMPClause*>(clause)->children()) look(part);
            }
            if (directive->hasAssociatedStmt()) look(directive->getRawStmt());
            return;
        }
        const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s);
        if (binary != nullptr && binary->getOpcode() == ast::BO_Assign &&
            named_variable(binary->getLHS()) == v_) {
            look(binary->getRHS());
            return found_.push_back({binary->getLHS()->getExprLoc(), true});
        }
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(s); name && name->getDecl() == v_)
            found_.push_back({name->getExprLoc(), false});
        if (const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s)) {
            for (const ast::Decl* d : declarations->decls()) {
                if (d == v_ && v_->hasInit()) found_.push_back({v_->getLocation(), true});
            }
        }
        for (const ast::Stmt* part : s->children()) look(part);
    }

    const std::vector<Mention>& found() const { return found_; }

  private:
    const ast::VarDecl* v_;
    std::vector<Mention> found_;
};

}  // namespace

UsesAround uses_around(const ast::VarDecl* v, const ast::Stmt* s, const Context& context) {
    const ast::DeclContext* around = v->getDeclContext();
    while (llvm::isa_and_nonnull<ast::CapturedDecl>(around)) around = around->getParent();  // of directives
    const auto* function = llvm::dyn_cast_or_null<ast::FunctionDecl>(around);
    if (function == nullptr || !function->hasBody()) return {.has_value = true, .is_read_after = true};
    const ast::SourceManager& sources = context.tree().getSourceManager();
    const auto is_before = [&](ast::SourceLocation a, ast::SourceLocation b) {
        return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(a), sources.getExpansionLoc(b));
    };
    Mentions mentions(v);
    mentions.look(function->getBody());
    UsesAround result{.has_value = llvm::isa<ast::ParmVarDecl>(v)};
    bool is_in = false;
    for (const auto& [where, sets] : mentions.found()) {
        if (is_before(where, s->getBeginLoc())) {
            result.has_value = true;
        } else if (!is_in) {
            is_in = true;
            result.is_set_in = sets;
        }
        if (!is_before(s->getEndLoc(), where)) continue;
        result.is_read_after = !sets;
        break;
    }
    return result;
}

}  // namespace musimd::reader
