#pragma once

#include <string>
#include <string_view>

#include "isa/program.hpp"
#include "isa/syntax.hpp"

namespace musimd {

/// `<=`
std::string_view to_string(ExpectStatistic::Relation relation);

/// The shortest decimal that is this number, without an exponent.
std::string decimal_text(double number);

/// One instruction in canonical assembly, its target as a label: `bz c, end`.
std::string print(const Instruction& instruction, const Program& program);

/// A whole program in canonical assembly: its directives, then its instructions. Constants are printed as
/// their values. Reading it again yields the same program.
std::string print(const Program& program);

/// A text in canonical assembly, line by line: names, constants, comments and blank lines are kept, spelling
/// and spacing become canonical. Formatting it again changes nothing.
std::string format(const syntax::File& file);

}  // namespace musimd
