#pragma once

#include <string_view>
#include <vector>

#include "isa/diagnostic.hpp"
#include "isa/syntax.hpp"

namespace musimd {

/// One program of a Prolog file, `NAME([ INSTRUCTION, … ]).`, as the lines of assembly that it stands for:
/// variable 0 is `v0`, and an instruction that is branched to, say number 12, has the label `L12`.
struct PrologProgram {
    std::string_view name;
    syntax::File file;
};

/// Reads a Prolog file. Directives (`%!` lines) belong to the program in or above which they stand, and those
/// behind the last program to it.
std::vector<PrologProgram> parse_prolog(std::string_view text, Diagnostics& diagnostics);

/// Gives a program the directives of the machine that stand above the first program of its file, but for
/// those of which it has one of its own.
void share_directives(const PrologProgram& first, PrologProgram& program);

}  // namespace musimd
