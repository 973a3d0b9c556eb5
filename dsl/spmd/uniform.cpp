#include "dsl/spmd/uniform.hpp"

#include <fmt/format.h>

#include "dsl/spmd/recording.hpp"

namespace musimd::spmd {
namespace {

[[noreturn]] void fail(std::uint32_t line, std::string message) {
    Recording::current("a value", line).recorder().fail(line, std::move(message));
}

template <class Number>
[[noreturn]] void fail_as(std::uint32_t line, Number value, Type type, Type common) {
    fail(line, fmt::format("{0} is not a value of type {1}: C++ computes with {2} here, vectors with {1}; "
                           "convert it, as in ({1}){0}",
                           value, to_string(type), to_string(common)));
}

}  // namespace

void fail_to_hold(std::uint32_t line, double value, Type type, Type common) {
    fail_as(line, value, type, common);
}

void fail_to_hold(std::uint32_t line, std::int64_t value, Type type, Type common) {
    fail_as(line, value, type, common);
}

void fail_to_hold(std::uint32_t line, std::uint64_t value, Type type, Type common) {
    fail_as(line, value, type, common);
}

void fail_to_convert(std::uint32_t line, double value, Type type) {
    fail(line, fmt::format("{} is out of range for type {}", value, to_string(type)));
}

void fail_to_round(std::uint32_t line, double value, Type type) {
    fail(line, fmt::format("targets convert {} to {} differently: some round, some truncate", value,
                           to_string(type)));
}

void fail_as_condition(std::uint32_t line) {
    fail(line, "a condition can be assigned only a comparison, true, false, 0 or 1");
}

void fail_as_count(std::uint32_t line) {
    fail(line, "the shift count is out of range for type int");
}

}  // namespace musimd::spmd
