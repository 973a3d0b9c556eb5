#include "reader/memory_orders.hpp"

#include <clang/AST/DeclOpenMP.h>

#include <optional>

namespace musimd::reader {
namespace {

std::optional<MemoryOrder> order_of_clause(const ast::OMPAtomicDirective* directive) {
    for (const ast::OMPClause* clause : directive->clauses()) {
        switch (clause->getClauseKind()) {
            case llvm::omp::OMPC_seq_cst:
            case llvm::omp::OMPC_acq_rel:
                return MemoryOrder{.acquires = true, .releases = true};
            case llvm::omp::OMPC_acquire:
                return MemoryOrder{.acquires = true, .releases = false};
            case llvm::omp::OMPC_release:
                return MemoryOrder{.acquires = false, .releases = true};
            case llvm::omp::OMPC_relaxed:
                return MemoryOrder{};
            default:  // of OpenMP's clauses
                break;
        }
    }
    return std::nullopt;
}

/// `relaxed`, unless a `requires` of the file says otherwise.
ast::OpenMPAtomicDefaultMemOrderClauseKind order_of_file(const ast::ASTContext& tree) {
    for (const ast::Decl* declared : tree.getTranslationUnitDecl()->decls()) {
        const auto* required = llvm::dyn_cast<ast::OMPRequiresDecl>(declared);
        if (required == nullptr) continue;
        for (const ast::OMPClause* clause : required->clauselists()) {
            const auto* order = llvm::dyn_cast<ast::OMPAtomicDefaultMemOrderClause>(clause);
            if (order != nullptr) return order->getAtomicDefaultMemOrderKind();
        }
    }
    return ast::OMPC_ATOMIC_DEFAULT_MEM_ORDER_relaxed;
}

}  // namespace

// With the default acq_rel, a read acquires, a write and an update release, and a captured update does both.
MemoryOrder memory_order_of(const ast::OMPAtomicDirective* directive, const ast::ASTContext& tree) {
    if (const auto order = order_of_clause(directive)) return *order;
    switch (order_of_file(tree)) {
        case ast::OMPC_ATOMIC_DEFAULT_MEM_ORDER_seq_cst:
            return {.acquires = true, .releases = true};
        case ast::OMPC_ATOMIC_DEFAULT_MEM_ORDER_acq_rel: {
            const bool reads = directive->hasClausesOfKind<ast::OMPReadClause>();
            const bool captures = directive->hasClausesOfKind<ast::OMPCaptureClause>();
            return {.acquires = reads || captures, .releases = !reads};
        }
        default:  // of Clang's orders
            return {};
    }
}

}  // namespace musimd::reader
