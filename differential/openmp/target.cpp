#include "differential/openmp/target.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <utility>

namespace musimd::differential::openmp {
namespace {

bool is_nan(std::uint64_t pattern, Type type) {
    if (type == Type::f32) return std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(pattern)));
    return type == Type::f64 && std::isnan(std::bit_cast<double>(pattern));
}

std::string number_text(std::uint64_t pattern, Type type) {
    if (type == Type::f32)
        return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(pattern)));
    if (type == Type::f64) return fmt::format("{}", std::bit_cast<double>(pattern));
    if (is_unsigned_integer(type)) return fmt::format("{}", pattern);
    return fmt::format("{}", word_of_pattern(pattern, type));
}

}  // namespace

std::string first_difference(const NestCase& nest, const NestRun& expected, const NestRun& actual) {
    for (std::size_t b = 0; b < expected.buffers.size(); ++b) {
        const dsl::KernelBuffer& buffer = nest.function.buffers[b];
        for (std::size_t i = 0; i < expected.buffers[b].size(); ++i) {
            const std::uint64_t wanted = expected.buffers[b][i];
            const std::uint64_t seen = actual.buffers[b][i];
            if (wanted == seen || (is_nan(wanted, buffer.element) && is_nan(seen, buffer.element))) continue;
            return fmt::format("{}[{}] is {}, expected {}", buffer.name, i, number_text(seen, buffer.element),
                               number_text(wanted, buffer.element));
        }
    }
    return {};
}

Fault fault_of(const NestCase& nest, const NestRun& expected, const NestRun& actual) {
    switch (actual.end) {
        case NestRun::End::crash:
            return Fault::crash;
        case NestRun::End::hang:
            return Fault::hang;
        case NestRun::End::refused:
            return Fault::refused;
        case NestRun::End::trap:
            return Fault::ending;
        case NestRun::End::done:
            break;
    }
    if (expected.end != NestRun::End::done) return Fault::none;
    return first_difference(nest, expected, actual).empty() ? Fault::none : Fault::difference;
}

std::string c_source(const NestCase& nest, const std::string& name) {
    return print_c(nest.function, {.name = name,
                                   .functions = true,
                                   .order = {},
                                   .directives = nest.directives,
                                   .simd_clauses = nest.simd_clauses});
}

}  // namespace musimd::differential::openmp
