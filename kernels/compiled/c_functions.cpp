#include "kernels/compiled/c_functions.hpp"

#include <algorithm>
#include <cmath>

#include "dsl/function.hpp"
#include "dsl/lowering/exits.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::kernels::openmp {
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

using Patterns = std::vector<std::uint64_t>;

// Where the errors of elements are not known.
ElementBounds coarse_bounds(const Patterns& a, const Patterns& b, Type type, const ErrorSources& sources) {
    const double bound = kTerms * epsilon_of(type) * std::max(largest(a, type), largest(b, type));
    ElementBounds result{.order = {}, .all = std::vector<double>(a.size(), bound)};
    if (sources.order) result.order = result.all;
    return result;
}

/// `select`: the bounds of the elements, of those of all outputs.
template <typename Select>
ElementBounds bounds_of(const Patterns& a, const Patterns& b, Type type, const ErrorSources& sources,
                        OutputBounds& bounds, const Select& select) {
    const auto& all = bounds.of(sources);
    if (!all) return coarse_bounds(a, b, type, sources);
    ElementBounds result{.order = {}, .all = select(*all)};
    if (!sources.mathematics) {
        result.order = result.all;
    } else if (sources.order) {
        if (const auto& order = bounds.of({.order = true})) result.order = select(*order);
    }
    return result;
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
    const bool has_floats = std::ranges::any_of(
        function.variables, [](const dsl::KernelVariable& v) { return is_float(v.type.type); });
    bool found = false;
    dsl::for_each_statement(function.body, [&](const dsl::Statement& s, bool) {
        found = found || updates_a_float(s) || (s.act == dsl::TeamAct::combine && has_floats);
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

ErrorSources sources_of(const dsl::openmp::LoopFunction& function) {
    return {.order = reassociates(function), .mathematics = calls_inexact_functions(function)};
}

Comparison compare(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, Type type,
                   const ElementBounds& bounds) {
    const bool floats = is_float(type);
    const auto is_within = [](const std::vector<double>& list, std::size_t i, double distance) {
        return i < list.size() && std::isfinite(list[i]) && distance <= list[i];
    };
    Comparison result;
    std::optional<std::size_t> first_close;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = floats ? float_value(a[i], type) : 0;
        const double y = floats ? float_value(b[i], type) : 0;
        const double distance = std::fabs(x - y);
        if (a[i] == b[i] || (std::isnan(x) && std::isnan(y))) {
            result.same += 1;
        } else if (floats && is_within(bounds.all, i, distance)) {
            result.close += 1;
            if (!is_within(bounds.order, i, distance)) result.library += 1;
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

const std::optional<ErrorBounds>& OutputBounds::of(const ErrorSources& sources) {
    const auto [at, is_new] = known_.try_emplace(std::pair(sources.order, sources.mathematics));
    if (is_new) at->second = error_bounds(function_, arguments_, sources, configuration_, engine_);
    return at->second;
}

std::optional<Type> returned_type(const dsl::openmp::LoopFunction& function) {
    if (!function.result) return std::nullopt;
    return function.variables[*function.result].type.type;
}

std::vector<ArrayComparison> compare_outputs(const dsl::openmp::LoopFunction& function, const Outputs& a,
                                             const Outputs& b, const ErrorSources& sources,
                                             OutputBounds* bounds) {
    std::vector<ArrayComparison> arrays;
    const auto add = [&](const std::string& name, Type type, const Patterns& x, const Patterns& y,
                         const auto& select) {
        Comparison found = compare(x, y, type);
        const bool may_differ = bounds != nullptr && (sources.order || sources.mathematics);
        if (found.different != 0 && is_float(type) && may_differ)
            found = compare(x, y, type, bounds_of(x, y, type, sources, *bounds, select));
        arrays.push_back({name, type, found});
    };
    for (const dsl::openmp::Parameter& parameter : function.parameters) {
        if (!parameter.buffer || !parameter.writes) continue;
        const dsl::BufferId id = *parameter.buffer;
        add(parameter.name, parameter.type, a.buffers[id], b.buffers[id],
            [&](const ErrorBounds& all) { return all.buffers[id]; });
    }
    if (a.returned && b.returned)
        add("return value", *returned_type(function), {*a.returned}, {*b.returned},
            [](const ErrorBounds& all) { return std::vector{all.returned}; });
    return arrays;
}

Comparison total(std::span<const ArrayComparison> arrays) {
    Comparison sum;
    for (const ArrayComparison& array : arrays) {
        sum.same += array.found.same;
        sum.close += array.found.close;
        sum.library += array.found.library;
        sum.different += array.found.different;
    }
    return sum;
}

}  // namespace musimd::kernels::openmp
