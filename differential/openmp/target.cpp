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

std::string first_difference(const NestCase& nest, const Run& expected, const Run& actual) {
    for (std::size_t b = 0; b < expected.memory.size(); ++b) {
        const dsl::KernelBuffer& buffer = nest.function.buffers[b];
        for (std::size_t i = 0; i < expected.memory[b].size(); ++i) {
            const std::uint64_t wanted = expected.memory[b][i];
            const std::uint64_t seen = actual.memory[b][i];
            if (wanted == seen || (is_nan(wanted, buffer.element) && is_nan(seen, buffer.element))) continue;
            return fmt::format("{}[{}] is {}, expected {}", buffer.name, i, number_text(seen, buffer.element),
                               number_text(wanted, buffer.element));
        }
    }
    return {};
}

Fault fault_of(const NestCase& nest, const Run& expected, const Run& actual) {
    if (const Fault fault = harness::fault_of(actual.kind); fault != Fault::none) return fault;
    if (actual.kind == Run::Kind::trap) return Fault::ending;
    if (expected.kind != Run::Kind::done) return Fault::none;
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
