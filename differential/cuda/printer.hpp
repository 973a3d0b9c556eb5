#pragma once

#include <string>
#include <string_view>

#include "differential/cuda/tree.hpp"

namespace musimd::differential::cuda {

/// Prints a kernel in a language of C's family. What the languages write differently are virtual functions.
class SourcePrinter {
  public:
    SourcePrinter(const Drawn& kernel, std::string name) : kernel_(kernel), name_(std::move(name)) {}
    virtual ~SourcePrinter() = default;
    SourcePrinter(const SourcePrinter&) = delete;
    SourcePrinter& operator=(const SourcePrinter&) = delete;

    std::string print();

  protected:
    // ---- the language

    virtual std::string_view type_name(Type type) const = 0;
    virtual std::string_view suffix(Type type) const = 0;  ///< of literals of 64 bits
    virtual std::string place_text(ThreadIndex which) const = 0;
    /// An operation that is a function in the language, with its operands.
    virtual std::string called(const Node& e) const = 0;
    /// The kernel's first line, with `{`.
    virtual std::string head() const = 0;
    virtual void before_head() {}
    /// Declares t, b, lane, w and all arrays but parameters.
    virtual void declarations() = 0;
    virtual void barrier(const Statement& s) = 0;
    virtual void syncwarp(const Statement& s) = 0;
    virtual void collective(const Statement& s) = 0;
    virtual void atomic(const Statement& s) = 0;

    // ---- for their use

    void line(const std::string& text) { text_ += std::string(depth_ * 4, ' ') + text + "\n"; }
    std::string expression(const Expr& e) const;
    std::string call(std::string_view name, const Node& e) const;
    std::string element(const Statement& s) const;
    /// `int v3 = `
    std::string declared(const Statement& s) const;

    const Drawn& kernel_;
    std::string name_;

  private:
    std::string literal_text(const Node& e) const;
    void nested(const std::string& before, const Block& body);
    void block(const Block& statements);
    void statement(const Statement& s);

    std::string text_;
    unsigned depth_ = 0;
};

}  // namespace musimd::differential::cuda
