#pragma once

#include <utility>
#include <vector>

#include "reader/array_reductions.hpp"
#include "reader/canonical_loop.hpp"
#include "reader/clauses.hpp"
#include "reader/reader.hpp"
#include "reader/reductions.hpp"

namespace musimd::reader {

/// Simd loops.
class SimdLoops : public Reader {
  public:
    using Reader::Reader;

    void simd_loop(const ast::OMPLoopDirective* directive);

  private:
    std::vector<ArrayReduction> arrays_of(const Clauses& found, SourcePoint at);
    void one_trip(const CanonicalLoop& loop);
    std::vector<std::pair<const ast::DeclRefExpr*, VariableId>> originals_of(
        const Clauses& found, const std::vector<CanonicalLoop>& loops, Copies& copies);
};

}  // namespace musimd::reader
