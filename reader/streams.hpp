#pragma once

#include <string>

#include "reader/reader.hpp"

namespace musimd::reader {

/// `std::cout << a << b`, by the functions that our <iostream> declares.
class Streams : public Reader {
  public:
    using Reader::Reader;

    /// Whether the call is one of these functions.
    static bool prints(const ast::CallExpr* e);
    /// Prints what the call does, and returns the stream.
    Pointer print(const ast::CallExpr* e);

  private:
    std::string format_of(const ast::Expr* shown) const;
};

}  // namespace musimd::reader
