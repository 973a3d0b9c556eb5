#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "isa/program.hpp"

namespace musimd::python {

/// A program with its text. It does not change.
struct Source {
    std::string file;
    std::string text;
    Program program;
};
using SourcePtr = std::shared_ptr<Source>;

/// The class `Source`, and the functions that make one.
void declare_source(pybind11::module_& module);

}  // namespace musimd::python
