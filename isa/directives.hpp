#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/assembler.hpp"

namespace musimd {

/// Reads the tokens of one directive into the program of an Assembler.
///
/// The first wrong token is reported; from then on ok() is false, nothing more is reported and the values
/// read are meaningless, so a handler reads all its parts and checks done() once, before it uses them.
class DirectiveReader {
  public:
    DirectiveReader(Assembler& assembler, const syntax::Directive& directive)
        : assembler_(assembler), directive_(directive) {}

    void read();

    /// The names of all directives, without the dot.
    static std::vector<std::string_view> names();

  private:
    struct Number {
        Integer value = 0;
        std::string_view text;
        std::string_view of = {};        ///< the constant of the machine that it depends on
        bool of_float = false;           ///< a float, or a constant that is one
        std::optional<Type> float_type;  ///< for float literals
    };
    using Handler = void (DirectiveReader::*)();
    struct Row {
        std::string_view name;
        Handler handler;
        bool once;
        std::string_view usage;
    };
    static const std::vector<Row>& rows();

    void threads();
    void warps();
    void block();
    void grid();
    void shared();
    void model();
    void active();
    void memory();
    void fill();
    void iota();
    void buffer();
    void constant();
    void word();
    void registers();
    void races();
    void consistency();
    void order();
    void steps();
    void expect();
    void covers();

    void independent_of(std::initializer_list<std::string_view> constants, std::string_view what);
    bool stands_beside_block(std::string_view why);

    void expect_stop();
    void expect_limit();
    void expect_trap();
    void expect_active();
    void expect_exited();
    void expect_shared();
    void expect_warning();
    void expect_error();
    void expect_variable();
    void expect_memory();
    void expect_steps();
    void expect_statistic();
    void add(Expectation expectation);
    void add_pending(Expectation expectation, std::string_view where);
    bool claim_outcome();
    std::uint32_t expected_warp();
    ThreadSet expected_lanes();

    // The tokens, in order.
    bool at_end() const { return next_ == directive_.tokens.size(); }
    std::string_view peek() const { return at_end() ? std::string_view() : directive_.tokens[next_]; }
    std::string_view here() const;
    bool take(std::string_view token);
    void require(std::string_view token);
    std::string_view hyphenated_name(std::string_view what);
    std::string_view identifier(std::string_view what);
    Number number(std::string_view what);  ///< an integer
    Number integer_or_float(std::string_view what);
    Integer ranged(std::string_view what, Integer least, Integer most);
    std::int64_t address();
    std::int64_t count_from(std::int64_t address);
    Value memory_word();
    Integer literal_word();
    std::vector<ExpectedWord> expected_words(std::string_view what);
    ThreadSet thread_list(bool check_range);
    std::string_view one_of(std::string_view what, const std::vector<std::string_view>& words);
    double decimal();
    void fail(std::string_view where, std::string message);
    bool ok() const { return !failed_; }
    bool done();  ///< no error, and no token is left

    Assembler& assembler_;
    const syntax::Directive& directive_;
    std::size_t next_ = 0;
    std::string_view usage_;
    std::vector<ThreadModel> models_;  ///< for `.expect MODEL MODEL …`; empty: all that are run
    bool failed_ = false;
};

/// The threads of a list as in `.active` (`0 2 5-7`, separated by blanks or commas), or an error.
struct ThreadList {
    ThreadSet threads;
    std::string error;  ///< empty if the list is good
};
ThreadList parse_thread_list(std::string_view text, std::uint32_t threads);

}  // namespace musimd
