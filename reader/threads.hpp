#pragma once

#include <cstdint>
#include <functional>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Parallel regions whose threads neither share work nor wait.
class Threads : public Reader {
  public:
    using Reader::Reader;

    /// Each thread executes what `read` reads.
    void region(const ast::OMPExecutableDirective* directive, const std::function<void()>& read);
    void threads_of_teams(const ast::OMPExecutableDirective* directive);
    void region(const ast::OMPExecutableDirective* directive, const Expr& count, const char* part,
                const std::function<void()>& read);
    void sections(const ast::OMPExecutableDirective* directive);
    void of_thread(std::uint64_t number, Block body, ast::SourceLocation where);
};

}  // namespace musimd::reader
