#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "dsl/openmp/loop_function.hpp"
#include "prove/proof.hpp"

// Loops of OpenMP for all numbers of iterations: two iterations are the two threads of a block, and the
// variables around the loop are unknowns that they share.

namespace musimd::prove {

/// A loop whose iterations have no order.
struct UnorderedLoop {
    dsl::SourcePoint line = {};
    bool is_simd = false;
    std::uint32_t safelen = 0;              ///< only iterations less than this apart run at once; 0: all may
    std::string reason = {};                ///< why nothing is proved of it; empty: it is understood
    dsl::Expr count = nullptr;              ///< of its iterations, an i64
    dsl::cuda::KernelFunction kernel = {};  ///< each thread is an iteration, Expression::Kind::element
    std::map<dsl::BufferId, dsl::Expr> lengths = {};  ///< of arrays, where the host code states them once
    std::vector<dsl::Statement> known =
        {};  ///< declarations before the loop, of variables that keep their value
};

/// The loops under `parallel for` and `simd`, in the order of the text. A simd loop in a parallel one is part
/// of this, and a loop of its own.
std::vector<UnorderedLoop> unordered_loops(const dsl::openmp::LoopFunction& function);

/// No race between iterations, accesses within their arrays, and assertions. Of the premises: assumptions and
/// lengths, over integer variables as they are when the loop begins. Throws std::invalid_argument as
/// Prover::prove does.
Proof prove_loop(const UnorderedLoop& loop, const Premises& premises, Solver& solver,
                 std::chrono::seconds limit = std::chrono::seconds(60));

}  // namespace musimd::prove
