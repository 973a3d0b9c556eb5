#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "reader/front_end.hpp"

// A module of device code that a program loads by CUDA's driver interface: in place of PTX, a text that has
// the source, or names its file. It consists of comments of PTX:
//
//     // a module of musimd
//     //musimd-file FILE            the name of the source
//     //musimd-option OPTION        of the compiler
//     //musimd-name EXPRESSION      a kernel or variable that the program names
//     //musimd-header NAME          lines of a header that need not exist follow
//     //| LINE
//     //musimd-text                 the lines of the source; without, its file has them
//     //| LINE
//     //musimd-end

namespace musimd::kernels::cuda {

struct ModuleImage {
    reader::Source source;           ///< its options are those that the reader knows
    std::vector<std::string> names;  ///< expressions, by number of the variable that the source has for each
    std::vector<std::string> unknown;  ///< options that NVRTC does not have, either
};

/// The error says what is wrong: the text is no module, or its file cannot be read.
tl::expected<ModuleImage, std::string> read_module_image(const std::string& text);

}  // namespace musimd::kernels::cuda
