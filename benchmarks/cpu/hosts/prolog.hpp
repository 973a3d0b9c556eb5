#pragma once

#include <iosfwd>

#include "isa/program.hpp"

namespace musimd::benchmarks {

/// Prints a program as Prolog facts for benchmarks/peers/machine.pl: threads(N), word(32, wrap),
/// program points p(Pc, Instruction), and fill(Address, Count, Start, Step) for its preloads. Throws for what
/// that machine does not support: grids, typed words, ballot.
void print_prolog(const Program& program, std::ostream& out);

}  // namespace musimd::benchmarks
