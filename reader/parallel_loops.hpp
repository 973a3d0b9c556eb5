#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "reader/canonical_loop.hpp"
#include "reader/clauses.hpp"
#include "reader/reader.hpp"
#include "reader/team.hpp"

namespace musimd::reader {

/// The iterations of a parallel loop, or the threads of a region.
struct Iterations {
    const ast::OMPExecutableDirective* directive = nullptr;
    const Clauses& clauses;
    Expr count;
    std::uint32_t width = 0;                  ///< width in the combined form with `simd`; else 0
    const std::vector<CanonicalLoop>& loops;  ///< loops of the directive
    Team* team = nullptr;                     ///< if they are threads by themselves
    std::uint32_t teams = 1;
    const char* part = "";  ///< what they are: see openmp::LoopFunction
    Expr last_count = {};   ///< their number if the last one is among them, else 0; null: it is
};

/// Parallel loops, whose iterations are independent.
class ParallelLoops : public Reader {
  public:
    using Reader::Reader;

    void parallel_loop(const ast::OMPLoopDirective* directive, const Clauses& around);
    /// Iterations that are independent: each declares what `begin` does, and runs the body.
    void parallel(const Iterations& iterations, const std::function<void()>& begin,
                  const std::function<void()>& body);

  private:
    struct TeamShare {
        Expr team;
        Expr teams;
        SourcePoint at;
        Expr has_last;  ///< whether the last iteration is this team's; null: nobody asks
        /// Of the team's: in the loop.
        Expr iteration(const Expr& number) const;
    };
    std::optional<TeamShare> share_of_team(const ast::OMPLoopDirective* directive, const Clauses& found,
                                           Expr& count);
    void with_promises(const ast::OMPLoopDirective* directive, const Clauses& found, const Expr& count,
                       const std::function<void()>& read);
    void loop_of_threads(const ast::OMPLoopDirective* directive);
};

}  // namespace musimd::reader
