#pragma once

#include <functional>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "views/profile/profile.hpp"

namespace musimd::views {

/// The calls around an instruction, outermost first.
using CallsOf = std::function<std::vector<ProfileCall>(Label)>;

/// What is around the instructions of a program: loops, everywhere blocks and inlined calls. Loops are left
/// out in programs of more than kMaxWithLoops instructions, since finding them takes quadratic time.
class Frames {
  public:
    static constexpr std::size_t kMaxWithLoops = 2'000;
    static constexpr std::size_t kMaxBlocks = 8;  ///< the innermost ones

    /// `calls`: may be null. Both must outlive it.
    Frames(const Program& program, const CallsOf& calls);

    /// Outermost first: `loop at lines 3-6`, `everywhere on line 4`, `f, called on line 9`.
    std::vector<std::string> around(Label pc) const;

  private:
    /// `size`: how many instructions it has; what is around it has more.
    struct Frame {
        std::string name;
        std::size_t size = 0;
    };

    void find_blocks();
    void find_calls();
    void add_loops(Label pc, std::vector<Frame>& frames) const;
    void add_blocks(Label pc, std::vector<Frame>& frames) const;
    void add_calls(Label pc, std::vector<Frame>& frames) const;

    const Program& program_;
    const CallsOf& calls_;
    std::vector<Label> block_of_;           ///< by instruction: the `everywhere` around it; 0: none
    std::vector<std::size_t> block_sizes_;  ///< by instruction that is an `everywhere`
    std::map<std::vector<std::string>, std::size_t> call_sizes_;  ///< by the names of nested calls
};

}  // namespace musimd::views
