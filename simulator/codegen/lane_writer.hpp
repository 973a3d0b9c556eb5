#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/divergence/divergence.hpp"
#include "simulator/codegen/definedness.hpp"
#include "simulator/codegen/names.hpp"
#include "simulator/codegen/translation.hpp"
#include "simulator/codegen/truths.hpp"

namespace musimd::codegen {

/// Whether the instruction may be part of a loop over strips of lanes, together with its neighbours.
bool goes_by_strips(const Instruction& instruction);

/// Writes the data instructions of a block: runs of strip instructions as one loop each, the others one by
/// one.
class LaneWriter {
  public:
    LaneWriter(const Program& program, const TranslationOptions& options, const ControlGraph& graph,
               const Definedness& definedness, const DivergenceAnalysis& divergence, const Truths& truths,
               const Names& names)
        : program_(program),
          options_(options),
          graph_(graph),
          definedness_(definedness),
          accessed_(program, graph, Definedness::Fact::accessed),
          divergence_(divergence),
          truths_(truths),
          names_(names) {}

    /// The instructions of these nodes, which go by strips or are jumps between them, as one loop; after it,
    /// the code notes which threads take the branch of `branching`, if there is one. `leave` is the statement
    /// that leaves before all of them.
    std::string strips(std::span<const std::uint32_t> nodes, std::optional<std::uint32_t> branching,
                       const std::string& leave);

    /// After the loop that ends with a branch: the C++ expression that divides the threads, and is true if
    /// all take it.
    const std::string& divides() const { return divides_; }

    /// An instruction that does not go by strips. `steps` is the C++ expression for the steps done before it.
    /// `after_store`: the instruction written right before it is a store.
    std::string write_single(std::uint32_t node, const std::string& steps, const std::string& leave,
                             bool after_store);

    /// Of a block barrier: what it checks and counts before the warp waits, and the value that it yields
    /// after that. Nothing for a barrier of the grid.
    std::string before_barrier(std::uint32_t node, const std::string& leave);
    std::string after_barrier(std::uint32_t node);

    /// The largest number of rows of the room that any text used.
    std::size_t drafts() const { return drafts_; }

    /// A comment line with the instruction.
    std::string comment(std::uint32_t node) const;

  private:
    struct Strip;
    struct Loop;

    bool can_fail(const Instruction& i) const;
    const Instruction& at(std::uint32_t node) const { return program_.at(graph_.nodes[node].point.pc); }
    std::string operand(Strip& strip, const Operand& o) const;
    std::string truth(Strip& strip, const Operand& o) const;
    std::string combined(Strip& strip, const Instruction& i) const;
    std::string check_defined(std::uint32_t node, const std::string& leave) const;
    std::string operation(Strip& strip, std::uint32_t node) const;
    std::optional<std::string> by_constant(Strip& strip, const Instruction& i) const;
    std::string binary(Strip& strip, const Instruction& i) const;
    std::string typed(Strip& strip, const Instruction& i) const;
    void compute(Strip& strip, std::uint32_t node) const;
    std::string taken(Strip& strip, const Instruction& branch) const;
    void compute_all(Loop& loop, std::span<const std::uint32_t> nodes) const;
    void divide(Loop& loop, std::uint32_t branching);
    void write_back(Loop& loop) const;
    void count_requests(Loop& loop);
    std::string needs(std::span<const std::uint32_t> nodes, std::optional<std::uint32_t> branching,
                      const std::string& leave) const;
    std::string now_defined(std::uint32_t node) const;
    std::string row_of(const Operand& o) const;
    std::string taken_by(std::string_view test, const Operand& o) const;
    bool is_accessed(std::uint32_t node) const;
    std::string store_facts(std::uint32_t node, bool after_store) const;
    std::string fetch(const Instruction& i, const std::string& steps, const std::string& row,
                      const std::string& leave) const;
    std::string assertion(const Instruction& i, const std::string& leave) const;
    std::string collective(std::uint32_t node, const std::string& leave) const;
    std::string exchange(std::uint32_t node) const;
    std::string reduce(const Instruction& i, const std::string& leave) const;
    std::string everywhere_active(std::string_view word, const std::string& row) const;
    std::string mask_of(std::uint32_t node) const;
    void note_addresses(Strip& strip, std::uint32_t node) const;
    std::string counted(std::uint32_t node, const std::string& text) const;

    const Program& program_;
    const TranslationOptions& options_;
    const ControlGraph& graph_;
    const Definedness& definedness_;
    const Definedness accessed_;
    const DivergenceAnalysis& divergence_;
    const Truths& truths_;
    const Names& names_;
    std::string divides_;
    std::size_t drafts_ = 3;  ///< drafts that write_single may use
};

}  // namespace musimd::codegen
