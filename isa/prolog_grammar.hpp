#pragma once

#include <string_view>
#include <vector>

#include "isa/diagnostic.hpp"
#include "isa/syntax.hpp"

namespace musimd {

/// One program of a Prolog file, `NAME([ INSTRUCTION, … ]).`, as lines of assembly: variable 0 is `v0`, and
/// an instruction that is branched to, say number 12, has the label `L12`.
struct PrologProgram {
    std::string_view name;
    syntax::File file;
};

/// Reads a Prolog file. A directive (`%!` line) belongs to the program that it is in or above; those after
/// the last program belong to it.
std::vector<PrologProgram> parse_prolog(std::string_view text, Diagnostics& diagnostics);

/// Adds the machine directives above the first program of a file to a program, except those that it has
/// itself.
void share_directives(const PrologProgram& first, PrologProgram& program);

}  // namespace musimd
