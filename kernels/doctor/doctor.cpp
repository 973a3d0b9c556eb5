#include "kernels/doctor/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "host/doctor/probe.hpp"
#include "kernels/compiled/backend.hpp"
#include "kernels/compiled/cuda.hpp"
#include "kernels/doctor/openmp.hpp"

namespace musimd::kernels::doctor {
namespace {

namespace fs = std::filesystem;
using host::doctor::Answer;
using host::doctor::probe_of;
using Limit = std::chrono::milliseconds;
using State = Probe::State;

// ---- backends, which know themselves whether they are there

// Those whose name `is_one` accepts. A compiler that does not answer is not called again.
void add_backends(ProbeGroup& group, bool (*is_one)(std::string_view), const std::string& enables,
                  const std::string& advice, const Probe& compiler) {
    for (const auto& backend : all_backends()) {
        if (!is_one(backend->name())) continue;
        Answer answer{State::found, "can be used"};
        if (compiler.state != State::found) {
            answer = {State::missing, fmt::format("it needs {}", compiler.name)};
        } else if (const auto here = backend->available(); !here) {
            answer = {State::missing, here.error()};
        }
        group.probes.push_back(probe_of("backend " + std::string(backend->name()), answer, enables, advice));
    }
}

ProbeGroup solvers(Limit limit) {
    ProbeGroup group{"solvers", "Solvers", {}};
    for (const std::string name : {"z3", "cvc5"})
        group.probes.push_back(probe_of(name, host::doctor::ask_program({name, "--version"}, "", limit),
                                        "musimd cuda --prove, which needs one of the two",
                                        "apt-get install " + name));
    return group;
}

ProbeGroup nsimd(const Probe& host_compiler, const Probe& nvcc) {
    ProbeGroup group{"nsimd", "NSIMD", {}};
    const fs::path root = nsimd_root();
    std::error_code wrong;
    const bool there = !root.empty() && fs::exists(root / "include" / "nsimd" / "nsimd.h", wrong);
    const State missing = root.empty() ? State::missing : State::faulty;
    group.probes.push_back(probe_of(
        "NSIMD",
        {there ? State::found : missing,
         root.empty() ? "NSIMD_ROOT is not set"
                      : (there ? root.string()
                               : fmt::format("{}/include/nsimd/nsimd.h does not exist", root.string()))},
        "kernels of the SPMD DSL as NSIMD itself runs them",
        "build and install github.com/agenium-scale/nsimd, and set NSIMD_ROOT to its folder"));
    if (!there) return group;
    const std::string advice =
        "NSIMD's own build makes a library for each extension; the processor must have the extension";
    add_backends(
        group, [](std::string_view name) { return name.starts_with("nsimd-") && name != "nsimd-cuda"; },
        "musimd spmd --backends, musimd fuzz --dsl", advice, host_compiler);
    add_backends(
        group, [](std::string_view name) { return name == "nsimd-cuda"; },
        "musimd spmd --backends nsimd-cuda, musimd fuzz --dsl", "it needs nvcc and a GPU", nvcc);
    return group;
}

ProbeGroup& group_named(Diagnosis& diagnosis, std::string_view name) {
    return *std::ranges::find(diagnosis.groups, name, &ProbeGroup::name);
}

}  // namespace

void add_kernel_groups(Diagnosis& diagnosis, Limit limit) {
    const Probe host_compiler = group_named(diagnosis, "compilers").probes.front();
    ProbeGroup& cuda = group_named(diagnosis, "cuda");
    const Probe nvcc = cuda.probes.front();
    add_backends(
        cuda, [](std::string_view name) { return name == "cuda"; },
        "musimd spmd --backends cuda, musimd fuzz --dsl", "it needs nvcc and a GPU", nvcc);
    auto& groups = diagnosis.groups;
    groups.insert(groups.begin() + 1, openmp_group(limit));
    groups.insert(groups.end() - 1, nsimd(host_compiler, nvcc));
    groups.insert(groups.end() - 1, solvers(limit));
}

}  // namespace musimd::kernels::doctor
