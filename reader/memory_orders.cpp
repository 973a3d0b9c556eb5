#include "reader/memory_orders.hpp"

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
ast::OpenMPAtomicDefaultMemOrderClauseKind order_of_file(const Context& context) {
    const auto* order = llvm::cast_or_null<ast::OMPAtomicDefaultMemOrderClause>(
        context.requirement(llvm::omp::OMPC_atomic_default_mem_order));
    return order == nullptr ? ast::OMPC_ATOMIC_DEFAULT_MEM_ORDER_relaxed
                            : order->getAtomicDefaultMemOrderKind();
}

}  // namespace

// With the default acq_rel, a read acquires, a write and an update release, and a captured update does both.
MemoryOrder memory_order_of(const ast::OMPAtomicDirective* directive, const Context& context) {
    if (const auto order = order_of_clause(directive)) return *order;
    switch (order_of_file(context)) {
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
