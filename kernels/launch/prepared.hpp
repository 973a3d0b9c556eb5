#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/lowering/unique_names.hpp"
#include "kernels/launch/part.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::openmp {

/// The program of a part.
struct Prepared {
    LoopProgram program;
    std::vector<std::optional<Variable>> variables = {};  ///< by VariableId: those of the program
    /// The variables of the code around, and the instructions that set them.
    std::vector<std::pair<dsl::VariableId, std::size_t>> given = {};
    std::vector<std::optional<dsl::BufferId>> objects = {};          ///< see LoweredKernel::objects
    std::vector<std::pair<std::int64_t, std::int64_t>> layout = {};  ///< of memory: addresses and elements
};

/// The names of buffers in programs, which often are those of the last program and some new ones.
class BufferNames {
  public:
    const std::vector<std::string>& of(const std::vector<dsl::Region>& regions);

  private:
    std::vector<std::string> wanted_;
    std::vector<std::string> given_;
    dsl::UniqueNames names_;
};

/// The programs of the parts of a call. A part that runs again, with as many elements, has the same program
/// but for the values of variables, and for memory that it does not name.
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
                   const dsl::Statement* loop, bool with_memory);
    void place(const Part& part, const CallState& state, std::int64_t elements, Prepared& prepared);
    std::uint64_t register_bytes(const Part& part, const LoopProgram& program,
                                 const dsl::LoweredKernel& lowered);

    const Configuration& configuration_;
    std::map<const Part*, std::map<Key, Prepared>> known_;
    std::map<const Part*, std::uint64_t> register_bytes_;  ///< register bytes of parallel loops
    BufferNames buffer_names_;
    Prepared latest_;
};

}  // namespace musimd::kernels::openmp
