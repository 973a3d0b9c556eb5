#include "reader/readers.hpp"

// Reductions into one element of an array: `reduction(+: sum[i:1])`.

namespace musimd::reader {

/// Whether it is a subscript, or a section of one element.
bool Reductions::is_element(const ast::Expr* e) const {
    const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(e);
    if (section == nullptr) return llvm::isa<ast::ArraySubscriptExpr>(e);
    if (section->getColonLocFirst().isInvalid()) return true;
    return section->getLength() != nullptr && context_.integer(section->getLength()) == 1;
}

/// In the loop, the element is a variable, and no other element of the array may be accessed.
Reduction Reductions::reduction_of_element(const ast::OMPReductionClause* clause, const ast::Expr* element,
                                           unsigned region, Copies& copies) {
    const ReductionOperator by = readers_.clauses.operator_of_reduction(clause);
    const Place original = reduced_element(element);
    const std::string name = function_.buffers[original.pointer.buffer].name;
    const VariableId copy = copy_to_reduce(original, name, element, copies);
    const VariableId partial = new_variable(name, ValueType::number(original.type));
    readers_.bindings.note_region(partial, region);
    here_.partials[original.pointer.buffer] = {.index = original.pointer.index, .variable = partial};
    return {.original = copy,
            .partial = partial,
            .function = by.function,
            .identity_bits = by.identity(original.type)};
}

/// The only element of an array section, or of a subscript.
Place Reductions::reduced_element(const ast::Expr* element) {
    const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(element->IgnoreParenImpCasts());
    Place result;
    if (section == nullptr) {
        result = place(element);
    } else {
        const ast::Expr* base = section->getBase()->IgnoreParenImpCasts();
        const bool is_array = base->getType()->isArrayType();
        if (llvm::isa<ast::ArraySectionExpr>(base) || (!is_array && !base->getType()->isPointerType()))
            context_.fail(element->getExprLoc(), "this reduction of an array section is not supported yet");
        const ast::QualType type = is_array
                                       ? context_.tree().getAsArrayType(base->getType())->getElementType()
                                       : base->getType()->getPointeeType();
        Pointer at = is_array ? lvalue(base) : pointer(section->getBase());
        if (section->getLowerBound() != nullptr)
            at = readers_.pointers.moved(std::move(at), section->getLowerBound(), type, false, element);
        result = cell(std::move(at), type, element);
    }
    if (result.variable || result.value != nullptr || result.pointer.to != Pointer::To::buffer ||
        readers_.places.local(result.pointer.buffer) != nullptr || reads_memory(result.pointer.index))
        context_.fail(element->getExprLoc(), "this reduction is not supported yet");
    return result;
}

}  // namespace musimd::reader
