#pragma once

#include <string>
#include <vector>

#include "isa/program.hpp"

namespace musimd::codegen {

/// The word as C++ writes it.
std::string literal(Value c);

/// What the variables of a program are called in C++: their own names as far as they are such names.
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
