#include "tests/support/kernel_interpreter.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace musimd::tests {
namespace {

using namespace musimd::dsl;
using Kind = Statement::Kind;
using F = Function;

enum class Way { on, break_, continue_, return_ };

struct Trapped {};
struct TooLong {};

// ---- arithmetic

// The numbers of a type: T is i8 … i64, u8 … u64, float or double.
template <typename T>
using Bits = std::make_unsigned_t<
    std::conditional_t<sizeof(T) == 8, std::int64_t,
                       std::conditional_t<sizeof(T) == 4, std::int32_t,
                                          std::conditional_t<sizeof(T) == 2, std::int16_t, std::int8_t>>>>;

template <typename T>
std::uint64_t pattern(T x) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(x)) return std::bit_cast<Bits<T>>(std::numeric_limits<T>::quiet_NaN());
    }
    return std::bit_cast<Bits<T>>(x);
}

template <typename T>
T number(std::uint64_t bits) {
    return std::bit_cast<T>(static_cast<Bits<T>>(bits));
}

template <typename T>
T smaller(T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
}

template <typename T>
T apply_float(F f, T a, T b, T c) {
    switch (f) {
        case F::add:
        case F::adds:
            return a + b;
        case F::sub:
        case F::subs:
            return a - b;
        case F::mul:
            return a * b;
        case F::div:
            return a / b;
        case F::neg:
            return -a;
        case F::abs:
            return std::fabs(a);
        case F::min:
            return smaller(a, b);
        case F::max:
            return -smaller(-a, -b);
        case F::fma:
            return std::fma(a, b, c);
        case F::fnma:
            return std::fma(-a, b, c);
        case F::fms:
            return std::fma(a, b, -c);
        case F::fnms:
            return std::fma(-a, b, -c);
        case F::ceil:
            return std::ceil(a);
        case F::floor:
            return std::floor(a);
        case F::trunc:
            return std::trunc(a);
        case F::round_to_even:
            return std::nearbyint(a);
        case F::sqrt:
            return std::sqrt(a);
        case F::rec:
            return T{1} / a;
        default:
            throw std::logic_error("a function unknown to the interpreter");
    }
}

template <typename T>
T saturated(Integer x) {
    constexpr Integer least = std::numeric_limits<T>::min();
    constexpr Integer most = std::numeric_limits<T>::max();
    return static_cast<T>(x < least ? least : x > most ? most : x);
}

template <typename T>
T apply_integer(F f, bool infix, T ta, T tb, T tc) {
    const Integer a = ta;
    const Integer b = tb;
    const Integer c = tc;
    using U = std::make_unsigned_t<T>;
    switch (f) {
        case F::add:
            return static_cast<T>(a + b);
        case F::sub:
            return static_cast<T>(a - b);
        case F::mul:
            return static_cast<T>(static_cast<std::uint64_t>(ta) * static_cast<std::uint64_t>(tb));
        case F::div:
            if (b == 0 || a / b > Integer{std::numeric_limits<T>::max()}) throw Trapped{};
            return static_cast<T>(a / b);
        case F::neg:
            return static_cast<T>(-a);
        case F::abs:
            return static_cast<T>(a < 0 ? -a : a);
        case F::min:
            return a < b ? ta : tb;
        case F::max:
            return a > b ? ta : tb;
        case F::adds:
            return saturated<T>(a + b);
        case F::subs:
            return saturated<T>(a - b);
        case F::fma:
            return static_cast<T>(apply_integer<T>(F::mul, false, ta, tb, tc) + c);
        case F::fnma:
            return static_cast<T>(c - apply_integer<T>(F::mul, false, ta, tb, tc));
        case F::fms:
            return static_cast<T>(apply_integer<T>(F::mul, false, ta, tb, tc) - c);
        case F::fnms:
            return static_cast<T>(-Integer{apply_integer<T>(F::mul, false, ta, tb, tc)} - c);
        case F::shl:
            return static_cast<T>(static_cast<U>(ta) << static_cast<int>(b));
        case F::shr:
            if (infix) return static_cast<T>(ta >> static_cast<int>(b));
            return static_cast<T>(static_cast<U>(ta) >> static_cast<int>(b));
        case F::shra:
            return static_cast<T>(ta >> static_cast<int>(b));
        case F::ceil:
        case F::floor:
        case F::trunc:
        case F::round_to_even:
            return ta;
        default:
            throw std::logic_error("a function unknown to the interpreter");
    }
}

template <typename T>
bool compare(F f, T a, T b) {
    switch (f) {
        case F::eq:
            return a == b;
        case F::ne:
            return a != b;
        case F::lt:
            return a < b;
        case F::le:
            return a <= b;
        case F::gt:
            return a > b;
        default:
            return a >= b;
    }
}

/// Calls f with a zero of the type's C++ type.
template <typename Function>
auto with_type(Type type, const Function& f) {
    switch (type) {
        case Type::i8:
            return f(std::int8_t{});
        case Type::i16:
            return f(std::int16_t{});
        case Type::i32:
            return f(std::int32_t{});
        case Type::i64:
            return f(std::int64_t{});
        case Type::u8:
            return f(std::uint8_t{});
        case Type::u16:
            return f(std::uint16_t{});
        case Type::u32:
            return f(std::uint32_t{});
        case Type::u64:
            return f(std::uint64_t{});
        case Type::f32:
            return f(float{});
        case Type::f64:
            return f(double{});
        case Type::f16:
            break;
    }
    throw std::logic_error("a type unknown to the interpreter");
}

template <typename T, typename S>
T converted(S x) {
    if constexpr (std::is_integral_v<T> && std::is_floating_point_v<S>) {
        const S whole = std::trunc(x);
        const S most = std::ldexp(S{1}, std::numeric_limits<T>::digits);
        const S least = std::is_signed_v<T> ? -most : S{0};
        if (!(whole >= least && whole < most)) throw Trapped{};
    }
    return static_cast<T>(x);
}

bool is_comparison(F f) {
    return f == F::eq || f == F::ne || f == F::lt || f == F::le || f == F::gt || f == F::ge;
}

// ---- one element

class Element {
  public:
    Element(const Kernel& kernel, const Launch& launch, std::int64_t i, std::uint64_t most)
        : kernel_(kernel), launch_(launch), element_(i), left_(most), variables_(kernel.variables.size()) {
        for (const auto& [variable, bits] : launch.values) variables_[variable] = bits;
        for (const Region& region : launch.regions) {
            for (std::size_t k = 0; k < region.words.size(); ++k) {
                memory_[region.address + static_cast<std::int64_t>(k)] = region.words[k];
            }
        }
    }

    ElementRun run(const Kernel& kernel) {
        ElementRun run;
        try {
            block(kernel.body);
        } catch (const Trapped&) {
            run.end = ElementRun::End::trapped;
        } catch (const TooLong&) {
            run.end = ElementRun::End::too_long;
        }
        run.stored = std::move(stored_);
        return run;
    }

  private:
    Way block(const Block& block) {
        for (const Statement& s : block) {
            if (const Way way = statement(s); way != Way::on) return way;
        }
        return Way::on;
    }

    Way statement(const Statement& s) {
        if (left_-- == 0) throw TooLong{};
        switch (s.kind) {
            case Kind::declare:
                variables_[s.variable].reset();
                if (s.value) variables_[s.variable] = value(*s.value);
                return Way::on;
            case Kind::set:
                variables_[s.variable] = value(*s.value);
                return Way::on;
            case Kind::store: {
                const std::uint64_t bits = value(*s.value);
                const std::int64_t at = address(s.element, s.index);
                memory_[at] = stored_[at] = word_of_pattern(bits, s.value->type.type);
                return Way::on;
            }
            case Kind::if_:
                return block(value(*s.value) != 0 ? s.body : s.otherwise);
            case Kind::while_:
                return loop(s);
            case Kind::break_:
                return Way::break_;
            case Kind::continue_:
                return Way::continue_;
            case Kind::return_:
                return Way::return_;
            case Kind::call:
                return call(s);
            case Kind::simd:
                simd(s);
                return Way::on;
            case Kind::check:
                if (value(*s.value) == 0) throw Trapped{};
                return Way::on;
            case Kind::array:
            case Kind::print:
            case Kind::parallel:
            case Kind::team:
            case Kind::instruction:
                throw Trapped{};  // kernels have none
            case Kind::atomic: {
                const std::int64_t at = address(s.element, s.index);
                const Type type = kernel_.buffers[s.element.buffer].element;
                variables_[s.variable] = pattern_of_word(memory_.at(at), type);
                if (s.value) memory_[at] = stored_[at] = word_of_pattern(value(*s.value), type);
                return Way::on;
            }
        }
        return Way::on;
    }

    // One iteration after the other, as one partial value.
    void simd(const Statement& s) {
        const auto count = static_cast<std::int64_t>(value(*s.value));
        for (const Reduction& r : s.reductions) variables_[r.partial] = r.identity_bits;
        for (std::int64_t i = 0; i < count; ++i) {
            variables_[s.variable] = static_cast<std::uint64_t>(i);
            block(s.body);
        }
        for (const auto& [original, last] : s.last_values) {
            if (count > 0) variables_[original] = variables_[last];
        }
        for (const Reduction& r : s.reductions) {
            const auto read_of = [this](VariableId v) { return read(v, kernel_.variables[v].type); };
            variables_[r.original] =
                value(*dsl::apply(r.function, {read_of(r.original), read_of(r.partial)}));
        }
    }

    Way loop(const Statement& s) {
        for (;;) {
            block(s.head);
            if (left_-- == 0) throw TooLong{};
            if (value(*s.value) == 0) return Way::on;
            const Way way = block(s.body);
            if (way == Way::break_) return Way::on;
            if (way == Way::return_) return way;
            block(s.step);
        }
    }

    Way call(const Statement& s) {
        for (const auto& [parameter, given] : s.arguments) variables_[parameter] = value(*given);
        block(s.body);
        if (s.result) variables_[s.variable] = value(*s.result);
        return Way::on;
    }

    std::int64_t address(const ElementRef& element, const Expr& index) {
        const std::int64_t i = index == nullptr ? element_ : word_of_pattern(value(*index), index->type.type);
        const std::int64_t at = launch_.origins[element.buffer] + element.offset + i;
        for (const Region& region : launch_.regions) {
            const std::int64_t inside = at - region.address;
            if (0 <= inside && inside < static_cast<std::int64_t>(region.words.size())) return at;
        }
        throw Trapped{};
    }

    std::uint64_t value(const Expression& e) {
        switch (e.kind) {
            case Expression::Kind::literal:
                return e.bits;
            case Expression::Kind::variable:
                if (!variables_[e.variable]) throw Trapped{};
                return *variables_[e.variable];
            case Expression::Kind::load:
                return pattern_of_word(
                    memory_.at(address(e.element, e.operands.empty() ? nullptr : e.operands.front())),
                    e.type.type);
            case Expression::Kind::element:
                return static_cast<std::uint64_t>(element_);
            case Expression::Kind::apply:
                return apply(e);
        }
        return 0;
    }

    std::uint64_t apply(const Expression& e) {
        std::uint64_t o[3] = {};
        for (std::size_t i = 0; i < e.operands.size(); ++i) o[i] = value(*e.operands[i]);
        const Type type = e.operands.front()->type.type;
        switch (e.function) {
            case F::orl:
                return o[0] | o[1];
            case F::andl:
                return o[0] & o[1];
            case F::andnotl:
                return o[0] != 0 && o[1] == 0;
            case F::xorl:
                return o[0] ^ o[1];
            case F::notl:
                return o[0] == 0;
            case F::to_bool:
            case F::reinterpret:
                return o[0];
            case F::to_mask:
                return o[0] != 0 ? pattern_of_word(-1, e.type.type) : 0;
            case F::to_logical:
                return o[0] != 0;
            case F::orb:
                return o[0] | o[1];
            case F::andb:
                return o[0] & o[1];
            case F::andnotb:
                return o[0] & ~o[1];
            case F::xorb:
                return o[0] ^ o[1];
            case F::notb:
                return pattern_of_word(static_cast<Value>(~o[0]), type);
            default:
                return with_type(type, [&](auto zero) { return arithmetic<decltype(zero)>(e, o); });
        }
    }

    template <typename T>
    std::uint64_t arithmetic(const Expression& e, const std::uint64_t (&o)[3]) {
        const T a = number<T>(o[0]);
        const T b = number<T>(o[1]);
        const T c = number<T>(o[2]);
        if (is_comparison(e.function)) return compare(e.function, a, b) ? 1 : 0;
        if (e.function == F::cvt) {
            if (e.operands.front()->type == e.type) return o[0];
            return with_type(e.type.type, [&](auto zero) { return pattern(converted<decltype(zero)>(a)); });
        }
        if constexpr (std::is_floating_point_v<T>) {
            if (e.function == F::neg) return o[0] ^ Bits<T>{1} << (8 * sizeof(T) - 1);
            if (e.function == F::abs) return o[0] & ~(Bits<T>{1} << (8 * sizeof(T) - 1));
            return pattern(apply_float(e.function, a, b, c));
        } else {
            return pattern(apply_integer(e.function, e.infix, a, b, c));
        }
    }

    const Kernel& kernel_;
    const Launch& launch_;
    std::int64_t element_;
    std::uint64_t left_;
    std::vector<std::optional<std::uint64_t>> variables_;
    std::map<std::int64_t, Value> memory_;
    std::map<std::int64_t, Value> stored_;
};

}  // namespace

ElementRun interpret(const Kernel& kernel, const Launch& launch, std::int64_t element, std::uint64_t most) {
    return Element(kernel, launch, element, most).run(kernel);
}

}  // namespace musimd::tests
