#pragma once

#include "differential/programs/generate/tree.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// The program of the tree, canonical. It passes the structure check: each branch has one
/// `sync`.
///
/// How threads leave. In μ-SIMD the only way out of a conditional is its `sync`, so a thread that executes a
/// break, continue or return stores the destination in the variable `left` and is masked off until it gets
/// there:
///
///     for (…) {                  head: bz fuel, exit       and the test at the head also reads left
///         if (c) break;                bz c, join
///         rest;                        left = 2            break, of the first region
///     }                          join: sync
///                                      bnz left, next      after a statement that may leave,
///                                      rest                only threads that stay continue
///                                next: sync
///                                      fuel = fuel - 1
///                                      jump head
///                                exit: sync
///                                      left = 0            they have arrived
///
/// `left` is 0 in threads that stay. Loops, selects and calls are the regions that can be left; region i,
/// from the outside in, is continued by the code 2i + 1 and broken out of by 2i + 2. An `everywhere` block is
/// a program of its own, with a variable of its own, since the threads that it wakes may have left elsewhere.
Program lower(const Tree& tree);

}  // namespace musimd::differential
