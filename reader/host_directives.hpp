#pragma once

#include <string>
#include <vector>

#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Directives outside of parallel loops.
class HostDirectives : public Reader {
  public:
    using Reader::Reader;

    /// Numbers that no `map` names, in a region of threads.
    void copy_in_region(const ast::OMPExecutableDirective* directive);
    void error(const ast::OMPErrorDirective* directive);
    void host_directive(const ast::OMPExecutableDirective* directive);

  private:
    void with_one_memory(const ast::OMPExecutableDirective* directive);
    bool by_one_thread(const ast::OMPExecutableDirective* directive);
    void parallel_sections(const ast::OMPExecutableDirective* directive);
    void check_data_clauses(const ast::OMPExecutableDirective* directive) const;
    void target(const ast::OMPExecutableDirective* directive);
    void copy_unmapped(const ast::OMPExecutableDirective* directive);
    void loop(const ast::OMPLoopDirective* directive);
    void parallel_region(const ast::OMPExecutableDirective* directive);
};

}  // namespace musimd::reader
