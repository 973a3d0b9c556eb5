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
    /// Of variables that are 0 or 1: the lanes where they are 1, and those of a block's new value.
    std::string bits(Variable v) const { return "b_" + names_[v]; }
    std::string fresh(Variable v) const { return "f_" + names_[v]; }
    std::string defined(Variable v) const { return "d_" + names_[v]; }

  private:
    std::vector<std::string> names_;
};

}  // namespace musimd::codegen
