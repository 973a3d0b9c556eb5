#pragma once

#include <pybind11/pybind11.h>

namespace musimd::python {

/// The class `Run`, and the function `run`.
void declare_run(pybind11::module_& module);

}  // namespace musimd::python
