#pragma once

#include <vector>

#include "dsl/kernel.hpp"

namespace musimd::kernels::cuda {

/// Plain reads with which a loop around atomicCAS begins: `old = *p; do { assumed = old; old = atomicCAS(p,
/// assumed, f(assumed)); } while (assumed != old);`. The value is only what atomicCAS of the same element
/// expects, and goes only into what that would store, so that a wrong one is tried again. A read whose
/// value is used elsewhere is not a guess.
class Guesses {
  public:
    explicit Guesses(const dsl::Block& body);

    /// Whether all plain reads at this place of the source are guesses.
    bool contains(dsl::SourcePoint place) const;

    /// They become relaxed atomic reads. `body`: as in the constructor.
    void read_atomically(dsl::Block& body) const;

  private:
    std::vector<dsl::Expr> guesses_;
    std::vector<dsl::Expr> others_;
};

}  // namespace musimd::kernels::cuda
