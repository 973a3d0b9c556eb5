#include <string_view>

#include "reader/readers.hpp"

// Functions of C's mathematics that are composed of several of the tree.

namespace musimd::reader {
namespace {

std::uint64_t sign_of(Type type) {
    return std::uint64_t{1} << (width_of(type) - 1);
}

/// A few numbers of each type, by the pattern of the one for float and for double.
Expr number(Type type, std::uint64_t of_float, std::uint64_t of_double, SourcePoint line) {
    return literal(type, type == Type::f64 ? of_double : of_float, line);
}

class Composer {
  public:
    Composer(std::vector<Expr> values, SourcePoint line) : values_(std::move(values)), line_(line) {}

    Type type() const { return values_.front()->type.type; }
    Expr copysign() const { return copysign(x(), values_[1]); }
    Expr signbit() const {
        const Type bits = *type_of(TypeKind::signed_integer, width_of(type()));
        const Expr pattern = apply(Function::reinterpret, bits, {x()}, line_);
        return truth(test(Function::lt, pattern, literal(bits, 0, line_)));
    }
    // Half away from zero; the fraction is exact.
    Expr round() const {
        const Expr whole = apply(Function::trunc, {x()}, false, line_);
        const Expr fraction = absolute(apply(Function::sub, {x(), whole}, true, line_));
        const Expr up =
            test(Function::ge, fraction, number(type(), 0x3f00'0000, 0x3fe0'0000'0000'0000, line_));
        const Expr one = copysign(number(type(), 0x3f80'0000, 0x3ff0'0000'0000'0000, line_), x());
        return apply(Function::select, {up, apply(Function::add, {whole, one}, true, line_), whole}, false,
                     line_);
    }
    Expr rounded(Function function) const {
        return convert(apply(function, {x()}, false, line_), Type::i64, line_);
    }
    Expr lround() const { return convert(round(), Type::i64, line_); }
    Expr isnan() const { return truth(test(Function::ne, x(), x())); }
    Expr isinf() const { return truth(test(Function::eq, absolute(x()), infinity())); }
    Expr isfinite() const { return truth(test(Function::lt, absolute(x()), infinity())); }
    Expr isnormal() const {
        const Expr least = number(type(), 0x0080'0000, 0x0010'0000'0000'0000, line_);
        return truth(
            apply(Function::andl,
                  {test(Function::lt, absolute(x()), infinity()), test(Function::ge, absolute(x()), least)},
                  false, line_));
    }
    /// 1 or -1 of an infinity, else 0.
    Expr isinf_sign() const {
        const Expr sign = apply(Function::sub, {literal(Type::i32, 1, line_), twice(signbit())}, true, line_);
        const Expr infinite = test(Function::eq, absolute(x()), infinity());
        return apply(Function::select, {infinite, sign, literal(Type::i32, 0, line_)}, false, line_);
    }
    Expr fdim() const {
        const Expr difference = apply(Function::sub, {x(), values_[1]}, true, line_);
        return apply(Function::select,
                     {test(Function::le, x(), values_[1]), literal(type(), 0, line_), difference}, false,
                     line_);
    }
    Expr compare(Function function) const { return truth(test(function, x(), values_[1])); }
    Expr islessgreater() const {
        return truth(apply(Function::orl,
                           {test(Function::lt, x(), values_[1]), test(Function::gt, x(), values_[1])}, false,
                           line_));
    }
    Expr isunordered() const {
        return truth(apply(Function::orl,
                           {test(Function::ne, x(), x()), test(Function::ne, values_[1], values_[1])}, false,
                           line_));
    }

  private:
    const Expr& x() const { return values_.front(); }
    Expr absolute(Expr e) const { return apply(Function::abs, {std::move(e)}, false, line_); }
    Expr infinity() const { return literal(type(), infinity_of(type()), line_); }
    Expr test(Function function, Expr a, Expr b) const {
        return apply(function, {std::move(a), std::move(b)}, true, line_);
    }
    Expr truth(Expr condition) const {
        return apply(Function::to_number, Type::i32, {std::move(condition)}, line_);
    }
    Expr twice(const Expr& e) const { return apply(Function::add, {e, e}, true, line_); }
    Expr copysign(const Expr& size, const Expr& sign) const {
        const Expr bit = literal(type(), sign_of(type()), line_);
        return apply(Function::orb,
                     {apply(Function::andnotb, {size, bit}, false, line_),
                      apply(Function::andb, {sign, bit}, false, line_)},
                     false, line_);
    }

    std::vector<Expr> values_;
    SourcePoint line_;
};

struct Composed {
    std::string_view name;  ///< with the form for float, which ends in f
    std::size_t operands;
    Expr (*compose)(const Composer&);
};

constexpr Composed kComposed[] = {
    {"copysign", 2, [](const Composer& c) { return c.copysign(); }},
    {"signbit", 1, [](const Composer& c) { return c.signbit(); }},
    {"round", 1, [](const Composer& c) { return c.round(); }},
    {"lround", 1, [](const Composer& c) { return c.lround(); }},
    {"llround", 1, [](const Composer& c) { return c.lround(); }},
    {"lrint", 1, [](const Composer& c) { return c.rounded(Function::round_to_even); }},
    {"llrint", 1, [](const Composer& c) { return c.rounded(Function::round_to_even); }},
    {"isnan", 1, [](const Composer& c) { return c.isnan(); }},
    {"isinf", 1, [](const Composer& c) { return c.isinf(); }},
    {"isinf_sign", 1, [](const Composer& c) { return c.isinf_sign(); }},
    {"isfinite", 1, [](const Composer& c) { return c.isfinite(); }},
    {"isnormal", 1, [](const Composer& c) { return c.isnormal(); }},
    {"fdim", 2, [](const Composer& c) { return c.fdim(); }},
    {"isless", 2, [](const Composer& c) { return c.compare(Function::lt); }},
    {"islessequal", 2, [](const Composer& c) { return c.compare(Function::le); }},
    {"isgreater", 2, [](const Composer& c) { return c.compare(Function::gt); }},
    {"isgreaterequal", 2, [](const Composer& c) { return c.compare(Function::ge); }},
    {"islessgreater", 2, [](const Composer& c) { return c.islessgreater(); }},
    {"isunordered", 2, [](const Composer& c) { return c.isunordered(); }},
};

}  // namespace

/// Null if the name is another.
Expr Calls::composed_call(const ast::CallExpr* e, std::string_view name) {
    for (const Composed& row : kComposed) {
        const bool of_float = name.size() == row.name.size() + 1 && name.ends_with('f');
        if (name != row.name && !(of_float && name.starts_with(row.name))) continue;
        std::vector<Expr> values;
        for (unsigned i = 0; i < e->getNumArgs(); ++i)
            values.push_back(kept(value(e->getArg(i)), readers_.uses.changes_after(e, i), e->getArg(i)));
        const bool fits = values.size() == row.operands && std::ranges::all_of(values, [&](const Expr& v) {
                              return is_float(v->type.type) && v->type == values.front()->type;
                          });
        if (!fits) context_.fail(e->getExprLoc(), "this is not the library's function: its arguments differ");
        const Type to = context_.number(e->getType(), e->getExprLoc());
        return convert(row.compose(Composer(std::move(values), line(e))), to, line(e));
    }
    return nullptr;
}

}  // namespace musimd::reader
