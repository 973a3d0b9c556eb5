#include <algorithm>

#include "reader/readers.hpp"

// How partial values of a reduction are combined.

namespace musimd::reader {
namespace {

/// The largest value of a type, or the smallest; of floats, the infinities.
std::uint64_t extreme(Type type, bool largest) {
    const std::uint64_t sign = std::uint64_t{1} << (width_of(type) - 1);
    if (is_float(type)) return largest ? infinity_of(type) : infinity_of(type) | sign;
    if (is_signed_integer(type)) return largest ? sign - 1 : sign;
    return largest ? sign | (sign - 1) : 0;
}

std::optional<ReductionOperator> operator_of(ast::OverloadedOperatorKind kind) {
    switch (kind) {
        case ast::OO_Plus:
        case ast::OO_Minus:  // partial values are added
            return ReductionOperator{Function::add};
        case ast::OO_Star:
            return ReductionOperator{Function::mul};
        case ast::OO_Amp:
            return ReductionOperator{Function::andb};
        case ast::OO_Pipe:
            return ReductionOperator{Function::orb};
        case ast::OO_Caret:
            return ReductionOperator{Function::xorb};
        case ast::OO_AmpAmp:
            return ReductionOperator{Function::min, true};
        case ast::OO_PipePipe:
            return ReductionOperator{Function::max, true};
        default:  // of C++'s operators
            return std::nullopt;
    }
}

std::optional<ReductionOperator> operator_of(const ast::DeclarationName& name) {
    if (name.getNameKind() == ast::DeclarationName::CXXOperatorName)
        return operator_of(name.getCXXOverloadedOperator());
    const std::string text = name.getAsString();
    if (text == "min") return ReductionOperator{Function::min};
    if (text == "max") return ReductionOperator{Function::max};
    return std::nullopt;
}

}  // namespace

std::uint64_t ReductionOperator::identity(Type type) const {
    if (logical) return function == Function::min ? pattern_of_one(type) : 0;
    switch (function) {
        case Function::mul:
            return pattern_of_one(type);
        case Function::andb:
            return extreme(type, false) | extreme(type, true);
        case Function::min:
            return extreme(type, true);
        case Function::max:
            return extreme(type, false);
        default:  // add, orb, xorb
            return 0;
    }
}

Expr ReductionOperator::normalised(Expr e, SourcePoint line) const {
    if (!logical) return e;
    const Type type = e->type.type;
    Expr holds = apply(Function::ne, {std::move(e), literal(type, 0, line)}, true, line);
    return apply(Function::select,
                 {std::move(holds), literal(type, pattern_of_one(type), line), literal(type, 0, line)}, false,
                 line);
}

Expr ReductionOperator::combined(Expr a, Expr b, SourcePoint line) const {
    return apply(function, {normalised(std::move(a), line), normalised(std::move(b), line)}, false, line);
}

ReductionOperator ClauseReader::operator_of_reduction(const ast::OMPReductionClause* clause) const {
    return operator_named(clause->getNameInfo());
}

ReductionOperator ClauseReader::operator_named(const ast::DeclarationNameInfo& name) const {
    const auto known = operator_of(name.getName());
    if (!known)
        context_.fail(name.getLoc(),
                      "this reduction is not supported; the operators are + - * min max & | ^ && ||, and "
                      "those of `declare reduction`");
    return *known;
}

}  // namespace musimd::reader
