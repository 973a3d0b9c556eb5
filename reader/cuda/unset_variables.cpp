#include "reader/cuda/forwarding.hpp"
#include "reader/readers.hpp"

// Variables that are declared without a value, and shuffled by cooperative groups: only lanes that read from
// one that has not written the variable have no value. `__shfl_sync` itself needs values in all lanes, since
// Clang takes what is undefined in some for undefined in all.

namespace musimd::reader {

void Shuffles::note_unset(const ast::VarDecl* v, VariableId variable) {
    Unset& unset = unset_[variable] = {v, std::nullopt};
    if (!readers_.kernel->known.shuffled_unset.contains(v)) return;
    unset.is_set = new_variable(v->getNameAsString() + "_is_set", ValueType::number(Type::u8));
    declare(*unset.is_set, literal(Type::u8, 0), v->getLocation());
    emitter_.set_with(variable, *unset.is_set);
}

/// The variable that the expression names, if it is one of these.
std::optional<VariableId> Shuffles::unset_variable(const ast::Expr* e) {
    e = without_forwarding(e)->IgnoreParens();
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e);
        c != nullptr && c->getCastKind() == ast::CK_LValueToRValue)
        e = c->getSubExpr()->IgnoreParens();
    const ast::VarDecl* v = llvm::isa<ast::DeclRefExpr>(e) ? named_variable(e) : nullptr;
    if (v == nullptr) return std::nullopt;
    const Binding& b = binding(v, e->getExprLoc());
    if (b.kind != Binding::Kind::variable || !unset_.contains(b.variable)) return std::nullopt;
    return b.variable;
}

Expr Shuffles::shuffle_unset(const MachineInstruction& operation, const Expr& mask, VariableId from,
                             const Expr& lane, const ast::CallExpr* e) {
    const Unset& unset = unset_.at(from);
    if (!unset.is_set) read_again(context_, {.shuffled_unset = unset.declared});
    const ValueType type = ValueType::number(context_.number(e->getType(), e->getExprLoc()));
    const ast::SourceLocation where = e->getExprLoc();
    const auto is_one = [&](Expr number) {
        return apply(Function::ne,
                     {convert(std::move(number), Type::i32, line(e)), literal(Type::i32, 0, line(e))}, true,
                     line(e));
    };
    const Expr is_set = read(*unset.is_set, ValueType::number(Type::u8), line(e));
    const VariableId passed = new_variable("t", type);
    declare(passed, literal(type.type, 0, line(e)), where);
    emitter_.when(is_one(is_set), where, [&] { set(passed, read(from, type, line(e)), where); });
    const Expr number =
        readers_.device_calls.instruction(operation, {mask, read(passed, type, line(e)), lane}, type.type, e);
    const Expr has_number = readers_.device_calls.instruction(
        operation, {mask, settle(convert(is_set, Type::i32, line(e)), e), lane}, Type::i32, e);
    const VariableId result = new_variable(unset.declared->getNameAsString() + "_of_source_lane", type);
    declare(result, nullptr, where);
    emitter_.when(is_one(has_number), where, [&] { set(result, number, where); });
    return read(result, type, line(e));
}

}  // namespace musimd::reader
