#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/kernel_c/syntax.hpp"
#include "dsl/kernel_c/token.hpp"

namespace musimd::dsl::kernel_c {

/// The tokens from left to right. After an error it is as if there were no more, until a part is skipped: so
/// an error is reported once.
class TokenReader {
  public:
    TokenReader(std::vector<Token> tokens, Diagnostics& errors)
        : tokens_(std::move(tokens)), errors_(errors) {}

    const Token& peek() const { return has_failed_ ? tokens_.back() : tokens_[at_]; }
    const Token& next() const { return has_failed_ || is_last() ? tokens_.back() : tokens_[at_ + 1]; }
    bool is_at_end() const { return peek().kind == Token::Kind::end; }
    bool is(std::string_view word) const { return peek().text == word; }
    const Token& take();
    bool accept(std::string_view word);
    /// `what`: the word and what it is for, in words.
    void expect(std::string_view word, std::string_view what);
    /// A name that is not a keyword; "" after an error.
    std::string take_name(std::string_view what);
    /// The beginning of the token before this one.
    SourcePoint last() const { return at_ == 0 ? SourcePoint{1, 1} : tokens_[at_ - 1].at; }

    void fail(std::string message) { fail_at(peek().at, std::move(message)); }
    void fail_at(SourcePoint at, std::string message);
    /// `expected WHAT, found …`
    void fail_expecting(std::string_view what);
    bool has_failed() const { return has_failed_; }
    bool errors_are_full() const { return errors_.full(); }

    /// Goes on after the statement, or at the end of the block, in which the error is.
    void skip_statement();
    void skip_definition();

    /// What is nested too deeply is an error.
    class Nested {
      public:
        explicit Nested(TokenReader& in);
        ~Nested() { --in_.depth_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

      private:
        TokenReader& in_;
    };

  private:
    bool is_last() const { return at_ + 1 >= tokens_.size(); }
    std::string found() const;
    void skip_braces();

    std::vector<Token> tokens_;
    Diagnostics& errors_;
    std::size_t at_ = 0;
    bool has_failed_ = false;
    unsigned depth_ = 0;
};

/// Whether the word cannot be the name of a variable.
bool is_keyword(std::string_view word);

/// Reads types: `const unsigned int *`.
class TypeParser {
  public:
    explicit TypeParser(TokenReader& in) : in_(in) {}
    bool begins() const { return begins_type(in_.peek()); }
    static bool begins_type(const Token& token);
    /// Without the stars.
    CType number();
    /// With them.
    CType whole();
    /// What follows the number: one star at most.
    void stars(CType& type);

  private:
    struct Words {
        unsigned longs = 0;
        bool is_unsigned = false;
        bool is_signed = false;
        bool is_short = false;
        std::string_view base = {};
    };
    bool qualifier(CType& type);
    bool word(Words& words);
    void set(const Words& words, CType& type);

    TokenReader& in_;
};

/// Reads expressions, by precedence.
class ExpressionParser {
  public:
    explicit ExpressionParser(TokenReader& in) : in_(in), types_(in) {}
    /// With the comma operator.
    NodePtr expression();
    /// Without it.
    NodePtr assignment();

  private:
    NodePtr choice();
    NodePtr binary(int least);
    NodePtr unary();
    NodePtr postfix();
    NodePtr primary();
    NodePtr name();
    NodePtr call(NodePtr callee);
    NodePtr cast(SourcePoint begin);
    NodePtr cast_by_name();
    NodePtr text();
    NodePtr new_node(Node::Kind kind, SourcePoint at, std::string_view text);
    NodePtr joined(Node::Kind kind, NodePtr left, const Token& by, NodePtr right);
    void add_part(Node& whole, NodePtr part);

    TokenReader& in_;
    TypeParser types_;
};

struct Specifiers {
    CType type = {};
    Storage storage = Storage::automatic;
    bool is_kernel = false;
    bool is_device = false;
};

/// Reads the parts of declarations.
class DeclarationParser {
  public:
    explicit DeclarationParser(TokenReader& in) : in_(in), types_(in), expressions_(in) {}
    NodePtr expression() { return expressions_.expression(); }
    /// Whether a declaration begins here.
    bool begins() const;
    /// What is before the name: `__shared__ float`.
    Specifiers specifiers();
    /// The name, with stars before it and sizes after it.
    Declarator declarator(CType type);
    void initialiser(Declarator& declared);
    /// The number in the last `__launch_bounds__`; null: there was none.
    NodePtr max_threads() { return std::move(max_threads_); }

  private:
    bool specifier(Specifiers& result);
    void launch_bounds();
    NodePtr list();

    TokenReader& in_;
    TypeParser types_;
    ExpressionParser expressions_;
    NodePtr max_threads_;
};

}  // namespace musimd::dsl::kernel_c
