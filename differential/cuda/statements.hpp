#pragma once

#include "differential/cuda/expressions.hpp"

namespace musimd::differential::cuda {

/// Random statements for the body of a kernel.
class Statements {
  public:
    explicit Statements(Draft& draft) : draft_(draft), expressions_(draft) {}

    /// About so many, at the beginning of the kernel. `has_warps`: threads of a warp may work together.
    Block body(unsigned statements, bool has_warps);

  private:
    void any(Block& to, unsigned& budget);
    Block block(unsigned& budget, unsigned most);
    void initialise(Block& to);
    void leave_early(Block& to);
    void finish(Block& to);

    void declare(Block& to);
    void set(Block& to);
    void store(Block& to);
    void update(Block& to);
    void update_own(Block& to);
    void conditional(Block& to, unsigned& budget);
    void split(Block& to, unsigned& budget);
    void counted_loop(Block& to, unsigned& budget);
    void voting_loop(Block& to);
    void barrier(Block& to);
    void counting_barrier(Block& to);
    void share_in_warps(Block& to);
    void collective(Block& to);
    void shuffle(Block& to);
    void vote(Block& to);
    void reduce(Block& to);

    void change_modes();
    std::uint32_t declared(Statement& s, Type type, Range range, Level level);
    std::uint32_t ballot(Block& to, Expr condition);

    template <typename F>
    void nested(Level flow, std::optional<Expr> mask, const F& make);

    Draft& draft_;
    Expressions expressions_;
};

}  // namespace musimd::differential::cuda
