#include "dsl/clang/body_reader.hpp"

// Reductions into one element of an array: `reduction(+: sum[i:1])`.

namespace musimd::dsl::clang {

/// Whether it is a subscript, or a section of one element.
bool BodyReader::is_element(const ast::Expr* e) const {
    const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(e);
    if (section == nullptr) return llvm::isa<ast::ArraySubscriptExpr>(e);
    if (section->getColonLocFirst().isInvalid()) return true;
    return section->getLength() != nullptr && context_.integer(section->getLength()) == 1;
}

/// In the loop, the element is a variable, and no other element of the array may be accessed.
Reduction BodyReader::reduction_of_element(const ast::OMPReductionClause* clause, const ast::Expr* element,
                                           unsigned region, Copies& copies) {
    const Function function = function_of_reduction(clause);
    const Place original = reduced_element(element);
    const std::string name = function_.buffers[original.pointer.buffer].name;
    const VariableId copy = copy_to_reduce(original, name, element, copies);
    const VariableId partial = new_variable(name, ValueType::number(original.type));
    regions_[partial] = region;
    here_.partials[original.pointer.buffer] = {.index = original.pointer.index, .variable = partial};
    return {.original = copy,
            .partial = partial,
            .function = function,
            .identity_bits = identity(function, original.type)};
}

/// The only element of an array section, or of a subscript.
Place BodyReader::reduced_element(const ast::Expr* element) {
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
            at = moved(std::move(at), section->getLowerBound(), type, false, element);
        result = cell(std::move(at), type, element);
    }
    if (result.variable || result.value != nullptr || result.pointer.to != Pointer::To::buffer ||
        locals_.contains(result.pointer.buffer) || reads_memory(result.pointer.index))
        context_.fail(element->getExprLoc(), "this reduction is not supported yet");
    return result;
}

Place BodyReader::partial_of(const Partial& partial, Place element, const ast::Expr* at) const {
    if (!same(partial.index, element.pointer.index))
        context_.fail(at->getExprLoc(), "the loop reduces into an element of '" +
                                            function_.buffers[element.pointer.buffer].name +
                                            "'; it must not access other elements");
    element.pointer = {};
    element.variable = partial.variable;
    return element;
}

}  // namespace musimd::dsl::clang
