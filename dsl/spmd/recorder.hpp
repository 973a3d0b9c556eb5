#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/kernel.hpp"

namespace musimd::spmd {

/// Builds the tree of a kernel statement by statement, in the order of its source: what the keywords of the
/// DSL call, and what builds trees without C++ source (replay.hpp). A statement that cannot stand where it
/// does is an Error that names the line, and so are more than kMaxStatements: C++ records them in a loop
/// that has no end.
class Recorder {
  public:
    static constexpr std::size_t kMaxStatements = 100'000;
    static constexpr std::size_t kMaxBlocks = 1'000;  ///< in one another; likewise

    /// A place in a block that is being built: in front of one of its statements, or at its end.
    struct Position {
        std::uint64_t block = 0;    ///< its number, unique in the kernel
        std::size_t statement = 0;  ///< before this one
    };

    Recorder(std::string name, int bits, std::vector<dsl::KernelBuffer> buffers, std::string file = {});

    // ---- variables; a line is 0 where there is none

    /// A variable that is declared nowhere yet: a parameter of begin_call.
    dsl::VariableId variable(dsl::ValueType type, std::string name);
    void rename(dsl::VariableId variable, std::string name);
    /// One more pointer, behind the parameters.
    dsl::BufferId buffer(dsl::KernelBuffer buffer);
    /// `value` may be null.
    void declare(dsl::VariableId variable, dsl::Expr value, std::uint32_t line);
    /// Declares the variable at a place that was the end of its block once.
    void declare_at(Position position, dsl::VariableId variable, dsl::Expr value, std::uint32_t line);
    void set(dsl::VariableId variable, dsl::Expr value, bool unmasked, std::uint32_t line);
    void store(dsl::Place place, dsl::Expr value, bool unmasked, std::uint32_t line);

    // ---- control

    void begin_if(dsl::Expr condition, std::uint32_t line);
    void begin_else(std::uint32_t line);
    /// `k_elseif`: begin_elseif, then what its condition needs, then elseif_condition.
    void begin_elseif(std::uint32_t line);
    void elseif_condition(dsl::Expr condition, std::uint32_t line);
    void end_if(std::uint32_t line);
    /// `k_while`: begin_while, then what its condition needs, then while_condition.
    void begin_while(std::uint32_t line);
    void while_condition(dsl::Expr condition, std::uint32_t line);
    void end_while(std::uint32_t line);
    void leave(dsl::Statement::Kind kind, std::uint32_t line);  ///< break_, continue_ or return_

    // ---- device functions

    void begin_call(std::string function, std::vector<std::pair<dsl::VariableId, dsl::Expr>> arguments,
                    std::uint32_t line);
    /// Ends the body. With a `result` the call declares `variable`.
    void end_call(dsl::VariableId variable, dsl::Expr result, bool in_place = false);

    /// The kernel. Error if a block is open; the recorder is empty afterwards.
    dsl::Kernel finish();

    // ---- the state

    const dsl::Kernel& kernel() const { return kernel_; }
    Position end() const { return end_of(blocks_.back()); }
    /// The end of the block of that number, before the statement of it that is being built; nothing if it is
    /// closed.
    std::optional<Position> end_of(std::uint64_t block) const;
    /// If the last statement of the block being built declares the variable with a value: takes it away and
    /// gives the value; otherwise null.
    dsl::Expr take_last_declaration(dsl::VariableId variable);
    /// How many blocks are open: at least 1, the kernel's.
    std::size_t depth() const { return blocks_.size(); }
    /// Error if there are more.
    void check_closed(std::size_t depth) const;

    [[noreturn]] void fail(std::uint32_t line, std::string message) const;

  private:
    enum class Kind : std::uint8_t { kernel, then, otherwise, head, loop, call };

    struct Slot {
        dsl::Block before;  ///< declarations that came later
        dsl::Statement statement;
    };
    struct OpenBlock {
        Kind kind = Kind::kernel;
        std::uint64_t number = 0;
        std::vector<Slot> slots{1};  ///< the last one has no statement yet
        dsl::Statement statement;    ///< whose block it is
        bool chained = false;        ///< of an if_: it stands in the else of another as its `k_elseif`
    };

    static Position end_of(const OpenBlock& block) { return {block.number, block.slots.size() - 1}; }
    static std::string_view keyword(Kind kind);
    OpenBlock& open(Kind kind, dsl::Statement statement);
    dsl::Block take(OpenBlock& block);
    void append(dsl::Statement statement);
    void close();
    OpenBlock& innermost(Kind kind, Kind or_kind, std::string_view word, std::uint32_t line);

    dsl::Kernel kernel_;
    std::vector<OpenBlock> blocks_;
    std::uint64_t next_number_ = 1;
    std::size_t statements_ = 0;
};

}  // namespace musimd::spmd
