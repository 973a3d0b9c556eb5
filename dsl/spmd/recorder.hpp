#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/kernel.hpp"

namespace musimd::spmd {

/// Builds the tree of a kernel statement by statement, in source order. Called by the keywords of the DSL,
/// and to build trees without C++ source (replay.hpp). A misplaced statement is an Error with its line, and
/// so are more than kMaxStatements, which a nonterminating C++ loop would record.
class Recorder {
  public:
    static constexpr std::size_t kMaxStatements = 100'000;
    static constexpr std::size_t kMaxBlocks = 1'000;  ///< limit for nested blocks; likewise

    /// A position in an open block: before one of its statements, or at its end.
    struct Position {
        std::uint64_t block = 0;    ///< its number, unique in the kernel
        std::size_t statement = 0;  ///< before this one
    };

    Recorder(std::string name, int bits, std::vector<dsl::KernelBuffer> buffers, std::string file = {});

    // ---- variables; a line is 0 if unknown

    /// A variable that is not declared yet: a parameter of begin_call.
    dsl::VariableId variable(dsl::ValueType type, std::string name);
    void rename(dsl::VariableId variable, std::string name);
    /// An additional pointer, after the parameters.
    dsl::BufferId buffer(dsl::KernelBuffer buffer);
    /// `value` may be null.
    void declare(dsl::VariableId variable, dsl::Expr value, std::uint32_t line);
    /// Declares the variable at a position that was once the end of its block.
    void declare_at(Position position, dsl::VariableId variable, dsl::Expr value, std::uint32_t line);
    void set(dsl::VariableId variable, dsl::Expr value, bool unmasked, std::uint32_t line);
    void store(dsl::ElementRef element, dsl::Expr value, bool unmasked, std::uint32_t line);

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
    /// The end of the block of that number, before its statement that is being built; nullopt if the block is
    /// closed.
    std::optional<Position> end_of(std::uint64_t block) const;
    /// If the last statement of the open block declares the variable with a value, removes the statement and
    /// returns the value; otherwise returns null.
    dsl::Expr take_last_declaration(dsl::VariableId variable);
    /// The number of open blocks: at least 1, the kernel's.
    std::size_t depth() const { return blocks_.size(); }
    /// Error if there are more.
    void check_closed(std::size_t depth) const;

    [[noreturn]] void fail(std::uint32_t line, std::string message) const;

  private:
    enum class Kind : std::uint8_t { kernel, then, otherwise, head, loop, call };

    struct Slot {
        dsl::Block before;  ///< declarations inserted later
        dsl::Statement statement;
    };
    struct OpenBlock {
        Kind kind = Kind::kernel;
        std::uint64_t number = 0;
        std::vector<Slot> slots{1};  ///< the last one has no statement yet
        dsl::Statement statement;    ///< whose block it is
        bool chained = false;        ///< for if_: it is a `k_elseif`, in the else of another if_
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
