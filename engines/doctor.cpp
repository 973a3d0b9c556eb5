#include "engines/doctor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpfr.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "gpu_backend/device/probes.hpp"
#include "gpu_backend/device/toolkit.hpp"
#include "gpu_backend/portable/backend.hpp"
#include "host/cache.hpp"
#include "host/compiler.hpp"
#include "host/processor.hpp"
#include "simulator/codegen/host_settings.hpp"

namespace musimd::doctor {
namespace {

namespace fs = std::filesystem;
using host::doctor::Answer;
using host::doctor::ask_program;
using host::doctor::probe_of;
using Limit = std::chrono::milliseconds;
using State = Probe::State;

// ---- the host

Host look_at_host() {
    const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
    const auto page = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
    const auto extensions = vector_extensions();
    return {host::processor_name(),
            {extensions.begin(), extensions.end()},
            vector_extension(),
            requested_vector_extension().has_value(),
            std::thread::hardware_concurrency(),
            pages * page};
}

// ---- what compiles programs and kernels

Probe cache() {
    const auto user_cache = host::Cache::of_user();
    const std::string enables =
        "keeping compiled programs (--engine native and cuda) and kernels, so that they start at once next "
        "time";
    const std::string advice = "set XDG_CACHE_HOME (or HOME) to a folder that you own";
    if (!user_cache.usable()) return {"cache", State::missing, user_cache.trouble(), enables, advice};
    if (!user_cache.writable()) {
        return {"cache", State::faulty, fmt::format("{} cannot be written", user_cache.folder().string()),
                enables, advice};
    }
    return {"cache", State::found, user_cache.description(), enables, {}};
}

// $CXX, or c++; it may be a command of several words.
Probe host_compiler(Limit limit) {
    std::vector<std::string> words = codegen::host_settings().compiler;
    words.emplace_back("--version");
    return probe_of("C++ compiler", ask_program(words, "", limit),
                    "--engine native and auto; kernels of musimd spmd and fuzz --dsl",
                    "apt-get install g++, or set CXX to a C++ compiler");
}

ProbeGroup compilers(Limit limit) {
    ProbeGroup group{"compilers", "C++ compilers", {host_compiler(limit)}};
    const auto add = [&](const char* name, const char* package, const char* suffix) {
        group.probes.push_back(
            probe_of(name, ask_program({name, "--version"}, "", limit),
                     fmt::format("the backends scalar{0} and nsimd-…{0}; with CXX={1}, all of the above",
                                 suffix, name),
                     fmt::format("apt-get install {}", package)));
    };
    add("g++", "g++", "-gcc");
    add("clang++", "clang", "-clang");
    group.probes.push_back(cache());
    return group;
}

ProbeGroup cuda(Limit limit) {
    ProbeGroup group{"cuda", "CUDA", {}};
    group.probes.push_back(
        probe_of("nvcc", ask_program({gpu::nvcc(), "--version"}, "release", limit),
                 "kernels of the SPMD DSL on the backends cuda and nsimd-cuda; benchmarks/gpu",
                 "install NVIDIA's CUDA toolkit 12 or 13 (developer.nvidia.com/cuda-downloads), or set "
                 "NVCC to its nvcc"));
    group.probes.push_back(
        probe_of("NVRTC", gpu::ask_nvrtc(limit),
                 "--engine cuda and cuda-interp; tests that every program compiles for a GPU",
                 "install NVIDIA's CUDA toolkit 12 or 13, or set CUDA_HOME to where it is, or MUSIMD_NVRTC "
                 "to its libnvrtc.so"));
    const std::vector<Answer> driver = gpu::ask_cuda_driver(limit);
    group.probes.push_back(probe_of(
        "CUDA driver", driver.front(), "every use of an NVIDIA GPU",
        "install NVIDIA's driver (Debian: nvidia-driver in non-free); in a container, pass the devices in"));
    const std::string enables =
        "--engine cuda and cuda-interp, the backends cuda and nsimd-cuda, benchmarks/gpu";
    for (std::size_t i = 1; i < driver.size(); ++i)
        group.probes.push_back(probe_of(fmt::format("GPU {}", i - 1), driver[i], enables, "see nvidia-smi"));
    if (driver.size() == 1) {
        group.probes.push_back({"GPU", State::missing, "the driver reports no device", enables,
                                "nothing else needs one: without it, these are skipped with this reason"});
    }
    return group;
}

// ---- what the benchmarks compare with

ProbeGroup peers(Limit limit) {
    ProbeGroup group{"peers", "Peers of benchmarks/peers/run-all", {}};
    const std::string column = "a column of docs/performance.md";
    const auto add = [&](const char* name, std::vector<std::string> words, std::string enables,
                         std::string advice) {
        group.probes.push_back(
            probe_of(name, ask_program(words, "", limit), std::move(enables), std::move(advice)));
    };
    add("Python", {"python3", "--version"}, "benchmarks/peers/run-all and its tests",
        "apt-get install python3");
    add("ISPC", {"ispc", "--version"}, column, "from ispc.github.io; it must be in PATH");
    for (const Answer& platform : host::doctor::ask_opencl(limit)) {
        group.probes.push_back(probe_of("OpenCL", platform, column,
                                        "apt-get install pocl-opencl-icd ocl-icd-opencl-dev, and rebuild"));
    }
    add("Oclgrind", {"oclgrind", "--version"}, column, "apt-get install oclgrind");
    add("SWI-Prolog", {"swipl", "--version"}, column + ": the rules in Prolog",
        "apt-get install swi-prolog-nox");
    return group;
}

// Each in a child process: a driver that is loaded stays.
ProbeGroup backends(Limit limit) {
    ProbeGroup group{"backends", "Backends of standard APIs", {}};
    const auto add = [&](const char* name, const char* enables, const char* advice) {
        const auto ask = [name]() -> std::vector<Answer> {
            const auto found = portable::find_backend(name);
            if (!found) return {{State::missing, found.error()}};
            return {{State::found, (*found)->version()}};
        };
        const Answer answer = host::doctor::ask_in_child(ask, limit).front();
        group.probes.push_back(probe_of(name, answer, enables, advice));
    };
    add("pocl", "--engine pocl; fuzz --cuda --backends pocl",
        "apt-get install pocl-opencl-icd ocl-icd-libopencl1");
    add("oclgrind", "--engine oclgrind; fuzz --cuda --backends oclgrind",
        "apt-get install oclgrind ocl-icd-libopencl1");
    add("vulkan", "--engine vulkan: shaders of GLSL and SPIR-V",
        "apt-get install mesa-vulkan-drivers glslang-tools; for speed, glslang-dev and spirv-tools");
    add("ispc", "--engine ispc",
        "apt-get install ispc (Debian 13), or set MUSIMD_ISPC to one from ispc.github.io");
    return group;
}

ProbeGroup libraries() {
    return {"libraries",
            "Libraries that musimd is linked with",
            {{"MPFR",
              State::found,
              mpfr_get_version(),
              "correctly rounded floats and mathematical functions",
              {}}}};
}

}  // namespace

Diagnosis diagnose(Limit limit) {
    return {look_at_host(), {compilers(limit), libraries(), cuda(limit), backends(limit), peers(limit)}};
}

}  // namespace musimd::doctor
