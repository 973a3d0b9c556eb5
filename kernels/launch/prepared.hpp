#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "kernels/launch/part.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::openmp {

/// The program of a part.
struct Prepared {
    LoopProgram program;
    std::vector<std::optional<Variable>> variables = {};  ///< by VariableId: those of the program
    /// The variables of the code around, and the instructions that set them.
    std::vector<std::pair<dsl::VariableId, std::size_t>> given = {};
};

/// The programs of the parts of a call. A part that runs again, with the same sizes, has the same program but
/// for the values of variables.
class PreparedParts {
  public:
    explicit PreparedParts(const Configuration& configuration) : configuration_(configuration) {}

    /// The program for the state. `loop`: null for host code. `without_memory`: words of the state are not in
    /// it, and it is kept for the next time. Valid until the next call.
    const Prepared& prepare(const Part& part, const CallState& state, std::int64_t elements,
                            const dsl::Statement* loop, bool without_memory);

  private:
    using Key = std::vector<std::int64_t>;

    Prepared lower(const Part& part, const CallState& state, std::int64_t elements,
                   const dsl::Statement* loop);
    std::uint64_t register_bytes(const Part& part, const LoopProgram& program,
                                 const dsl::LoweredKernel& lowered);

    const Configuration& configuration_;
    std::map<const Part*, std::map<Key, Prepared>> known_;
    std::map<const Part*, std::uint64_t> register_bytes_;  ///< register bytes of parallel loops
    Prepared latest_;
};

}  // namespace musimd::kernels::openmp
