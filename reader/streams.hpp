#pragma once

#include <string>

#include "reader/reader.hpp"

namespace musimd::reader {

/// `std::cout << a << b`, by the functions that our <ostream> declares.
class Streams : public Reader {
  public:
    using Reader::Reader;

    /// Whether the call is one of these functions.
    static bool prints(const ast::CallExpr* e);
    /// Prints what the call does, and returns the stream.
    Pointer print(const ast::CallExpr* e);

  private:
    struct Kind {
        std::string name;  ///< as the host has it, or `literal`
        std::string text;  ///< of a literal
    };
    Kind kind_of(const ast::Expr* shown) const;
    Expr file_of(const Pointer& stream, const ast::CallExpr* e);
};

}  // namespace musimd::reader
