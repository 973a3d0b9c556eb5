#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "reader/dsl.hpp"

// Functions that call themselves, as segments of code without control inside that a loop chooses among.

namespace musimd::reader {

/// A part of a function that ends with a jump.
struct Segment {
    enum class End : std::uint8_t {
        jump,     ///< to `next`
        branch,   ///< to `next` if `test` holds, else to `otherwise`
        call,     ///< of function `callee`, whose parameters get `arguments`; then comes `next`
        returns,  ///< to the caller
    };
    Block code = {};
    End end = End::returns;
    Expr test = {};
    std::size_t next = 0;
    std::size_t otherwise = 0;
    std::size_t callee = 0;
    std::vector<std::pair<VariableId, Expr>> arguments = {};
    std::set<VariableId> live = {};  ///< variables that are read before they are set, from the beginning on
};

/// A call of one of these functions is a call statement without a body; `width` is the function's number,
/// from 1.
class FlatCode {
  public:
    /// Adds a function. Returns its first segment.
    std::size_t add(Block body);
    /// Joins segments, and finds what is live, when all functions are there.
    void finish();

    std::vector<Segment>& segments() { return segments_; }
    /// Variables that the code declares.
    const std::set<VariableId>& declared() const { return declared_; }

  private:
    struct Targets {
        std::optional<std::size_t> breaks = {};
        std::optional<std::size_t> continues = {};
        std::optional<std::size_t> returns = {};  ///< none: to the caller
    };
    std::size_t new_segment();
    void start(std::size_t segment) { now_ = segment; }
    void jump(std::size_t to);
    void list(Block block, const Targets& targets);
    void statement(Statement s, const Targets& targets);
    void conditional(Statement s, const Targets& targets);
    void loop(Statement s, const Targets& targets);
    void inlined(Statement s, const Targets& targets);
    void call(Statement s);
    void join();
    void find_live();

    std::vector<Segment> segments_;
    std::size_t now_ = 0;
    std::set<std::size_t> entries_;
    std::set<VariableId> declared_;
};

}  // namespace musimd::reader
