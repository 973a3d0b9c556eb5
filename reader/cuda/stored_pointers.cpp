#include "reader/cuda/stored_pointers.hpp"

#include <algorithm>

#include "reader/types.hpp"

namespace musimd::reader {
namespace {

bool has_pointer(const Context& context, ast::QualType type) {
    type = context.tree().getBaseElementType(type);
    if (type->isPointerType()) return true;
    const ast::RecordDecl* record = type->getAsRecordDecl();
    if (record != nullptr) record = record->getDefinition();
    return record != nullptr && std::ranges::any_of(parts_of(record), [&](const Component& part) {
               return has_pointer(context, part.type);
           });
}

/// The structure that the expression is in, or is.
ast::QualType whole_of(const ast::Expr* e) {
    e = e->IgnoreParens();
    while (const auto* member = llvm::dyn_cast<ast::MemberExpr>(e)) {
        if (member->isArrow()) return member->getBase()->getType()->getPointeeType();
        e = member->getBase()->IgnoreParenImpCasts();
    }
    return e->getType();
}

}  // namespace

void refuse_stored_pointer(const Context& context, const openmp::LoopFunction& function, const Pointer& place,
                           const ast::Expr* member) {
    if (place.to == Pointer::To::variables || !has_pointer(context, member->getType())) return;
    const auto is_here = [&](const openmp::StructureArray& s) {
        if (place.to == Pointer::To::buffer) return s.whole == place.buffer;
        const ast::QualType whole = whole_of(member);  // an address may be of any that has so many members
        return whole->isRecordType() && cell_count(context, whole, member->getExprLoc()) == s.members;
    };
    if (std::ranges::any_of(function.structures, is_here))
        context.fail(member->getExprLoc(),
                     "a pointer in a structure of device memory cannot be used in a kernel; pass it as a "
                     "parameter, or in a structure that is a parameter");
}

}  // namespace musimd::reader
