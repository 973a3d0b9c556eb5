// The module musimd._native, on which the modules in python/musimd build.

#include <pybind11/pybind11.h>

#include "python/binding/machine.hpp"
#include "python/binding/run.hpp"
#include "python/binding/source.hpp"
#include "python/binding/user_instructions.hpp"

PYBIND11_MODULE(_native, module) {
    using namespace musimd::python;
    module.doc() = "musimd's libraries; use the package musimd.";
    declare_source(module);
    declare_run(module);
    declare_machine(module);
    declare_user_instructions(module);
}
