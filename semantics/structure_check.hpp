#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/trap.hpp"

// The static check that a program is well structured: that its branches and `sync`s, and its `everywhere`s
// and `end_everywhere`s, match on every path that control can take. A program that passes never ends in one
// of the traps sync-without-branch, stop-while-diverged, end-everywhere-*, branch-mask-outside-everywhere,
// barrier-while-diverged (at a `barrier`, and not as a deadlock), exit-inside-everywhere or
// pc-out-of-program, on any input, and its stacks stay bounded.
//
// What is checked. Ignore Θ and all values, and let control go both ways at every branch. What remains of a
// machine is (pc, shape of Π, shape of Λ): the shape of the sync_stack Π is the list of its entries' branches
// (l_id), that of the context_stack Λ the list of its blocks, each with the number of its `everywhere` and
// the shape of Π that it saved. The program is rejected exactly if control can reach an instruction that
// traps with these shapes, or that pushes what is already on the stacks, so that a loop would let them grow
// without bound (see StructureError::Kind). A `sync` is assumed to pop: the other half that it may run first
// (rule SS) begins with the shape that the branch passed to both its successors, so it is covered from there.
// So is what an `exit` leads to: the threads that wait continue at the branch's other successor, or after
// their `sync`.
//
// Frames. There can be exponentially many shapes, but only the top of a shape decides what control does next.
// So treat the branches on the stacks as calls. A *frame* is the part of a run between a push and its pop:
//
//     1 head: bz c, end     main, in which nothing is open, calls frame 1
//     2       bz d, skip    in frame 1, which begins here and at 6 (end): calls frame 2
//     3       [0] = 1       in frame 2, which begins here and at 4 (skip)
//     4 skip: sync          the exit of frame 2: frame 1, like any other caller, goes on at 5
//     5       jump head     the branch whose frame this is does not push again: it is not a call
//     6 end:  sync          the exit of frame 1: main goes on at 7
//     7       stop
//
// There is one frame for main, and one for each branch and each `everywhere`, whose exit is `end_everywhere`.
// A branch has two frames if it is reached both inside and outside of blocks, since `branch_mask` and
// `end_everywhere` differ there. A frame does not depend on its caller, so each is explored once, over the
// instructions that control reaches in it, stepping over calls that have reached an exit. The chain of open
// calls is (Π, Λ); the stacks grow if a chain calls a frame that it contains.
//
// Time and space are polynomial: each frame meets an instruction at most once, and each call of one frame by
// another looks at most once at all frames. In programs built of nested conditionals, loops and blocks, each
// instruction is in one frame, and the check takes about linear time.

namespace musimd {

/// A violation of the structure, with a path that leads to it.
struct StructureError {
    /// What is wrong at pc. All but the growing ones are named after the trap that they cause.
    enum class Kind : std::uint8_t {
        sync_without_branch,                ///< `sync` with an empty shape of Π
        stop_while_diverged,                ///< `stop` with a branch open
        end_everywhere_without_everywhere,  ///< `end_everywhere` with no block open
        end_everywhere_while_diverged,      ///< `end_everywhere` with a branch open that its block opened
        branch_mask_outside_everywhere,     ///< `branch_mask` with no block open
        barrier_while_diverged,  ///< `barrier` with a branch or a block open; `block_barrier` with a block
                                 ///< open
        exit_inside_everywhere,  ///< `exit` with a block open
        sync_stack_grows,  ///< a branch that would push while it is in the shape of Π or in one that Λ saved
        context_stack_grows,  ///< an `everywhere` while its own block is open
        pc_out_of_program,    ///< control runs past the last instruction
    };

    Kind kind = Kind::pc_out_of_program;
    Label pc = 0;      ///< the offending instruction; n+1 for pc_out_of_program
    Label opened = 0;  ///< the innermost branch or `everywhere` that is open there; 0 if none is
    /// Instruction numbers from 1, the program's entry, to pc: a path that control can take to the error. A
    /// branch or `everywhere` that is closed again before pc is stepped over: it is followed by the
    /// instruction after its `sync` or `end_everywhere` (in full, such paths could be exponentially long). In
    /// a path longer than kMaxStructurePath, a 0 replaces the middle. Empty after the first
    /// kMaxStructurePaths errors of a report.
    std::vector<Label> path;
    /// The same path including what `path` steps over: every instruction in execution order, so that each is
    /// a successor of the one before. If all threads agree at every branch, a trace shows these steps. If
    /// there are more than kMaxStructurePath, a 0 replaces the middle. Empty if `path` is empty.
    std::vector<Label> steps;
    /// The `sync`s or `end_everywhere`s that can close `opened`: those that control can reach from it with
    /// nothing else open. Ascending.
    std::vector<Label> closers;
    /// Whether `opened` adds an entry each time that control reaches it: its own entry is never on top then.
    bool always_adds = false;
    Label last = 0;       ///< the instruction before pc on the path; 0 if pc is the first
    std::string message;  ///< the error and what is open, with their lines in the text
};

inline constexpr std::size_t kMaxStructurePath = 10'000;
inline constexpr std::size_t kMaxStructurePaths = 1'000;

/// The kind as its trap is spelled (`sync-without-branch`), or `sync-stack-grows`, `context-stack-grows`.
std::string_view to_string(StructureError::Kind kind);

/// Whether a program that passes the check can never end in this trap.
bool is_structural(const Trap& trap);

/// The `sync`s that can close a branch, ascending.
struct BranchClosers {
    Label branch = 0;
    std::vector<Label> closers;
};

/// The result of the check.
struct StructureReport {
    /// One per instruction and kind, ascending by pc. A call that grows the stacks is not followed, so errors
    /// that only it leads to are reported once it is fixed; without such an error the list is complete.
    std::vector<StructureError> errors;
    /// Whether no branch has two `sync`s that can close it. Meant for a program without errors.
    bool has_single_joins = true;
    /// Of each branch that control reaches, ascending. Meant for a program without errors.
    std::vector<BranchClosers> closers;

    bool ok() const { return errors.empty(); }
};

/// Checks that the program is well structured. Every target must be in 1 … n+1, as the readers ensure.
StructureReport check_structure(const Program& program);

}  // namespace musimd
