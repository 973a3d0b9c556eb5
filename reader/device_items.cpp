#include <clang/AST/ExprCXX.h>
#include <llvm/Support/raw_ostream.h>

#include "reader/readers.hpp"

// List items of clauses: where they are in memory.

namespace musimd::reader {
namespace {

using openmp::DeviceAct;
using openmp::DeviceStep;
using openmp::MapType;

/// The member in which the list item, or the pointer to it, is.
const ast::MemberExpr* member_around(const ast::Expr* e) {
    e = e->IgnoreParenImpCasts();
    if (const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(e))
        return member_around(section->getBase());
    if (const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(e))
        return member_around(subscript->getBase());
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
        unary != nullptr && unary->getOpcode() == ast::UO_Deref)
        return member_around(unary->getSubExpr());
    return llvm::dyn_cast<ast::MemberExpr>(e);
}

}  // namespace

std::string DeviceData::text_of(const ast::Expr* e) const {
    std::string result;
    llvm::raw_string_ostream to(result);
    e->printPretty(to, nullptr, context_.tree().getPrintingPolicy());
    return to.str();
}

void DeviceData::item(const ast::Expr* e, DeviceStep step, const std::string& mapper) {
    e = e->IgnoreParenImpCasts();
    if (const auto part = part_of(e)) {
        const auto* by = step.copied ? nullptr : mapper_of(mapper, part->element);
        by == nullptr ? item_of(*part, step, text_of(e), e) : items_by(by, *part, step, e);
    }
    member_items(e, step);
}

/// The structure in which a pointer to the item is has a copy on the device, too.
void DeviceData::member_items(const ast::Expr* e, const DeviceStep& step) {
    const ast::MemberExpr* member = member_around(e);
    if (member == nullptr || !member->getType()->isPointerType() || member == e) return;
    const ast::Expr* base = member->getBase();
    if (!member->isArrow() && !base->isLValue()) return;
    const bool ends =
        step.type == MapType::release || step.type == MapType::remove || step.type == MapType::from;
    DeviceStep of_whole{.act = DeviceAct::item, .type = ends ? MapType::release : MapType::to};
    const ast::QualType type = member->isArrow() ? base->getType()->getPointeeType() : base->getType();
    Part whole{.first = member->isArrow() ? pointer(base) : lvalue(base), .dimensions = {}, .element = type};
    item_of(whole, of_whole, text_of(base), base);
}

void DeviceData::item_of(const Part& part, DeviceStep step, std::string text, const ast::Expr* at) {
    if (part.first.to == Pointer::To::variables) return;
    std::vector<Expr> operands = {readers_.pointers.address(part.first, at)};
    for (const auto& [count, distance] : part.dimensions) {
        operands.push_back(count);
        operands.push_back(distance);
    }
    operands.push_back(cells_in(part.element, at));
    operands.push_back(literal(Type::i64, 1, line(at)));
    act(step, std::move(operands), at->getExprLoc());
    emitter_.out().back().function = std::move(text);
}

Expr DeviceData::cells_in(ast::QualType type, const ast::Expr* at) {
    return readers_.pointers.elements_in(type.getNonReferenceType(), at->getExprLoc());
}

/// Nothing: it is in no memory, or is a pointer whose value the region gets.
std::optional<DeviceData::Part> DeviceData::part_of(const ast::Expr* e) {
    if (const auto* sections = llvm::dyn_cast<ast::ArraySectionExpr>(e)) return section(sections);
    if (llvm::isa<ast::CXXThisExpr>(e))
        return Part{.first = pointer(e), .dimensions = {}, .element = e->getType()->getPointeeType()};
    if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e)) {
        const ast::VarDecl* v = named_variable(name);
        if (v == nullptr) return std::nullopt;
        const auto known = here_.bindings.find(v);
        if (known == here_.bindings.end() && !v->hasGlobalStorage()) return std::nullopt;
        const Binding& b = known == here_.bindings.end() ? binding(v, e->getExprLoc()) : known->second;
        const bool is_object = b.kind == Binding::Kind::object || b.kind == Binding::Kind::cell ||
                               (b.kind == Binding::Kind::pointer && v->getType()->isArrayType());
        if (!is_object) return std::nullopt;
        return Part{.first = b.pointer, .dimensions = {}, .element = v->getType()};
    }
    if (!e->isLValue()) return std::nullopt;
    return Part{.first = lvalue(e), .dimensions = {}, .element = e->getType()};
}

std::optional<DeviceData::Part> DeviceData::section(const ast::ArraySectionExpr* e) {
    const SourcePoint at = line(e);
    const ast::Expr* base = e->getBase()->IgnoreParenImpCasts();
    std::optional<Part> part;
    ast::QualType around;
    if (const auto* outer = llvm::dyn_cast<ast::ArraySectionExpr>(base)) {
        part = section(outer);
        if (!part) return part;
        around = part->element;
    } else {
        around = base->getType();
        part = Part{.first = around->isArrayType() ? lvalue(base) : pointer(e->getBase()),
                    .dimensions = {},
                    .element = {}};
    }
    const bool is_array = around->isArrayType();
    if (!is_array && !around->isPointerType()) return std::nullopt;
    const ast::ArrayType* array = is_array ? context_.tree().getAsArrayType(around) : nullptr;
    part->element = is_array ? array->getElementType() : around->getPointeeType();
    if (part->element->isVoidType()) return std::nullopt;
    if (part->first.to == Pointer::To::variables) return std::nullopt;
    const Expr first =
        e->getLowerBound() == nullptr ? literal(Type::i64, 0, at) : as_i64(value(e->getLowerBound()));
    const Expr cells = cells_in(part->element, e);
    part->first.index = plus(part->first.index, times(first, cells, at), at);
    Expr count = literal(Type::i64, 1, at);
    if (e->getColonLocFirst().isValid() && e->getLength() != nullptr)
        count = as_i64(value(e->getLength()));
    else if (e->getColonLocFirst().isValid() && is_array)
        count = minus(apply(Function::div, {cells_in(around, e), cells}, true, at), first, at);
    Expr distance = cells;
    if (e->getStride() != nullptr) distance = times(as_i64(value(e->getStride())), cells, at);
    part->dimensions.emplace_back(std::move(count), std::move(distance));
    return part;
}

}  // namespace musimd::reader
