#include "python/binding/user_instructions.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "isa/user_instruction.hpp"

namespace py = pybind11;

namespace musimd::python {
namespace {

using Computed = tl::expected<Value, UserFailure>;

/// The integer as a word: modulo 2^w in a word that wraps; else it must fit.
Computed word_of(const py::object& integer, Word word) {
    int excess = 0;
    const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &excess);
    if (excess == 0 && word.fits(value)) return value;
    if (!word.wrap) return tl::unexpected(UserFailure::overflow);
    return word.wrapped(Integer{PyLong_AsUnsignedLongLongMask(integer.ptr())});
}

/// Which trap the exception of a function is; nothing if it is the caller's.
std::optional<UserFailure> failure_of(const py::error_already_set& error) {
    if (error.matches(PyExc_ZeroDivisionError)) return UserFailure::division_by_zero;
    if (error.matches(PyExc_OverflowError)) return UserFailure::overflow;
    if (error.matches(PyExc_AssertionError)) return UserFailure::assertion;
    return std::nullopt;
}

Computed call(const std::string& name, const py::function& function, std::span<const Value> operands,
              Word word) {
    const py::gil_scoped_acquire gil;  // the run may be in a thread of its own
    py::tuple arguments(operands.size());
    for (std::size_t i = 0; i < operands.size(); ++i) arguments[i] = operands[i];
    try {
        const py::object result = function(*arguments);
        const auto integer = py::reinterpret_steal<py::object>(PyNumber_Index(result.ptr()));
        if (integer) return word_of(integer, word);
        PyErr_Clear();
        throw py::type_error(fmt::format("the function of '{}' returned {}; expected an integer", name,
                                         py::repr(result).cast<std::string>()));
    } catch (const py::error_already_set& error) {
        if (const auto failure = failure_of(error)) return tl::unexpected(*failure);
        throw;
    }
}

void define(const std::string& name, std::size_t operands, py::function function) {
    // Never destroyed, as the definition: the interpreter may be gone then.
    const auto* const kept = new py::function(std::move(function));
    const auto wrong =
        define_user_instruction({name, operands, [name, kept](std::span<const Value> values, Word word) {
                                     return call(name, *kept, values, word);
                                 }});
    if (!wrong) return;
    delete kept;
    throw py::value_error(*wrong);
}

}  // namespace

void declare_user_instructions(py::module_& module) {
    module.def("define", define, py::arg("name"), py::arg("operands"), py::arg("function"));
    module.def("remove", [](const std::string& name) { return remove_user_instruction(name); });
}

}  // namespace musimd::python
