#include "kernels/doctor/openmp.hpp"

#include <fmt/format.h>

#include <exception>

#include "kernels/compiled/compilers.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::doctor {
namespace {

using host::doctor::Answer;
using host::doctor::ask_in_child;
using host::doctor::ask_program;
using host::doctor::probe_of;
using Limit = std::chrono::milliseconds;
using State = Probe::State;

// The module loads Clang's libraries.
std::vector<Answer> load_front_end() {
    const auto file = front_end_file();
    if (!file) return {{State::missing, file.error()}};
    const auto reading = read_function(
        {.file = "x.c",
         .text = "void f(int *a) {\n#pragma omp parallel for\nfor (int i = 0; i < 1; i++) a[i] = i;\n}\n",
         .function = "f",
         .options = {}});
    if (!reading) return {{State::faulty, reading.error()}};
    if (!reading->function) return {{State::faulty, *file + ": " + reading->messages}};
    return {{State::found, *file}};
}

Probe front_end(Limit limit) {
    return probe_of(
        "front end for C", ask_in_child(load_front_end, limit).front(), "musimd omp",
        "apt-get install clang-19 libclang-19-dev libclang-cpp19-dev llvm-19-dev, and build musimd "
        "again");
}

// The first of the names' commands that exists, asked for its version.
Answer ask_compiler(const std::string& name, Limit limit, std::string& command) {
    Answer answer;
    for (const std::string& command_name : openmp::commands_of_compiler(name)) {
        command = command_name;
        answer = ask_program({command_name.substr(0, command_name.find(' ')), "--version"}, "", limit);
        if (answer.state != State::missing) return answer;
    }
    return {State::missing, fmt::format("'{}' not found", name)};
}

Answer ask_openmp(const std::string& name, const std::string& command, Limit limit) {
    try {
        const auto there = openmp::has_openmp(name, command, limit);
        return there ? Answer{State::found, fmt::format("{} compiles and links it", command)}
                     : Answer{State::missing, there.error()};
    } catch (const std::exception& error) {  // no temporary folder
        return {State::faulty, error.what()};
    }
}

void add_compiler(ProbeGroup& group, const std::string& name, const std::string& package, Limit limit) {
    std::string command;
    const Answer compiler = ask_compiler(name, limit, command);
    const bool there = compiler.state == State::found;
    group.probes.push_back(probe_of(name, compiler, "results that musimd omp compares with", package));
    group.probes.push_back(probe_of(
        name + " -fopenmp",
        there ? ask_openmp(name, command, limit) : Answer{State::missing, fmt::format("it needs {}", name)},
        "the same, with OpenMP", there ? openmp::runtime_package(name) : package));
}

}  // namespace

ProbeGroup openmp_group(Limit limit) {
    ProbeGroup group{"openmp", "C with OpenMP", {front_end(limit)}};
    add_compiler(group, "gcc", "apt-get install gcc", limit);
    add_compiler(group, "clang", "apt-get install clang", limit);
    add_compiler(group, "icx", "from Intel's oneAPI; it must be in PATH", limit);
    return group;
}

}  // namespace musimd::kernels::doctor
