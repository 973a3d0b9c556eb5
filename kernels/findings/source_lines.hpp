#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "reader/front_end.hpp"

namespace musimd::kernels {

/// The lines of a source, by the numbers that the front end gives them: see dsl::cuda::IncludedFile. The
/// number 0 is that of no line.
class SourceLines {
  public:
    explicit SourceLines(const reader::Source& source) : SourceLines(source, {}) {}
    SourceLines(const reader::Source& source, const std::vector<dsl::cuda::IncludedFile>& included);

    dsl::cuda::FileLine place(std::uint32_t number) const;
    std::string where(dsl::SourcePoint point) const;     ///< `FILE:LINE:COLUMN`, without what is unknown
    std::uint32_t column(dsl::SourcePoint point) const;  ///< in code points, from 1; 0 if unknown
    std::string text(std::uint32_t number) const;        ///< without blanks around it
    std::string indented(dsl::SourcePoint point) const;  ///< the line of a report, and a caret; or nothing
    /// A message whose numbers of lines, as in `on line 7`, are those of a finding in this line: those of
    /// another file name it.
    std::string with_files(const std::string& message, std::uint32_t finding_line) const;
    /// A message about a line, with the shuffle or barrier that the line calls: `__shfl_xor_sync` instead of
    /// `__shfl_sync`.
    std::string as_spelled(const std::string& message, std::uint32_t line) const;

    /// The files in the order of their lines' numbers; the first is the source itself.
    struct File {
        std::string name;
        std::uint32_t lines_before = 0;
        std::string text;
    };
    std::vector<File> files() const;

  private:
    std::string whole_line(std::uint32_t number) const;

    std::string file_;
    std::string text_;
    std::vector<dsl::cuda::IncludedFile> included_;
};

/// The program in assembly, with the lines of the source as comments.
std::string listing(const Program& program, const SourceLines& lines);

}  // namespace musimd::kernels
