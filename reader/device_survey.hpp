#pragma once

#include <set>

#include "reader/context.hpp"

// Questions to the text about the memory of the device.

namespace musimd::reader {

struct DeviceSurvey {
    bool any = false;          ///< it has target regions, or asks for memory of the device
    bool maps = false;         ///< clauses of the text say what the device has
    bool in_parallel = false;  ///< threads of a parallel region do this
};

/// Of the function, and of those that it calls.
DeviceSurvey survey_devices(const ast::FunctionDecl* f);

/// Whether a `requires` directive says that the host and the device share their memory.
bool has_one_memory(const Context& context);

/// Variables of which the host and the device may have different values, and which are therefore in memory.
void find_mapped_variables(const ast::Stmt* body, std::set<const ast::VarDecl*>& found);

}  // namespace musimd::reader
