#pragma once

#include "reader/context.hpp"
#include "reader/front_end.hpp"

namespace musimd::reader {

/// The kernels of the file and its variables of the device, without those of system headers.
ModuleReading module_contents(const Context& context);

/// Refuses a variable of the device that the linker of a program would, with a message that does not name it.
void refuse_large_variables(const Context& context);

}  // namespace musimd::reader
