#pragma once

#include <pybind11/pybind11.h>

namespace musimd::python {

/// The functions `define` and `remove`.
void declare_user_instructions(pybind11::module_& module);

}  // namespace musimd::python
