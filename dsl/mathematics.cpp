#include "dsl/mathematics.hpp"

#include <algorithm>

#include "dsl/trees.hpp"

// Functions of C's mathematics: those of the tree, and those that are composed of several of them.

namespace musimd::dsl {
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

const Composed* composed_named(std::string_view name) {
    const auto* row = std::ranges::find_if(kComposed, [&](const Composed& composed) {
        const bool of_float = name.size() == composed.name.size() + 1 && name.ends_with('f');
        return name == composed.name || (of_float && name.starts_with(composed.name));
    });
    return row == std::end(kComposed) ? nullptr : row;
}

}  // namespace

std::optional<MathFunction> math_function(std::string_view name) {
    if (name == "abs" || name == "labs" || name == "llabs") return MathFunction{Function::abs, 1};
#define MUSIMD_C_MATH(c_name, function, operands)                      \
    if (name == #c_name || name == #c_name "f" || name == #c_name "l") \
        return MathFunction{Function::function, operands};
#include "dsl/openmp/math.def"
    return std::nullopt;
}

bool is_composed_function(std::string_view name) {
    return composed_named(name) != nullptr;
}

Expr composed_call(std::string_view name, std::vector<Expr> values, SourcePoint line) {
    const Composed* const row = composed_named(name);
    const bool fits = values.size() == row->operands && std::ranges::all_of(values, [&](const Expr& v) {
                          return is_float(v->type.type) && v->type == values.front()->type;
                      });
    return fits ? row->compose(Composer(std::move(values), line)) : nullptr;
}

}  // namespace musimd::dsl
