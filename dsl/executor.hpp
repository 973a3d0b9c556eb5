#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"

// Runs the program of a kernel. The DSL itself contains no engine: what links it provides the executor.

namespace musimd::dsl {

/// The outcome of a run.
struct Execution {
    enum class Kind : std::uint8_t {
        stop,     ///< every thread stopped
        trap,     ///< see `trap`
        limit,    ///< the step limit was reached
        refused,  ///< not run: `message` says why
    };
    Kind kind = Kind::stop;
    std::string trap;           ///< for trap: its kind's name
    std::string message;        ///< for all but stop: error message
    std::uint32_t line = 0;     ///< for trap: the line of its instruction
    std::int64_t element = -1;  ///< for trap: the first reported thread, numbered over all warps
    /// By Program::buffers: the words after the run; nullopt for an undefined word. Empty if refused.
    std::vector<std::vector<std::optional<Value>>> regions;
};

class Executor {
  public:
    virtual ~Executor() = default;
    virtual Execution run(const Program& program) = 0;
};

/// The executor for an engine of the simulator, with at most `max_steps` steps per warp; null if the engine
/// is unknown. An empty name selects the default. Declared here, defined by the library musimd::executor.
std::unique_ptr<Executor> make_executor(std::string_view engine, std::uint64_t max_steps);

}  // namespace musimd::dsl
