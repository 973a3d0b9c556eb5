#include "reader/readers.hpp"

// `linear` variables of loops.

namespace musimd::reader {

/// Those that are not the loops' own. Their steps and first values are computed here.
std::vector<LinearVariable> LinearVariables::begin(const Clauses& found,
                                                   const std::vector<CanonicalLoop>& loops) {
    std::vector<LinearVariable> result;
    for (const ast::OMPLinearClause* clause : found.linear) {
        for (const ast::Expr* e : clause->varlists()) {
            const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts());
            if (name == nullptr || is_of_loops(name, loops)) continue;
            attempt([&] {
                check_assignable(name);
                Place original = place(name);
                if (name->getType()->isPointerType())
                    context_.fail(name->getExprLoc(), "`linear` is not supported for pointers yet");
                Expr first = settle(read_place(original, name), name);
                Expr step = literal(Type::i64, 1, line(name));
                if (clause->getStep() != nullptr) step = as_i64(value(clause->getStep()));
                const Type type = original.type;
                result.push_back({.name = named_variable(name),
                                  .original = std::move(original),
                                  .first = std::move(first),
                                  .type = type,
                                  .step = settle(std::move(step), name),
                                  .at = name});
            });
        }
    }
    return result;
}

/// Before iteration `number`.
Expr LinearVariables::value_in(const LinearVariable& v, const Expr& number) const {
    return plus(v.first, convert(times(number, v.step, line(v.at)), v.type, line(v.at)), line(v.at));
}

void LinearVariables::declare_in(const LinearVariable& v, const Expr& number) {
    const VariableId own = new_variable(v.name->getNameAsString(), ValueType::number(v.type));
    declare(own, value_in(v, number), v.at->getExprLoc());
    bind(v.name, {.kind = Binding::Kind::variable,
                  .variable = own,
                  .pointer = {},
                  .value = {},
                  .region = here_.region});
}

}  // namespace musimd::reader
