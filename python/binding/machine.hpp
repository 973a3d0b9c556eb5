#pragma once

#include <pybind11/pybind11.h>

namespace musimd::python {

/// The class `Machine`: a position in a run, with the requests of docs/web.md.
void declare_machine(pybind11::module_& module);

}  // namespace musimd::python
