#include "differential/openmp/compare.hpp"

#include <algorithm>
#include <cmath>

#include "differential/kernels/compare/comparison.hpp"
#include "dsl/function.hpp"
#include "dsl/lowering/exits.hpp"

namespace musimd::differential::openmp {
namespace {

constexpr double kTerms = 4096;

double largest(const std::vector<std::uint64_t>& patterns, Type type) {
    double result = 0;
    for (const std::uint64_t pattern : patterns) {
        const double magnitude = std::fabs(float_value(pattern, type));
        if (std::isfinite(magnitude)) result = std::max(result, magnitude);
    }
    return result;
}

// The distance from 1 to the next number.
double epsilon_of(Type type) {
    return type == Type::f16 ? 0x1p-10 : type == Type::f32 ? 0x1p-23 : 0x1p-52;
}

bool is_inexact(const dsl::Expr& e) {
    const bool rounds_freely = e->kind == dsl::Expression::Kind::apply &&
                               dsl::info(e->function).promise.kind != dsl::Promise::Kind::exact;
    return rounds_freely || std::ranges::any_of(e->operands, is_inexact);
}

// An atomic update that reads what it changes.
bool updates_a_float(const dsl::Statement& s) {
    if (s.kind != dsl::Statement::Kind::atomic || s.value == nullptr || !is_float(s.value->type.type))
        return false;
    dsl::Statement only_value;
    only_value.value = s.value;
    return dsl::mentions(only_value, s.variable);
}

}  // namespace

bool reassociates(const dsl::openmp::LoopFunction& function) {
    bool found = false;
    dsl::for_each_statement(function.body, [&](const dsl::Statement& s, bool) {
        found = found || updates_a_float(s);
        for (const dsl::Reduction& r : s.reductions) {
            const bool rounds = r.function == dsl::Function::add || r.function == dsl::Function::mul;
            found = found || (rounds && is_float(function.variables[r.original].type.type));
        }
    });
    return found;
}

bool calls_inexact_functions(const dsl::openmp::LoopFunction& function) {
    bool found = false;
    dsl::for_each_statement(function.body, [&](const dsl::Statement& s, bool) {
        dsl::for_each_expression(s, [&](const dsl::Expr& e) { found = found || is_inexact(e); });
    });
    return found;
}

Comparison compare(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, Type type,
                   bool has_bound) {
    const bool floats = is_float(type);
    const double bound =
        floats && has_bound ? kTerms * epsilon_of(type) * std::max(largest(a, type), largest(b, type)) : -1;
    Comparison result;
    std::optional<std::size_t> first_close;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = floats ? float_value(a[i], type) : 0;
        const double y = floats ? float_value(b[i], type) : 0;
        if (a[i] == b[i] || (std::isnan(x) && std::isnan(y))) {
            result.same += 1;
        } else if (std::fabs(x - y) <= bound) {
            result.close += 1;
            if (!first_close) first_close = i;
        } else {
            result.different += 1;
            if (result.first_different.size() < Comparison::kShown)
                result.first_different.push_back({i, a[i], b[i]});
        }
    }
    result.first =
        result.first_different.empty() ? first_close : std::optional(result.first_different.front().number);
    return result;
}

std::optional<Type> returned_type(const dsl::openmp::LoopFunction& function) {
    if (!function.result) return std::nullopt;
    return function.variables[*function.result].type.type;
}

std::vector<ArrayComparison> compare_outputs(const dsl::openmp::LoopFunction& function, const Outputs& a,
                                             const Outputs& b, bool has_bound) {
    std::vector<ArrayComparison> arrays;
    for (const dsl::openmp::Parameter& parameter : function.parameters) {
        if (!parameter.buffer || !parameter.writes) continue;
        const dsl::BufferId id = *parameter.buffer;
        arrays.push_back({parameter.name, parameter.type,
                          compare(a.buffers[id], b.buffers[id], parameter.type, has_bound)});
    }
    if (a.returned && b.returned) {
        const Type type = *returned_type(function);
        arrays.push_back({"return value", type, compare({*a.returned}, {*b.returned}, type, has_bound)});
    }
    return arrays;
}

Comparison total(std::span<const ArrayComparison> arrays) {
    Comparison sum;
    for (const ArrayComparison& array : arrays) {
        sum.same += array.found.same;
        sum.close += array.found.close;
        sum.different += array.found.different;
    }
    return sum;
}

}  // namespace musimd::differential::openmp
