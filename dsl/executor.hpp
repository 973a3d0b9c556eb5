#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"

// How a program of a kernel is run. The DSL knows no engine: whoever links it says what runs its programs.

namespace musimd::dsl {

/// What became of a run.
struct Execution {
    enum class Kind : std::uint8_t {
        stop,     ///< every thread stopped
        trap,     ///< see `trap`
        limit,    ///< the step limit was reached
        refused,  ///< it was not run: `message` says why
    };
    Kind kind = Kind::stop;
    std::string trap;           ///< of trap: its kind's name
    std::string message;        ///< of all but stop: a sentence
    std::uint32_t line = 0;     ///< of trap: the line of its instruction
    std::int64_t element = -1;  ///< of trap: the first thread it reports, over all warps
    /// By Program::buffers: the words after the run; nothing where a word is undefined. Empty if refused.
    std::vector<std::vector<std::optional<Value>>> regions;
};

class Executor {
  public:
    virtual ~Executor() = default;
    virtual Execution run(const Program& program) = 0;
};

/// The executor of an engine of the simulator, which lets each warp take at most `max_steps` steps; null if
/// there is no engine of that name. An empty name is the default. The DSL declares it, the library
/// musimd::executor defines it.
std::unique_ptr<Executor> make_executor(std::string_view engine, std::uint64_t max_steps);

}  // namespace musimd::dsl
