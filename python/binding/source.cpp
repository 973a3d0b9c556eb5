#include "python/binding/source.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/lint/lint.hpp"
#include "isa/json_writer.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "isa/user_instruction.hpp"
#include "semantics/models/accepted.hpp"
#include "semantics/structure_check.hpp"
#include "views/lanes/source_places.hpp"
#include "views/pictures/graph.hpp"

namespace py = pybind11;

namespace musimd::python {
namespace {

// ---- options

/// The option, unless it is missing or None.
std::optional<py::object> given(const py::dict& options, const char* name) {
    if (!options.contains(name) || options[name].is_none()) return std::nullopt;
    return py::object(options[name]);
}

/// The option as this type, if it fits.
template <typename T>
T value_of(const py::handle& value, const std::string& name, const char* expected) {
    try {
        return value.cast<T>();
    } catch (const py::cast_error&) {
        throw py::value_error(
            fmt::format("{} is {}; expected {}", name, py::repr(value).cast<std::string>(), expected));
    }
}

std::optional<std::uint32_t> count_in(const py::dict& options, const char* name, std::uint32_t most) {
    const auto value = given(options, name);
    if (!value) return std::nullopt;
    const auto number = value_of<std::int64_t>(*value, name, "an integer");
    if (number < 1 || number > std::int64_t{most})
        throw py::value_error(fmt::format("{} is {}; expected 1 … {}", name, number, most));
    return static_cast<std::uint32_t>(number);
}

/// The index of the option among these words.
template <typename Words>
std::optional<std::size_t> word_in(const py::dict& options, const char* name, const Words& words) {
    const auto value = given(options, name);
    if (!value) return std::nullopt;
    const auto text = value_of<std::string>(*value, name, "a text");
    const auto found = std::ranges::find(words, std::string_view(text));
    if (found == std::end(words))
        throw py::value_error(
            fmt::format("{} is '{}'; expected one of: {}", name, text, fmt::join(words, ", ")));
    return static_cast<std::size_t>(found - std::begin(words));
}

std::optional<Word> word_option(const py::dict& options) {
    const auto value = given(options, "word");
    if (!value) return std::nullopt;
    const auto [width, wrap] =
        value_of<std::pair<int, bool>>(*value, "word", "its bits, and whether it wraps");
    if (width != 8 && width != 16 && width != 32 && width != 64)
        throw py::value_error(fmt::format("a word of {} bits; expected 8, 16, 32 or 64", width));
    return Word{width, wrap};
}

void add_defines(const py::dict& options, ReadOptions& read) {
    const auto defines = given(options, "define");
    if (!defines) return;
    for (const auto& [name, value] : defines->cast<py::dict>()) {
        const auto constant = name.cast<std::string>();
        const bool is_negative = py::isinstance<py::int_>(value) && value.cast<py::object>() < py::int_(0);
        constexpr const char* kExpected = "an integer of at most 64 bits";
        read.defines[constant] = is_negative ? Integer{value_of<std::int64_t>(value, constant, kExpected)}
                                             : Integer{value_of<std::uint64_t>(value, constant, kExpected)};
    }
}

ReadOptions read_options(const py::dict& options) {
    constexpr std::string_view kRegisters[] = {"keep", "restore"};
    constexpr std::string_view kRaces[] = {"warp", "thread"};
    ReadOptions read;
    read.threads = count_in(options, "threads", kMaxThreads);
    read.warps = count_in(options, "warps", kMaxWarps);
    read.block = count_in(options, "block", kMaxBlockThreads);
    read.grid = count_in(options, "grid", kMaxWarps);
    if (const auto model = word_in(options, "model", kThreadModelNames))
        read.model = static_cast<ThreadModel>(*model);
    if (const auto active = given(options, "active")) read.active = active->cast<std::string>();
    read.word = word_option(options);
    if (const auto mode = word_in(options, "registers", kRegisters))
        read.registers = static_cast<RegisterMode>(*mode);
    if (const auto mode = word_in(options, "races", kRaces)) read.races = static_cast<RaceMode>(*mode);
    if (const auto program = given(options, "program")) read.program = program->cast<std::string>();
    add_defines(options, read);
    return read;
}

// ---- reading

/// (source or None, the rendered errors, [(line, column, message)])
py::tuple answer(SourcePtr source, const std::string& text, const std::vector<LocatedError>& errors) {
    py::list list;
    for (const LocatedError& e : errors) list.append(py::make_tuple(e.line, e.column, e.message));
    return py::make_tuple(std::move(source), text, std::move(list));
}

py::tuple read(const std::string& text, const std::string& file, const py::dict& options) {
    ReadResult result = models::read_accepted_program(text, file, read_options(options));
    if (!result) return answer(nullptr, result.errors, result.list);
    return answer(std::make_shared<Source>(Source{file, text, std::move(*result.program)}), "", {});
}

/// The program with other words in Σ, and other choices of a run.
py::tuple prepare(const SourcePtr& source, const std::string& memory, const py::dict& options) {
    auto prepared = std::make_shared<Source>(*source);
    Program& program = prepared->program;
    const TextErrors errors = read_memory(memory, "<memory>", kDefaultMaxAddress, program);
    if (!errors.empty()) return answer(nullptr, errors.text, errors.list);
    if (const auto order = word_in(options, "order", kOrderNames)) program.order = static_cast<Order>(*order);
    if (const auto seed = given(options, "seed"))
        program.seed = value_of<std::uint64_t>(*seed, "seed", "0 … 2^64 − 1");
    if (const auto steps = given(options, "max_steps"))
        program.max_steps = value_of<std::uint64_t>(*steps, "max_steps", "0 … 2^64 − 1");
    return answer(std::move(prepared), "", {});
}

// ---- what a program is

py::list instructions_of(const Source& source) {
    const Program& program = source.program;
    py::list list;
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Instruction& i = program.at(pc);
        std::vector<std::string> labels;
        for (const auto& [name, label] : program.labels)
            if (label == pc) labels.push_back(name);
        list.append(py::make_tuple(pc, i.line, i.column, print(i, program), labels));
    }
    return list;
}

py::dict buffers_of(const Source& source) {
    py::dict buffers;
    for (const Buffer& b : source.program.buffers)
        buffers[py::str(b.name)] = py::make_tuple(b.address, b.count);
    return buffers;
}

/// [(severity, id, line, column, message)], the errors first
py::list check(const Source& source) {
    const Program& program = source.program;
    py::list list;
    for (const StructureError& e : check_structure(program).errors) {
        const Label pc = std::min<Label>(e.pc, program.end() - 1);
        const Location at = pc == 0 ? Location{} : Location{program.at(pc).line, program.at(pc).column};
        list.append(py::make_tuple("error", to_string(e.kind), at.line, at.column, e.message));
    }
    for (const Warning& w : lint(program))
        list.append(py::make_tuple("warning", w.id, w.location.line, w.location.column, w.message));
    return list;
}

std::string graph(const Source& source) {
    return views::control_flow_graph(source.program, display_name(source.file),
                                     views::places_in(source.file, source.text));
}

}  // namespace

void declare_source(py::module_& module) {
    py::class_<Source, std::shared_ptr<Source>>(module, "Source")
        .def_readonly("file", &Source::file)
        .def_readonly("text", &Source::text)
        .def_property_readonly("threads", [](const Source& s) { return s.program.threads; })
        .def_property_readonly("warps", [](const Source& s) { return s.program.warps; })
        .def_property_readonly("model", [](const Source& s) { return to_string(s.program.model); })
        .def_property_readonly(
            "word", [](const Source& s) { return std::pair(s.program.word.width, s.program.word.wrap); })
        .def_property_readonly("variables", [](const Source& s) { return s.program.variables; })
        .def_property_readonly("instructions", instructions_of)
        .def_property_readonly("buffers", buffers_of)
        .def_property_readonly("uses_user_instructions",
                               [](const Source& s) { return uses_user_instructions(s.program); })
        .def("check", check)
        .def("graph", graph)
        .def("assembly", [](const Source& s) { return print(s.program); })
        .def("json", [](const Source& s) { return to_json(s.program); });
    module.def("read", read, py::arg("text"), py::arg("file"), py::arg("options"));
    module.def("prepare", prepare, py::arg("source"), py::arg("memory"), py::arg("options"));
    module.def("program_names",
               [](const std::string& text, const std::string& file) { return program_names(text, file); });
}

}  // namespace musimd::python
