#pragma once

#include "reader/allocations.hpp"
#include "reader/array_reductions.hpp"
#include "reader/assignments.hpp"
#include "reader/atomics.hpp"
#include "reader/bindings.hpp"
#include "reader/c_library.hpp"
#include "reader/calls.hpp"
#include "reader/canonical_loops.hpp"
#include "reader/clause_reader.hpp"
#include "reader/clocks.hpp"
#include "reader/complex.hpp"
#include "reader/cuda/classes.hpp"
#include "reader/cuda/device_calls.hpp"
#include "reader/cuda/device_records.hpp"
#include "reader/cuda/everywhere.hpp"
#include "reader/cuda/inline_ptx.hpp"
#include "reader/cuda/kernel_source.hpp"
#include "reader/cuda/kernel_variables.hpp"
#include "reader/cuda/shuffles.hpp"
#include "reader/cuda/unsupported.hpp"
#include "reader/cuda/views.hpp"
#include "reader/declarations.hpp"
#include "reader/declared_reductions.hpp"
#include "reader/destructors.hpp"
#include "reader/device_data.hpp"
#include "reader/doacross.hpp"
#include "reader/emitter.hpp"
#include "reader/exceptions.hpp"
#include "reader/expressions.hpp"
#include "reader/function_pointers.hpp"
#include "reader/host_calls.hpp"
#include "reader/host_directives.hpp"
#include "reader/in_order.hpp"
#include "reader/jumps.hpp"
#include "reader/last_values.hpp"
#include "reader/library.hpp"
#include "reader/linear_variables.hpp"
#include "reader/locks.hpp"
#include "reader/objects.hpp"
#include "reader/parallel_loops.hpp"
#include "reader/places.hpp"
#include "reader/pointers.hpp"
#include "reader/privates.hpp"
#include "reader/recursion.hpp"
#include "reader/reductions.hpp"
#include "reader/regions.hpp"
#include "reader/runtime_functions.hpp"
#include "reader/scans.hpp"
#include "reader/simd_loops.hpp"
#include "reader/simd_promises.hpp"
#include "reader/statements.hpp"
#include "reader/streams.hpp"
#include "reader/switches.hpp"
#include "reader/tasks.hpp"
#include "reader/teams.hpp"
#include "reader/texts.hpp"
#include "reader/thread_numbers.hpp"
#include "reader/thread_values.hpp"
#include "reader/threads.hpp"
#include "reader/variable_uses.hpp"
#include "reader/virtual_calls.hpp"
#include "reader/whole_objects.hpp"
#include "reader/worksharing.hpp"

namespace musimd::reader {

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
    ThreadValues thread_values{context};

    Bindings bindings{*this};
    Declarations declarations{*this};
    Places places{*this};
    Pointers pointers{*this};
    Objects objects{*this};
    Classes classes{*this};
    Destructors destructors{*this};
    Expressions expressions{*this};
    Assignments assignments{*this};
    ComplexNumbers complex{*this};
    Calls calls{*this};
    Recursion recursion{*this};
    VirtualCalls virtual_calls{*this};
    Allocations allocations{*this};
    WholeObjects whole_objects{*this};
    Statements statements{*this};
    Switches switches{*this};
    Jumps jumps{*this};
    Exceptions exceptions{*this};
    Library library{*this};
    CLibrary c_library{*this};
    HostCalls host_calls{*this};
    Clocks clocks{*this};
    Texts texts{*this};
    FunctionPointers function_pointers{*this};
    Streams streams{*this};
    ClauseReader clauses{*this};
    CanonicalLoops loops{*this};
    Privates privates{*this};
    LinearVariables linear{*this};
    Reductions reductions{*this};
    ArrayReductions array_reductions{*this};
    DeclaredReductions declared_reductions{*this};
    LastValues last_values{*this};
    Scans scans{*this};
    InOrder in_order{*this};
    SimdLoops simd_loops{*this};
    SimdPromises simd_promises{*this};
    ParallelLoops parallel_loops{*this};
    Threads threads{*this};
    Teams teams{*this};
    ThreadNumbers thread_numbers;
    Regions regions{*this};
    Worksharing worksharing{*this};
    DoacrossLoops doacross{*this};
    RuntimeFunctions runtime{*this};
    Tasks tasks{*this};
    Locks locks{*this};
    Atomics atomics{*this};
    DeviceData device{*this};
    HostDirectives host_directives{*this};
    KernelVariables kernel_variables{*this};
    Views views{*this};
    DeviceCalls device_calls{*this};
    Shuffles shuffles{*this};
    DeviceRecords records{*this};
    InlinePtx ptx{*this};
    EverywhereBlocks everywhere{*this};
};

}  // namespace musimd::reader
