#include "dsl/portability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "dsl/lowering/exits.hpp"
#include "dsl/lowering/functions.hpp"

namespace musimd::dsl {
namespace {

using Kind = Portability::Kind;
using Do = Statement::Kind;
using F = Function;

/// How an expression's value is used.
enum class Use : std::uint8_t {
    stored,    ///< written to memory unchanged
    assigned,  ///< converted to the type of a variable
    modular,   ///< operand of an infix operation of which only the low bits count
    seen,      ///< anything else
};

bool is_one_of(F function, std::initializer_list<F> list) {
    return std::ranges::find(list, function) != list.end();
}

/// Operations whose low bits depend only on the low bits of their operands, and that may overflow their type.
bool grows(F f) {
    return is_one_of(f, {F::add, F::sub, F::mul, F::neg, F::notb, F::shl});
}
bool is_modular(F f) {
    return grows(f) || is_one_of(f, {F::andb, F::orb, F::xorb});
}
bool is_product_and_sum(F f) {
    return is_one_of(f, {F::fma, F::fnma, F::fms, F::fnms});
}
bool is_of_bits(F f) {
    return is_one_of(f, {F::reinterpret, F::orb, F::andb, F::andnotb, F::xorb, F::notb});
}

/// Whether the function on floats may have to round.
bool rounds(const Expression& e) {
    const bool keeps = is_one_of(e.function, {F::neg, F::abs, F::min, F::max, F::reinterpret, F::to_mask,
                                              F::ceil, F::floor, F::trunc, F::round_to_even}) ||
                       is_of_bits(e.function);
    return !e.type.condition && is_float(e.type.type) && !keeps && !is_copy(e);
}

class Survey {
  public:
    explicit Survey(const Kernel& kernel) : kernel_(kernel) {
        for_each_statement(kernel.body, [this](const Statement& s, bool) {
            if (s.kind == Do::store) stored_.insert(s.element.buffer);
            std::set<const Expression*> seen;
            for_each_expression(s, [&](const Expr& e) { note_loads(*e, seen); });
        });
    }

    std::vector<Portability> run() {
        block(kernel_.body, false);
        const auto key = [](const Portability& p) {
            return std::tuple(p.line, p.kind, p.comparison, p.reason);
        };
        std::ranges::stable_sort(found_, {}, key);
        const auto same = [&](const Portability& a, const Portability& b) { return key(a) == key(b); };
        found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
        return std::move(found_);
    }

  private:
    void note_loads(const Expression& e, std::set<const Expression*>& seen) {
        if (!seen.insert(&e).second) return;
        if (e.kind == Expression::Kind::load) loaded_.insert(e.element.buffer);
        for (const Expr& operand : e.operands) note_loads(*operand, seen);
    }

    // ---- statements

    /// Lanes may be dormant at the start of the block.
    void block(const Block& statements, bool diverged) {
        std::set<VariableId> own;  // declared in this block: not visible to dormant lanes
        for (const Statement& s : statements) {
            statement(s, diverged, own);
            if (s.kind == Do::declare || s.kind == Do::call) own.insert(s.variable);
            diverged = diverged || exits_.of(s).any();
        }
    }

    void statement(const Statement& s, bool diverged, const std::set<VariableId>& own) {
        line_ = s.line;
        settled_ = s.kind == Do::store && !loaded_.contains(s.element.buffer);
        seen_.clear();
        const bool control = s.kind == Do::if_ || s.kind == Do::while_;
        const Use use = s.kind == Do::store ? Use::stored : control ? Use::seen : Use::assigned;
        for_each_expression(s, [&](const Expr& e) { expression(*e, use); });
        if (s.unmasked) unmasked(s, diverged, own);
        block(s.head, diverged || control);
        block(s.body, diverged || control);
        block(s.otherwise, diverged || control);
    }

    void unmasked(const Statement& s, bool diverged, const std::set<VariableId>& own) {
        const bool is_set = s.kind == Do::set;
        if (!diverged || (is_set && own.contains(s.variable))) return;
        const std::string what =
            is_set ? kernel_.variables[s.variable].name : kernel_.buffers[s.element.buffer].name;
        add(Kind::unmasked, s.line,
            fmt::format("{} is written in every lane of a CPU's vector, and in the active lanes of a GPU",
                        what));
    }

    // ---- expressions

    void expression(const Expression& e, Use use) {
        if (e.kind != Expression::Kind::apply || !seen_.emplace(&e, use).second) return;
        integers(e, use);
        floats(e, use);
        bounded(e, use);
        const bool passes_on = e.infix && is_modular(e.function) && use != Use::seen;
        const Use inner = passes_on ? Use::modular : Use::seen;
        for (const Expr& operand : e.operands) expression(*operand, inner);
    }

    void integers(const Expression& e, Use use) {
        if (!e.infix || e.type.condition || is_float(e.type.type)) return;
        const int width = width_of(e.type.type);
        const bool overflows_int = e.function == F::mul && e.type.type == Type::u16;
        if (width < 32 && grows(e.function) && (use == Use::seen || overflows_int)) {
            add(Kind::narrow_infix, e.line,
                fmt::format("infix arithmetic of {} wraps in vectors and is promoted to int in scalars",
                            to_string(e.type.type)));
        }
        if (is_one_of(e.function, {F::shr, F::shra}) && is_signed_integer(e.type.type)) {
            add(Kind::signed_shift, e.line,
                "infix >> of a signed value is logical in vectors and arithmetic in scalars");
        }
    }

    void floats(const Expression& e, Use use) {
        const ValueType from = e.operands.front()->type;
        if (from.condition) return;
        const std::string name = fmt::format("k_{}", info(e.function).name);
        if (e.type == ValueType::number(Type::f16) && rounds(e) &&
            (use != Use::stored || is_product_and_sum(e.function))) {
            add(Kind::half_precision, e.line, "f16 values are kept as f32 between operations in CPU vectors");
        }
        if (!is_float(from.type)) return;
        if (e.function == F::cvt && !is_float(e.type.type)) {
            add(Kind::float_to_integer, e.line,
                "float-to-integer conversion rounds in x86 vectors and truncates elsewhere");
        }
        if (is_one_of(e.function, {F::min, F::max})) {
            add(Kind::float_min_max, e.line,
                name + " of floats differs for NaN and for zeros of different signs");
        }
        if (is_product_and_sum(e.function)) {
            add(Kind::fused, e.line, name + " of floats rounds twice on a target without a fused operation");
        }
        const bool nan = std::ranges::any_of(e.operands, [this](const Expr& o) { return may_make_nan(*o); });
        if (is_of_bits(e.function) && nan) {
            add(Kind::nan_pattern, e.line,
                name + " exposes the bits of a computed float, which may be any NaN");
        }
    }

    /// Estimates and math functions.
    void bounded(const Expression& e, Use use) {
        const Promise promise = info(e.function).promise;
        if (promise.kind == Promise::Kind::exact) return;
        const bool estimate = promise.kind == Promise::Kind::bits;
        add(estimate ? Kind::estimate : Kind::math, e.line,
            estimate ? fmt::format("k_{} promises {} bits", info(e.function).name, promise.amount)
                     : fmt::format("k_{} promises {}.{} ULP", info(e.function).name, promise.amount / 10,
                                   promise.amount % 10));
        if (use != Use::stored || !settled_) return;
        found_.back().comparison = Comparison::within;
        found_.back().promise = promise;
    }

    /// Whether a float may be a NaN computed by a target, not one that was in memory before the launch.
    bool may_make_nan(const Expression& e) const {
        if (e.type.condition || !is_float(e.type.type)) return false;
        switch (e.kind) {
            case Expression::Kind::literal:
            case Expression::Kind::element:
                return false;
            case Expression::Kind::load:
                return stored_.contains(e.element.buffer);
            case Expression::Kind::variable:
                return true;
            case Expression::Kind::apply:
                return !is_of_bits(e.function) && e.function != F::to_mask;
        }
        return true;
    }

    void add(Kind kind, std::uint32_t line, std::string reason) {
        Portability result;
        result.kind = kind;
        result.line = line != 0 ? line : line_;
        result.reason = std::move(reason);
        found_.push_back(std::move(result));
    }

    const Kernel& kernel_;
    ExitFinder exits_;
    std::set<BufferId> loaded_;
    std::set<BufferId> stored_;
    std::uint32_t line_ = 0;  ///< of the statement
    bool settled_ = false;    ///< the stored value is not read again
    std::set<std::pair<const Expression*, Use>> seen_;
    std::vector<Portability> found_;
};

}  // namespace

std::string_view to_string(Portability::Kind kind) {
    constexpr std::string_view kNames[] = {
        "narrow-infix", "signed-shift", "half-precision", "float-to-integer", "float-min-max", "fused",
        "nan-pattern",  "estimate",     "math",           "unmasked"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Portability> non_portable(const Kernel& kernel) {
    return Survey(kernel).run();
}

Comparison comparison(const std::vector<Portability>& list) {
    Comparison worst = Comparison::exact;
    for (const Portability& one : list) worst = std::max(worst, one.comparison);
    return worst;
}

}  // namespace musimd::dsl
