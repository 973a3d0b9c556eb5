#include "reader/device_survey.hpp"

#include "reader/object_changes.hpp"
#include "reader/parts.hpp"

namespace musimd::reader {
namespace {

class Surveyor {
  public:
    void look(const ast::Stmt* s, bool parallel) {
        if (s == nullptr) return;
        if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) {
            const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
            const bool is_region = ast::isOpenMPTargetExecutionDirective(kind);
            const bool is_data = ast::isOpenMPTargetDataManagementDirective(kind);
            if (is_region || is_data) note(directive, is_data, parallel);
            const bool has_threads = ast::isOpenMPParallelDirective(kind) && !is_region;
            if (directive->hasAssociatedStmt())
                look(directive->getRawStmt(), !is_region && (parallel || has_threads));
            return;
        }
        if (const auto* call = llvm::dyn_cast<ast::CallExpr>(s); call && call->getDirectCallee())
            look_at(call->getDirectCallee(), parallel);
        for (const ast::Stmt* part : s->children()) look(part, parallel);
    }

    void look_at(const ast::FunctionDecl* f, bool parallel) {
        if (f->getDeclName().isIdentifier() && f->getName().starts_with("omp_target_")) {
            found.any = true;
            found.maps = true;
        }
        if (f->isDefined(f) && seen_.emplace(f, parallel).second) look(f->getBody(), parallel);
    }

    DeviceSurvey found;

  private:
    void note(const ast::OMPExecutableDirective* directive, bool is_data, bool parallel) {
        found.any = true;
        found.in_parallel = found.in_parallel || parallel;
        found.maps = found.maps || is_data;
        for (const auto* clause : directive->getClausesOfKind<ast::OMPMapClause>())
            found.maps = found.maps || !clause->isImplicit();
    }

    std::set<std::pair<const ast::FunctionDecl*, bool>> seen_;
};

class MappedVariables {
  public:
    explicit MappedVariables(std::set<const ast::VarDecl*>& found) : found_(found) {}

    void look(const ast::Stmt* s) {
        for_each_below(s, [this](const ast::Stmt* part) {
            if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(part)) note(directive);
        });
    }

  private:
    // A region copies what is `tofrom` both ways.
    void note(const ast::OMPExecutableDirective* directive) {
        const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
        const bool is_data = ast::isOpenMPTargetDataManagementDirective(kind);
        const bool is_late = directive->hasClausesOfKind<ast::OMPNowaitClause>();
        if (!is_data && !ast::isOpenMPTargetExecutionDirective(kind)) return;
        for (const auto* clause : directive->getClausesOfKind<ast::OMPMapClause>()) {
            const bool both_ways = !is_data && !is_late && clause->getMapType() == ast::OMPC_MAP_tofrom;
            if (!both_ways) add(clause->varlists());
        }
        for (const auto* clause : directive->getClausesOfKind<ast::OMPToClause>()) add(clause->varlists());
        for (const auto* clause : directive->getClausesOfKind<ast::OMPFromClause>()) add(clause->varlists());
        if (kind == llvm::omp::OMPD_target) add_copied(directive);
    }

    template <typename List>
    void add(const List& list) {
        for (const ast::Expr* e : list) {
            const auto* v = named_variable(e->IgnoreParenImpCasts());
            if (v != nullptr && v->hasLocalStorage() && !v->getType()->isPointerType() &&
                !v->getType()->isReferenceType())
                found_.insert(v);
        }
    }

    /// What the region assigns, and has a copy of.
    void add_copied(const ast::OMPExecutableDirective* directive) {
        std::set<const ast::VarDecl*> copied;
        for (const auto* clause : directive->getClausesOfKind<ast::OMPFirstprivateClause>()) {
            for (const ast::Expr* e : clause->varlists()) {
                const auto* v = named_variable(e->IgnoreParenImpCasts());
                if (clause->isImplicit() && v != nullptr && v->hasLocalStorage() &&
                    !v->getType()->isPointerType() && !v->getType()->isReferenceType())
                    copied.insert(v);
            }
        }
        for_each_below(directive->getRawStmt(), [&](const ast::Stmt* s) {
            const ast::Expr* const target = assigned_by(s);
            const ast::VarDecl* v = target == nullptr ? nullptr : named_variable(target);
            if (v != nullptr && copied.contains(v)) found_.insert(v);
        });
    }

    std::set<const ast::VarDecl*>& found_;
};

}  // namespace

DeviceSurvey survey_devices(const ast::FunctionDecl* f) {
    Surveyor surveyor;
    surveyor.look_at(f, false);
    return surveyor.found;
}

bool has_one_memory(const Context& context) {
    return context.requirement(llvm::omp::OMPC_unified_shared_memory) != nullptr;
}

void find_mapped_variables(const ast::Stmt* body, std::set<const ast::VarDecl*>& found) {
    MappedVariables(found).look(body);
}

}  // namespace musimd::reader
