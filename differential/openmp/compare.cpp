#include "differential/openmp/compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "dsl/lowering/exits.hpp"

namespace musimd::differential::openmp {
namespace {

constexpr double kTerms = 4096;

double number_of(std::uint64_t pattern, Type type) {
    if (type == Type::f64) return std::bit_cast<double>(pattern);
    return std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
}

double largest(const std::vector<std::uint64_t>& patterns, Type type) {
    double result = 0;
    for (const std::uint64_t pattern : patterns) {
        const double magnitude = std::fabs(number_of(pattern, type));
        if (std::isfinite(magnitude)) result = std::max(result, magnitude);
    }
    return result;
}

}  // namespace

bool reassociates(const dsl::openmp::LoopFunction& function) {
    bool found = false;
    dsl::for_each_statement(function.body, [&](const dsl::Statement& s, bool) {
        for (const dsl::Reduction& r : s.reductions) {
            const bool rounds = r.function == dsl::Function::add || r.function == dsl::Function::mul;
            found = found || (rounds && is_float(function.variables[r.original].type.type));
        }
    });
    return found;
}

Comparison compare(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, Type type,
                   bool reassociated) {
    const bool floats = type == Type::f32 || type == Type::f64;
    const double epsilon = type == Type::f32 ? 0x1p-23 : 0x1p-52;
    const double bound =
        floats && reassociated ? kTerms * epsilon * std::max(largest(a, type), largest(b, type)) : -1;
    Comparison result;
    std::optional<std::size_t> first_close;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = floats ? number_of(a[i], type) : 0;
        const double y = floats ? number_of(b[i], type) : 0;
        if (a[i] == b[i] || (std::isnan(x) && std::isnan(y))) {
            result.same += 1;
        } else if (std::fabs(x - y) <= bound) {
            result.close += 1;
            if (!first_close) first_close = i;
        } else {
            result.different += 1;
            if (!result.first) result.first = i;
        }
    }
    if (!result.first) result.first = first_close;
    return result;
}

}  // namespace musimd::differential::openmp
