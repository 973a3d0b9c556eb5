#pragma once

#include <span>
#include <string_view>

namespace musimd::mutants {

/// A row of a table of mutants.
struct Mutant {
    int number;                 ///< from 1; 0 is the machine as it is
    std::string_view engine;    ///< whose table it stands in: the engine that it changes
    std::string_view names;     ///< the rules and traps that it is about, separated by blanks
    std::string_view change;    ///< what it does instead
    std::string_view argument;  ///< why nothing can show it; empty where something can
};

/// Every mutant, by number.
std::span<const Mutant> all();

/// The mutant that runs: the sources that make_mutants writes ask for it wherever a mutant changes them.
extern int on;

}  // namespace musimd::mutants
