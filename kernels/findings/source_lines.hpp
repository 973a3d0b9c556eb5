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
    std::string where(std::uint32_t number) const;     ///< `FILE:LINE`, or `FILE`
    std::string text(std::uint32_t number) const;      ///< without blanks around it
    std::string indented(std::uint32_t number) const;  ///< the same as a line of a report, or nothing

    /// The files in the order of their lines' numbers; the first is the source itself.
    struct File {
        std::string name;
        std::uint32_t lines_before = 0;
        std::string text;
    };
    std::vector<File> files() const;

  private:
    std::string file_;
    std::string text_;
    std::vector<dsl::cuda::IncludedFile> included_;
};

/// The program in assembly, with the lines of the source as comments.
std::string listing(const Program& program, const SourceLines& lines);

}  // namespace musimd::kernels
