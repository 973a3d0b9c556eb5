#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "differential/harness/fault.hpp"

// The run of a kernel on a target that is compared.

namespace musimd::differential::harness {

/// How a run ended, and the memory that it left.
struct Run {
    enum class Kind : std::uint8_t {
        done,
        crash,
        hang,
        refused,  ///< its source does not compile, or is not lowered
        trap,     ///< for the machine only: a trap, or the step limit
    };
    Kind kind = Kind::done;
    std::string message = {};                             ///< error message; empty if `done`
    std::vector<std::vector<std::uint64_t>> memory = {};  ///< for `done`: by buffer, the patterns of elements
    bool by_engine = false;  ///< a run of the machine that is compared with another engine's
    int signal = 0;          ///< for `crash`; 0: none

    bool done() const { return kind == Kind::done; }
};

std::string_view to_string(Run::Kind kind);

/// A crash, a hang or a refusal; none for a run that came to an end.
Fault fault_of(Run::Kind kind);

/// The runs run(0) … run(count − 1), done in child processes (run_batch): one that crashes, or takes more
/// than a minute, is a `crash` or a `hang`.
std::vector<Run> runs_in_children(std::size_t count, const std::function<Run(std::size_t)>& run);

}  // namespace musimd::differential::harness
