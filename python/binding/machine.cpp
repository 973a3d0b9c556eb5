#include "python/binding/machine.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "engines/simulator_engines.hpp"
#include "python/binding/arrays.hpp"
#include "python/binding/observers.hpp"
#include "python/binding/source.hpp"
#include "session/requests.hpp"

namespace py = pybind11;

namespace musimd::python {
namespace {

class Machine {
  public:
    explicit Machine(const Source& source)
        : requests_(std::make_unique<web::Session>(source.file, source.text, source.program)) {}

    /// A function of a user instruction may not move the machine that calls it.
    std::string answer(const std::string& request) {
        if (is_busy_) throw std::runtime_error("the machine is in the middle of a step");
        is_busy_ = true;
        const std::unique_ptr<bool, void (*)(bool*)> done(&is_busy_, [](bool* busy) { *busy = false; });
        return requests_.answer(request);
    }
    const web::Session& session() const { return *requests_.session(); }

  private:
    web::Requests requests_;
    bool is_busy_ = false;
};

Machine machine_of(const Source& source) {
    if (const auto why = too_large(*find_engine(core_engines(), "rules"), source.program))
        throw std::runtime_error(*why);
    return Machine(source);
}

/// The machine of a thread, as it is now.
const Warp& at(const Machine& m, std::uint32_t warp, Thread t) {
    const musimd::Machine& machine = m.session().now().machine();
    return machine.warp(machine.machine_of(warp, t));
}

py::array_t<bool> active_of(const Machine& m) {
    return flags_of_threads(m.session().program(),
                            [&](std::uint32_t w, Thread t) { return at(m, w, t).active.contains(t); });
}

py::tuple variable_of(const Machine& m, std::size_t v) {
    const Program& program = m.session().program();
    if (v >= program.variables.size()) throw py::index_error();
    return words_of_threads(program, [&](std::uint32_t w, Thread t) {
        return at(m, w, t).bank.find(t, static_cast<Variable>(v));
    });
}

Repeat repeats(const Machine& m) {
    return [&m](Observer& observer) { m.session().repeat(observer); };
}

py::object counts_of(const Machine& m) {
    UserCounts user;
    if (uses_user_instructions(m.session().program())) m.session().repeat(user);
    return py::cast(user.counts);
}

}  // namespace

void declare_machine(py::module_& module) {
    py::class_<Machine>(module, "Machine")
        .def(py::init(&machine_of), py::arg("source"))
        .def("answer", &Machine::answer)
        .def_property_readonly("position", [](const Machine& m) { return m.session().position(); })
        .def_property_readonly("active", active_of)
        .def("variable", variable_of)
        .def_property_readonly(
            "memory", [](const Machine& m) { return words_of_memory(m.session().now().machine().memory()); })
        .def_property_readonly("user_counts", counts_of)
        .def("lanes",
             [](const Machine& m, std::size_t width, std::uint32_t warp) {
                 return lanes_text(m.session().program(), repeats(m), m.session().places(), width, warp);
             })
        .def("trace", [](const Machine& m, std::size_t most) { return trace_text(repeats(m), most); });
}

}  // namespace musimd::python
