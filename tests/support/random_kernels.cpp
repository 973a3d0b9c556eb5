#include "tests/support/random_kernels.hpp"

#include <bit>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace musimd::tests {
namespace {

using namespace musimd::dsl;
using Kind = Statement::Kind;
using F = Function;

constexpr std::int64_t kMargin = 2;  // elements before and after those of a launch

class KernelMaker {
  public:
    explicit KernelMaker(std::uint64_t seed) : random_(seed) {}

    Kernel make() {
        constexpr int kBits[] = {8, 16, 32, 64};
        kernel_.bits = kBits[below(4)];
        kernel_.name = "k";
        types_ = {kernel_.signed_type(), kernel_.unsigned_type()};
        if (kernel_.bits >= 32) types_.push_back(*type_of(TypeKind::floating, kernel_.bits));
        for (const Type type : types_) add_buffer(type);
        written_ = kernel_.buffers.size();
        for (const Type type : types_) add_buffer(type);
        kernel_.body = block(3, 6);
        for (std::size_t i = 0; i < types_.size(); ++i) kernel_.body.push_back(store_variable(i));
        return std::move(kernel_);
    }

  private:
    std::size_t below(std::size_t n) { return random_() % n; }
    bool chance(std::size_t percent) { return below(100) < percent; }
    template <typename T>
    const T& one_of(const std::vector<T>& list) {
        return list[below(list.size())];
    }

    void add_buffer(Type element) {
        kernel_.buffers.push_back({"a" + std::to_string(kernel_.buffers.size()), element});
    }

    VariableId new_variable(ValueType type) {
        const auto id = static_cast<VariableId>(kernel_.variables.size());
        kernel_.variables.push_back({(type.condition ? "c" : "v") + std::to_string(id), type});
        return id;
    }

    ValueType any_type() {
        return chance(25) ? ValueType::of_condition() : ValueType::number(one_of(types_));
    }

    // ---- statements

    Block block(int depth, std::size_t most) {
        const std::size_t outer = visible_.size();
        Block result;
        for (std::size_t n = below(most + 1); n > 0; --n) statement(result, depth);
        visible_.resize(outer);
        return result;
    }

    void statement(Block& into, int depth) {
        pool_.clear();
        const std::size_t dice = below(100);
        if (depth == 0 || dice < 45) return simple(into);
        if (dice < 65) return conditional(into, depth);
        if (dice < 80) return loop(into, depth);
        if (dice < 90) return call(into, depth);
        if (loops_ > 0 && dice < 96) {
            into.emplace_back().kind = chance(50) ? Kind::break_ : Kind::continue_;
        } else {
            into.emplace_back().kind = Kind::return_;
        }
    }

    void simple(Block& into) {
        Statement s;
        if (chance(25)) {
            s.kind = Kind::store;
            s.element.buffer = static_cast<BufferId>(written_ + below(types_.size()));
            s.value = number(kernel_.buffers[s.element.buffer].element, 3);
            s.unmasked = chance(8);
        } else if (visible_.empty() || chance(30)) {
            s.kind = Kind::declare;
            const ValueType type = any_type();
            if (chance(95)) s.value = expression(type, 3);
            s.variable = new_variable(type);
            visible_.push_back(s.variable);
        } else {
            s.kind = Kind::set;
            s.variable = chance(50) ? visible_.back() : one_of(visible_);
            s.unmasked = chance(20);
            s.value = expression(kernel_.variables[s.variable].type, 3);
        }
        into.push_back(std::move(s));
    }

    void conditional(Block& into, int depth) {
        Statement s;
        s.kind = Kind::if_;
        s.value = condition(2);
        s.body = block(depth - 1, 3);
        if (chance(50)) s.otherwise = block(depth - 1, 3);
        if (loops_ > 0 && chance(30))
            s.body.emplace_back().kind = chance(50) ? Kind::break_ : Kind::continue_;
        if (chance(10)) s.body.emplace_back().kind = Kind::return_;
        into.push_back(std::move(s));
    }

    // A loop of a few iterations: counter != trips && condition, where the counter is incremented first.
    void loop(Block& into, int depth) {
        const Type type = kernel_.signed_type();
        const ValueType counted = ValueType::number(type);
        Statement start;
        start.variable = new_variable(counted);
        start.value = literal(type, 0);
        const Expr counter = read(start.variable, counted);
        Statement s;
        s.kind = Kind::while_;
        s.value = dsl::apply(F::lt, {counter, literal(type, below(5))});
        if (chance(30)) s.value = dsl::apply(F::andl, {s.value, condition(2)}, true);
        if (chance(20)) {
            const ValueType asked = chance(50) ? ValueType::of_condition() : counted;
            const std::size_t outer = visible_.size();
            call(s.head, 1, asked);
            visible_.resize(outer);
            const Expr answer = read(s.head.back().variable, asked);
            const Expr more = asked.condition ? answer : dsl::apply(F::le, {answer, counter});
            s.value = dsl::apply(F::andl, {s.value, more});
        }
        Statement count;
        count.kind = Kind::set;
        count.variable = start.variable;
        count.value = dsl::apply(F::add, {counter, literal(type, 1)});
        into.push_back(std::move(start));
        ++loops_;
        s.body = block(depth - 1, 4);
        --loops_;
        s.body.insert(s.body.begin(), std::move(count));
        into.push_back(std::move(s));
    }

    void call(Block& into, int depth, std::optional<ValueType> asked = std::nullopt) {
        Statement s;
        s.kind = Kind::call;
        s.function = "f" + std::to_string(calls_++);
        std::vector<VariableId> parameters;
        for (std::size_t n = below(3); n > 0; --n) {
            const ValueType type = any_type();
            s.arguments.emplace_back(0, expression(type, 2));
            s.arguments.back().first = new_variable(type);
            parameters.push_back(s.arguments.back().first);
        }
        auto outer = std::exchange(visible_, parameters);
        const int loops = std::exchange(loops_, 0);
        s.body = block(depth - 1, 3);
        visible_ = std::move(parameters);
        pool_.clear();
        const ValueType type = asked.value_or(any_type());
        if (asked || chance(80)) s.result = expression(type, 2);
        pool_.clear();
        visible_ = std::move(outer);
        loops_ = loops;
        if (s.result) {
            s.variable = new_variable(type);
            visible_.push_back(s.variable);
        }
        into.push_back(std::move(s));
    }

    Statement store_variable(std::size_t type) {
        pool_.clear();
        Statement s;
        s.kind = Kind::store;
        s.element.buffer = static_cast<BufferId>(written_ + type);
        s.value = number(types_[type], 1);
        return s;
    }

    // ---- expressions

    Expr expression(ValueType type, int depth) {
        return type.condition ? condition(depth) : number(type.type, depth);
    }

    // Sometimes one that is already in the statement.
    Expr remembered(ValueType type) {
        for (const Expr& e : pool_) {
            if (e->type == type && chance(10)) return e;
        }
        return nullptr;
    }

    Expr condition(int depth) {
        if (Expr e = remembered(ValueType::of_condition())) return e;
        Expr result = new_condition(depth);
        pool_.push_back(result);
        return result;
    }

    Expr new_condition(int depth) {
        if (Expr e = variable(ValueType::of_condition()); e && chance(30)) return e;
        if (chance(4)) return literal(chance(50));
        const std::size_t dice = below(10);
        if (depth == 0 || dice < 5) {
            const std::vector<F> functions = {F::eq, F::ne, F::lt, F::le, F::gt, F::ge};
            const Type type = one_of(types_);
            return dsl::apply(one_of(functions), {number(type, depth - 1), number(type, depth - 1)},
                              chance(30));
        }
        if (dice < 6) return dsl::apply(F::notl, {condition(depth - 1)}, chance(50));
        if (dice < 7) return dsl::apply(F::to_logical, {number(one_of(types_), depth - 1)});
        const std::vector<F> functions = {F::orl, F::andl, F::andnotl, F::xorl};
        return dsl::apply(one_of(functions), {condition(depth - 1), condition(depth - 1)});
    }

    Expr number(Type type, int depth) {
        if (Expr e = remembered(ValueType::number(type))) return e;
        Expr result = depth <= 0 ? leaf(type) : new_number(type, depth);
        pool_.push_back(result);
        return result;
    }

    Expr new_number(Type type, int depth) {
        const std::size_t dice = below(100);
        if (dice < 20) return leaf(type);
        if (dice < 26) return dsl::apply(F::to_mask, type, {condition(depth - 1)});
        if (dice < 32) return dsl::apply(F::reinterpret, type, {number(one_of(types_), depth - 1)});
        if (dice < 38) return dsl::apply(F::cvt, type, {safe_to_convert(one_of(types_), type, depth - 1)});
        if (!is_float(type) && dice < 48) {
            const std::vector<F> functions = {F::shl, F::shr, F::shra};
            const F f = one_of(functions);
            const std::size_t count = below(static_cast<std::size_t>(width_of(type)));
            return dsl::apply(f, {number(type, depth - 1), literal(Type::i32, count)},
                              f == F::shr && chance(30));
        }
        const std::vector<F> integers = {F::add,  F::sub,     F::mul,  F::neg,  F::abs,  F::min,  F::max,
                                         F::adds, F::subs,    F::fma,  F::fnma, F::fms,  F::fnms, F::orb,
                                         F::andb, F::andnotb, F::xorb, F::notb, F::ceil, F::div};
        const std::vector<F> floats = {
            F::add,  F::sub, F::mul,  F::div,  F::neg,     F::abs,  F::min,   F::max,   F::adds,
            F::subs, F::fma, F::fnma, F::fms,  F::fnms,    F::ceil, F::floor, F::trunc, F::round_to_even,
            F::sqrt, F::rec, F::orb,  F::andb, F::andnotb, F::xorb, F::notb};
        const F f = one_of(is_float(type) ? floats : integers);
        std::vector<Expr> operands;
        for (std::size_t i = 0; i < info(f).operands.size(); ++i) operands.push_back(number(type, depth - 1));
        if (f == F::div && !is_float(type) && chance(90)) operands[1] = literal(type, 1 + below(9));
        const bool of_bits = f == F::orb || f == F::andb || f == F::andnotb || f == F::xorb || f == F::notb;
        return dsl::apply(f, std::move(operands), !(of_bits && is_float(type)) && chance(20));
    }

    // A float that is converted to an integer is only rarely out of range.
    Expr safe_to_convert(Type from, Type to, int depth) {
        if (!is_float(from) || is_float(to) || chance(3)) return number(from, depth);
        return dsl::apply(F::max, {dsl::apply(F::min, {number(from, depth), float_literal(from, 100)}),
                                   float_literal(from, 0)});
    }

    static Expr float_literal(Type type, double x) {
        return type == Type::f32 ? literal(type, std::bit_cast<std::uint32_t>(static_cast<float>(x)))
                                 : literal(type, std::bit_cast<std::uint64_t>(x));
    }

    Expr leaf(Type type) {
        if (Expr e = variable(ValueType::number(type)); e && chance(60)) return e;
        if (chance(40)) {
            if (is_float(type)) return float_literal(type, static_cast<double>(below(33)) / 4 - 4);
            return literal(type, chance(70) ? below(16) : random_());
        }
        std::vector<BufferId> buffers;
        for (BufferId b = 0; b < kernel_.buffers.size(); ++b) {
            if (kernel_.buffers[b].element == type) buffers.push_back(b);
        }
        ElementRef element{one_of(buffers), 0};
        if (element.buffer < written_ && chance(40)) {
            element.offset = static_cast<std::int64_t>(below(2 * kMargin + 1)) - kMargin;
        }
        return load(element, type, chance(10));
    }

    Expr variable(ValueType type) {
        std::vector<VariableId> known;
        for (const VariableId v : visible_) {
            if (kernel_.variables[v].type == type) known.push_back(v);
        }
        return known.empty() ? nullptr : read(one_of(known), type);
    }

    std::mt19937_64 random_;
    Kernel kernel_;
    std::vector<Type> types_;
    std::size_t written_ = 0;  ///< the first buffer that is written
    std::vector<VariableId> visible_;
    std::vector<Expr> pool_;  ///< of the current statement
    int loops_ = 0;
    int calls_ = 0;
};

}  // namespace

Kernel random_kernel(std::uint64_t seed) {
    return KernelMaker(seed).make();
}

Launch random_launch(const Kernel& kernel, std::int64_t n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Launch launch;
    launch.elements = n;
    std::int64_t address = 0;
    for (const KernelBuffer& buffer : kernel.buffers) {
        Region region{buffer.name, address, {}};
        for (std::int64_t i = 0; i < n + 2 * kMargin; ++i) {
            const double x = static_cast<double>(random() % 129) / 8 - 8;
            const std::uint64_t small = random() % 10;
            const std::uint64_t bits = buffer.element == Type::f32
                                           ? std::bit_cast<std::uint32_t>(static_cast<float>(x))
                                       : buffer.element == Type::f64 ? std::bit_cast<std::uint64_t>(x)
                                       : random() % 4 == 0           ? random()
                                                                     : small;
            region.words.push_back(word_of_pattern(bits, buffer.element));
        }
        launch.regions.push_back(std::move(region));
        launch.origins.push_back(address + kMargin);
        address += n + 2 * kMargin + static_cast<std::int64_t>(random() % 3);
    }
    return launch;
}

}  // namespace musimd::tests
