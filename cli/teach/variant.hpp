#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

#include "checking/grading/exercise.hpp"

namespace musimd::cli {

/// The exercise with other words in its inputs, drawn by the seed where `vary` allows it. The solution, which
/// is the text of a file, computes what they expect. The error says why there is no such exercise.
tl::expected<grading::Exercise, std::string> variant_of(const grading::Exercise& exercise,
                                                        const std::string& solution, const std::string& file,
                                                        std::uint64_t seed);

}  // namespace musimd::cli
