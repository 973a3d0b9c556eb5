#pragma once

#include "reader/pointer.hpp"

namespace musimd::reader {

/// What a C variable is in the tree.
struct Binding {
    enum class Kind : std::uint8_t {
        variable,  ///< a number, or the address in a pointer
        pointer,   ///< an array, or a pointer that nobody assigns: what it points to
        object,    ///< a structure or an array of the body: where it is
        cell,      ///< a number in memory: the element that `pointer` has
        value,     ///< a number that nobody assigns: its value
        unset,     ///< declared outside of the parallel loops, without a value
    };
    Kind kind = Kind::unset;
    VariableId variable = 0;
    Pointer pointer;
    Expr value;
    unsigned region = 0;   ///< in which it was declared; see Surroundings
    bool of_loop = false;  ///< the variable of a loop under a directive
};

}  // namespace musimd::reader
