#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "reader/front_end.hpp"

// The words of the command that compiles a program's host code, other than its files: options of the user,
// and those without which Clang would refuse what nvcc and gcc accept.

namespace musimd::kernels::cuda {

/// Whether a file is an object, an archive or a library for the linker, by its name.
bool is_linked(const std::filesystem::path& file);

/// The language of a source, for the compiler's -x: that of `Source::language`, or by its name.
std::string language_of(const reader::Source& source);

/// The source, followed by the other sources of CUDA C++: device functions may be in another file, as nvcc
/// allows with -rdc=true. nullopt if there are no others.
std::optional<reader::Source> joined(const reader::Source& source, const std::vector<reader::Source>& all);

/// Options with which the sources of this language are compiled.
std::vector<std::string> compile_words(const std::vector<reader::Source>& sources,
                                       const std::string& language);

/// Objects and libraries, after the objects of the sources.
std::vector<std::string> link_words(const std::vector<reader::Source>& sources);

}  // namespace musimd::kernels::cuda
