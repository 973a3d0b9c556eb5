#pragma once

#include "dsl/clang/allocations.hpp"
#include "dsl/clang/array_reductions.hpp"
#include "dsl/clang/assignments.hpp"
#include "dsl/clang/atomics.hpp"
#include "dsl/clang/bindings.hpp"
#include "dsl/clang/calls.hpp"
#include "dsl/clang/canonical_loops.hpp"
#include "dsl/clang/clause_reader.hpp"
#include "dsl/clang/cuda/classes.hpp"
#include "dsl/clang/cuda/device_calls.hpp"
#include "dsl/clang/cuda/device_records.hpp"
#include "dsl/clang/cuda/everywhere.hpp"
#include "dsl/clang/cuda/kernel_source.hpp"
#include "dsl/clang/cuda/kernel_variables.hpp"
#include "dsl/clang/cuda/shuffles.hpp"
#include "dsl/clang/cuda/unsupported.hpp"
#include "dsl/clang/cuda/views.hpp"
#include "dsl/clang/declarations.hpp"
#include "dsl/clang/doacross.hpp"
#include "dsl/clang/emitter.hpp"
#include "dsl/clang/expressions.hpp"
#include "dsl/clang/host_directives.hpp"
#include "dsl/clang/last_values.hpp"
#include "dsl/clang/library.hpp"
#include "dsl/clang/linear_variables.hpp"
#include "dsl/clang/locks.hpp"
#include "dsl/clang/objects.hpp"
#include "dsl/clang/parallel_loops.hpp"
#include "dsl/clang/places.hpp"
#include "dsl/clang/pointers.hpp"
#include "dsl/clang/privates.hpp"
#include "dsl/clang/reductions.hpp"
#include "dsl/clang/regions.hpp"
#include "dsl/clang/simd_loops.hpp"
#include "dsl/clang/statements.hpp"
#include "dsl/clang/switches.hpp"
#include "dsl/clang/thread_numbers.hpp"
#include "dsl/clang/threads.hpp"
#include "dsl/clang/variable_uses.hpp"
#include "dsl/clang/whole_objects.hpp"
#include "dsl/clang/worksharing.hpp"

namespace musimd::dsl::clang {

/// The readers of one function's body.
struct Readers {
    Readers(const Context& tree, openmp::LoopFunction& result, std::uint32_t usual_threads,
            const KernelSource* source)
        : context(tree),
          function(result),
          kernel(source),
          emitter(tree, result),
          uses(tree, source != nullptr),
          thread_numbers(*this, usual_threads) {}
    Readers(const Readers&) = delete;
    Readers& operator=(const Readers&) = delete;

    const Context& context;
    openmp::LoopFunction& function;
    const KernelSource* kernel;  ///< null: the function is C
    Surroundings here = {};
    Emitter emitter;
    VariableUses uses;

    Bindings bindings{*this};
    Declarations declarations{*this};
    Places places{*this};
    Pointers pointers{*this};
    Objects objects{*this};
    Classes classes{*this};
    Expressions expressions{*this};
    Assignments assignments{*this};
    Calls calls{*this};
    Allocations allocations{*this};
    WholeObjects whole_objects{*this};
    Statements statements{*this};
    Switches switches{*this};
    Library library{*this};
    ClauseReader clauses{*this};
    CanonicalLoops loops{*this};
    Privates privates{*this};
    LinearVariables linear{*this};
    Reductions reductions{*this};
    ArrayReductions array_reductions{*this};
    LastValues last_values{*this};
    SimdLoops simd_loops{*this};
    ParallelLoops parallel_loops{*this};
    Threads threads{*this};
    ThreadNumbers thread_numbers;
    Regions regions{*this};
    Worksharing worksharing{*this};
    DoacrossLoops doacross{*this};
    Locks locks{*this};
    Atomics atomics{*this};
    HostDirectives host_directives{*this};
    KernelVariables kernel_variables{*this};
    Views views{*this};
    DeviceCalls device_calls{*this};
    Shuffles shuffles{*this};
    DeviceRecords records{*this};
    EverywhereBlocks everywhere{*this};
};

}  // namespace musimd::dsl::clang
