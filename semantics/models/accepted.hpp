#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isa/reader.hpp"

namespace musimd::models {

/// Why a model does not run a program (section 12).
struct ModelError {
    Label pc = 0;         ///< the instruction that is wrong; n+1 past the last one
    std::string message;  ///< `needs structured control flow: …`
};

/// The errors of the program under its model, ascending by pc; empty if the model accepts it. The models
/// whose joins are declared, by `sync`s, need structured control flow.
std::vector<ModelError> unaccepted(const Program& program);

/// As read_program, with what the program's model does not accept among the errors.
ReadResult read_accepted_program(std::string_view text, std::string_view file,
                                 const ReadOptions& options = {});

}  // namespace musimd::models
