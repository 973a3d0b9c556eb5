#pragma once

#include <string>
#include <vector>

#include "isa/program.hpp"

namespace musimd::codegen {

/// The word as a C++ literal.
std::string literal(Value c);

/// The C++ names of a program's variables: their own names where these are valid identifiers.
class Names {
  public:
    explicit Names(const Program& program);

    const std::string& of(Variable v) const { return names_[v]; }
    std::string row(Variable v) const { return "r_" + names_[v]; }
    std::string defined(Variable v) const { return "d_" + names_[v]; }

  private:
    std::vector<std::string> names_;
};

}  // namespace musimd::codegen
