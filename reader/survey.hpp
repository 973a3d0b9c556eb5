#pragma once

#include "reader/context.hpp"

namespace musimd::reader {

/// What a statement contains, with the functions that it calls: what decides how a parallel region runs.
struct Survey {
    bool waits = false;           ///< for other threads: `critical`, locks, `ordered`
    bool barriers = false;        ///< `barrier`
    bool shares = false;          ///< worksharing constructs, or parallel ones
    bool publishes = false;       ///< it orders accesses: `flush`, atomics with a memory order, atomic reads
    bool sets_number = false;     ///< it sets the number of threads: `omp_set_num_threads`
    bool names_thread = false;    ///< it asks for the thread's number, or names a variable of threads
    bool asks_threads = false;    ///< it asks for the number of threads
    bool nests = false;           ///< regions of threads, teams or devices
    bool names_team = false;      ///< it asks for the team's number
    bool tasks = false;           ///< it makes tasks, or waits for them
    bool allows_nesting = false;  ///< it may allow several active levels of threads

    bool threads_meet() const { return waits || barriers || shares || publishes; }
};

Survey survey(const ast::Stmt* s);

/// Whether an `ordered` directive orders only the iterations of a simd loop.
bool is_ordered_simd(const ast::OMPExecutableDirective* directive);

/// Whether the region is nothing but worksharing loops that each end with a barrier, and loops around them:
/// then they are launched one after the other.
bool only_shares_loops(const ast::OMPExecutableDirective* directive);

/// Whether each thread has a variable of its own.
bool is_of_threads(const ast::VarDecl* v);

/// The schedule of a worksharing loop.
struct Schedule {
    bool fixed = false;  ///< the standard says which thread executes which iteration
    const ast::Expr* chunk = nullptr;
    bool by_chunks = false;  ///< chunks of one iteration if it names no size; else one chunk per thread
};

Schedule schedule_of(const ast::OMPExecutableDirective* directive);

}  // namespace musimd::reader
