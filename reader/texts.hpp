#pragma once

#include <map>
#include <string>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Texts as objects of bytes: string literals, and the arguments of the program.
class Texts : public Reader {
  public:
    using Reader::Reader;

    /// Where the literal is, of which there is one in the whole program.
    Pointer literal_text(const ast::StringLiteral* text);
    Pointer text(const std::string& bytes, const std::string& name, ast::QualType type,
                 ast::SourceLocation where);
    /// `argv`, for these arguments of the program.
    Pointer arguments(const std::vector<std::string>& given, ast::SourceLocation where);

  private:
    std::map<std::string, Pointer> known_;
};

}  // namespace musimd::reader
