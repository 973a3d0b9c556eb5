#include "session/unavailable.hpp"

#include <fmt/format.h>

#include "semantics/machine.hpp"

namespace musimd::web {
namespace {

/// Of the initial state; a module has 4 GiB in all.
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

std::uint64_t bytes_of(const Program& program) {
    std::uint64_t words = 0;
    for (const Preload& preload : program.preloads) words += static_cast<std::uint64_t>(preload.count);
    return Machine::estimated_bytes(program) + 9 * words;
}

}  // namespace

bool has_on_floats(TypedOperation operation) {
    const bool is_exact = operation == TypedOperation::rem || operation == TypedOperation::remainder;
    return is_exact || !is_mathematical(operation);
}

std::optional<std::string> unavailable(const Program& program) {
    for (const Instruction& i : program.instructions) {
        if (i.opcode != Opcode::typed || !is_float(i.type) || has_on_floats(i.typed_operation)) continue;
        return fmt::format(
            "{}.{} on line {} is not available here: its results are rounded correctly by MPFR, "
            "which only the program musimd has",
            info(i.typed_operation).name, to_string(i.type), i.line);
    }
    if (bytes_of(program) > kMaxBytes)
        return fmt::format(
            "{} threads × {} warps × {} variables need more than the 1 GiB that is available here",
            program.threads, program.warps, program.variables.size());
    return std::nullopt;
}

}  // namespace musimd::web
