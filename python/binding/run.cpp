#include "python/binding/run.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <utility>
#include <vector>

#include "checking/expectations.hpp"
#include "engines/simulator_engines.hpp"
#include "isa/diagnostic.hpp"
#include "python/binding/arrays.hpp"
#include "python/binding/observers.hpp"
#include "python/binding/source.hpp"
#include "simulator/result_json.hpp"
#include "views/lanes/source_places.hpp"
#include "views/pictures/memory_picture.hpp"
#include "views/pictures/timeline.hpp"

namespace py = pybind11;

namespace musimd::python {
namespace {

struct Run {
    SourcePtr source;
    const Engine* engine;
    Result result;
};

constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

/// Runs it in a thread of its own, so that other threads of Python go on and Ctrl-C ends it.
Result run_interruptibly(const Engine& engine, const Program& program, Observer* observer) {
    std::atomic<bool> interrupt = false;
    MachineOptions options = test_options(program);
    options.interrupt = &interrupt;
    auto future = std::async(std::launch::async, [&] { return engine.run(program, options, observer); });
    const auto is_over = [&](auto time) {
        const py::gil_scoped_release release;
        return future.wait_for(time) == std::future_status::ready;
    };
    while (!is_over(kBetweenLooks)) {
        if (PyErr_CheckSignals() == 0) continue;
        const py::error_already_set interrupted;
        interrupt = true;
        while (!is_over(kBetweenLooks)) continue;
        throw interrupted;
    }
    return future.get();
}

const Engine& engine_for(const Program& program, const std::string& name) {
    const Engine* const engine = find_engine(simulator_engines(), name);
    if (engine == nullptr) {
        std::vector<std::string_view> names;
        for (const Engine& one : simulator_engines()) names.push_back(one.name);
        throw py::value_error(
            fmt::format("unknown engine '{}'; expected one of: {}", name, fmt::join(names, ", ")));
    }
    if (uses_user_instructions(program) && engine->run != &run_rules) {
        if (name != "auto")
            throw py::value_error(fmt::format(
                "engine '{}' does not support user-defined instructions; engine='rules' does", name));
        return *find_engine(simulator_engines(), "rules");
    }
    if (const auto why = too_large(*engine, program)) throw std::runtime_error(*why);
    return *engine;
}

Run run(SourcePtr source, const std::string& name) {
    const Engine& engine = engine_for(source->program, name);
    Result result = run_interruptibly(engine, source->program, nullptr);
    return {std::move(source), &engine, std::move(result)};
}

/// The same run with an observer.
void repeat(const Run& run, Observer& observer) {
    run_interruptibly(*run.engine, run.source->program, &observer);
}
Repeat repeats(const Run& run) {
    return [&run](Observer& observer) { repeat(run, observer); };
}

// ---- the state at the end

py::object trap_of(const Run& run) {
    const auto& t = run.result.trap;
    if (!t) return py::none();
    return py::make_tuple(to_string(t->kind), t->message, to_string(t->rule), t->line, t->warp, t->threads);
}

py::object limit_of(const Run& run) {
    const auto& l = run.result.limit;
    if (!l) return py::none();
    return py::make_tuple(to_string(l->reason), l->line, l->warp, l->steps);
}

py::array_t<bool> active_of(const Run& run) {
    return flags_of_threads(run.source->program, [&](std::uint32_t w, Thread t) {
        return run.result.warps[w].active.contains(t);
    });
}

py::tuple variable_of(const Run& run, std::size_t v) {
    if (v >= run.source->program.variables.size()) throw py::index_error();
    return words_of_threads(run.source->program, [&](std::uint32_t w, Thread t) {
        return run.result.warps[w].bank.find(t, static_cast<Variable>(v));
    });
}

py::array_t<bool> exited_of(const Run& run) {
    return flags_of_threads(run.source->program, [&](std::uint32_t w, Thread t) {
        return run.result.warps[w].exited.contains(t);
    });
}

py::tuple memory_of(const Run& run) {
    return words_of_memory(run.result.memory);
}

/// Of each block.
py::list shared_of(const Run& run) {
    py::list list;
    for (const Memory& memory : run.result.shared) list.append(words_of_memory(memory));
    return list;
}

py::list warnings_of(const Run& run) {
    py::list list;
    for (const RunWarning& w : run.result.warnings)
        list.append(py::make_tuple(to_string(w.kind), w.message, w.line));
    return list;
}

std::string json_of_run(const Run& run) {
    std::string text;
    write_json(run.result, run.source->program, nullptr, [&](std::string_view piece) { text += piece; });
    return text;
}

// ---- the run

/// (the statistics as JSON, {user instruction: steps})
py::tuple statistics_of(const Run& run, std::int64_t segment) {
    if (segment < 1) throw py::value_error(fmt::format("segment is {}; expected at least 1", segment));
    const Program& program = run.source->program;
    StatisticsObserver statistics(program, segment);
    UserCounts user;
    Observers both;
    both.add(statistics);
    both.add(user);
    repeat(run, both);
    return py::make_tuple(json_of(statistics.statistics(), program), user.counts);
}

views::PictureLayout layout_of(const Run& run, std::uint64_t first, std::optional<std::uint64_t> last,
                               std::uint32_t warp) {
    if (warp >= run.source->program.warps) throw py::value_error(fmt::format("warp {} does not exist", warp));
    return {display_name(run.source->file), {first, last}, warp};
}

views::LanesView::PlaceOf places_of(const Run& run) {
    return views::places_in(run.source->file, run.source->text);
}

std::string timeline_of(const Run& run, std::uint64_t first, std::optional<std::uint64_t> last,
                        std::uint32_t warp) {
    views::Timeline picture(layout_of(run, first, last, warp), places_of(run));
    repeat(run, picture);
    return picture.svg(run.result.outcome);
}

std::string memory_picture_of(const Run& run, std::uint64_t first, std::optional<std::uint64_t> last,
                              std::uint32_t warp, std::int64_t segment) {
    if (segment < 1) throw py::value_error(fmt::format("segment is {}; expected at least 1", segment));
    views::MemoryPicture picture(layout_of(run, first, last, warp), {.segment = segment}, places_of(run));
    repeat(run, picture);
    return picture.svg(run.result.outcome);
}

}  // namespace

void declare_run(py::module_& module) {
    py::class_<Run>(module, "Run")
        .def_property_readonly("engine", [](const Run& r) { return r.engine->name; })
        .def_property_readonly("outcome", [](const Run& r) { return to_string(r.result.outcome); })
        .def_property_readonly("steps", [](const Run& r) { return r.result.steps; })
        .def_property_readonly("trap", trap_of)
        .def_property_readonly("limit", limit_of)
        .def_property_readonly("active", active_of)
        .def_property_readonly("exited", exited_of)
        .def_property_readonly("memory", memory_of)
        .def_property_readonly("shared", shared_of)
        .def_property_readonly("warnings", warnings_of)
        .def("variable", variable_of)
        .def("json", json_of_run)
        .def("statistics", statistics_of)
        .def("timeline", timeline_of)
        .def("memory_picture", memory_picture_of)
        .def("lanes",
             [](const Run& r, std::size_t width, std::uint32_t warp) {
                 return lanes_text(r.source->program, repeats(r), places_of(r), width, warp);
             })
        .def("trace", [](const Run& r, std::size_t most) { return trace_text(repeats(r), most); });
    module.def("run", run, py::arg("source"), py::arg("engine"));
    module.def("engines", [] {
        std::vector<std::pair<std::string_view, std::string_view>> list;
        for (const Engine& engine : simulator_engines()) list.emplace_back(engine.name, engine.meaning);
        return list;
    });
}

}  // namespace musimd::python
