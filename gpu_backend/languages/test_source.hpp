#pragma once

#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/languages/program_words.hpp"

namespace musimd::languages {

/// A test that runs without musimd: the source with its inputs and what the machine computes. Of GLSL an
/// Amber file, of OpenCL C a host program in C, of ISPC a file with a main function. The run of `expected`
/// must have stopped. The variables of `excluded` are not compared.
tl::expected<std::string, std::string> test_source(const Program& program, const ProgramSource& source,
                                                   Language language, const Result& expected,
                                                   const std::vector<Variable>& excluded = {});

}  // namespace musimd::languages
