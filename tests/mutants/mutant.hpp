#pragma once

#include <span>
#include <string_view>

namespace musimd::mutants {

/// A row of a table of mutants.
struct Mutant {
    int number;                 ///< from 1; 0 is the unchanged machine
    std::string_view engine;    ///< the engine that it changes
    std::string_view names;     ///< the rules and traps concerned, separated by blanks
    std::string_view change;    ///< what it does instead
    std::string_view argument;  ///< why it is equivalent; empty if it can be detected
};

/// Every mutant, by number.
std::span<const Mutant> all();

/// The active mutant: the sources that make_mutants writes check it wherever a mutant changes them.
extern int on;

}  // namespace musimd::mutants
