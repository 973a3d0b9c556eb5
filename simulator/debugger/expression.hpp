#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "simulator/debugger/execution.hpp"

namespace musimd::debugger {

/// Why a text cannot be read.
struct SyntaxError {
    std::size_t offset = 0;  ///< in bytes
    std::string message;
};

/// A thread as a user names it: `3`, or `1:3` for that of warp 1.
struct ThreadName {
    std::optional<std::uint32_t> warp;
    Thread thread = 0;

    /// Whether its warp has the thread: the last warp of a block may have fewer than others.
    bool exists(const Execution& execution, std::uint32_t seen_from) const;
    /// Its machine, from the point of view of another one; it must exist.
    std::uint32_t machine(const Execution& execution, std::uint32_t seen_from) const;
};

/// Reads a thread at the beginning of the text, and removes it from there.
tl::expected<ThreadName, SyntaxError> take_thread(std::string_view& text, const Program& program);

/// An expression over the state of a run:
///
///     x@3             variable x of thread 3; x@1:3 of thread 3 of warp 1
///     x               variable x of each thread
///     [a]             the word at address a
///     NAME            the address of a buffer or an object of shared memory
///     tid wid bid     as in programs
///     step            the number of the next step
///     lanes           how many threads are active in the warp
///     depth           entries of Π
///     line, pc        of the warp's next instruction
///     + - * / %  == != < <= > >=  && || !  ( )
///
/// A value is undefined if a part of it is, or if it does not fit in 64 bits.
class Expression {
  public:
    enum class Kind : std::uint8_t {
        constant,
        variable,
        buffer,
        shared,
        tid,
        wid,
        bid,
        step,
        lanes,
        depth,
        line,
        pc,
        memory,
        negative,
        not_,
        binary
    };
    enum class Operator : std::uint8_t { or_, and_, eq, ne, le, ge, lt, gt, add, sub, mul, div, rem };

    /// Reads an expression from the beginning of the text, and removes it from there.
    static tl::expected<Expression, SyntaxError> take(std::string_view& text, const Program& program);

    /// Its value, of names without a thread in thread t of the machine's warp.
    std::optional<Value> value(const Execution& execution, std::uint32_t machine, Thread t) const;
    /// Whether it is defined and not 0; if it is one value per thread, in an active thread of the machine.
    bool holds(const Execution& execution, std::uint32_t machine) const;
    /// The same with the threads of this warp where none is named.
    Expression in_warp(std::uint32_t warp) const;
    /// Whether its value is one per thread.
    bool is_per_thread() const;

    Kind kind() const { return kind_; }
    Variable variable() const { return variable_; }
    const std::optional<ThreadName>& thread() const { return thread_; }
    /// Of an address, its value.
    const Expression& operand() const { return operands_.front(); }
    /// How many words the object has whose address this is, if it is the name of one.
    std::optional<std::int64_t> object_words() const { return object_words_; }
    /// As it was written.
    const std::string& text() const { return text_; }

    /// The words with a meaning here, unless a variable has the name.
    static const std::vector<std::string_view>& words();

  private:
    friend class ExpressionReader;

    std::optional<Value> of_machine(const Execution& execution, std::uint32_t machine, Thread t) const;
    std::optional<Value> of_operands(const Execution& execution, std::uint32_t machine, Thread t) const;

    Kind kind_ = Kind::constant;
    Operator operator_ = Operator::add;
    Value value_ = 0;  ///< value of a constant, a buffer's address, or an offset into shared memory
    Variable variable_ = 0;
    std::optional<std::int64_t> object_words_;
    std::optional<ThreadName> thread_;
    std::vector<Expression> operands_;
    std::string text_;
};

}  // namespace musimd::debugger
