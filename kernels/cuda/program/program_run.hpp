#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/served_program.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/cuda/program/program_build.hpp"
#include "reader/front_end.hpp"

// A whole program of CUDA C++: its host code runs natively, and its kernels on the machine. See docs/cuda.md.

namespace musimd::kernels::cuda {

struct ProgramSetting {
    std::vector<reader::Source> sources;             ///< its files; options are those of the first
    std::shared_ptr<const ProgramBuild> build = {};  ///< of the sources, if it has begun
    std::vector<std::string> arguments;              ///< arguments of the program
    std::vector<ThreadModel> models;                 ///< the first one's memory goes on
    std::vector<const Engine*> engines;              ///< in the same way
    LaunchConfiguration config;                      ///< without its sizes and its model
    std::chrono::milliseconds limit =
        std::chrono::minutes(5);  ///< for host code between two calls, and for the compiler
    bool keeps_output = false;    ///< what it prints becomes part of the result
    bool leaks_are_errors = false;
    /// Called before each launch, under its first model and on the first engine: what it returns, which may
    /// be null, sees the steps. May be empty.
    std::function<Observer*(const dsl::cuda::KernelFunction&, const reader::Source&, const openmp::CallState&,
                            const LaunchConfiguration&)>
        watch = {};
    /// Called when something begins that may take long: `launch 3: saxpy, volta`; with an empty text when
    /// host code runs again. May be empty.
    std::function<void(const std::string&)> begins = {};
};

/// The launches of a kernel under one model, on one engine.
struct KernelRuns {
    std::string kernel;
    ThreadModel model = ThreadModel::lockstep;
    std::string engine;
    std::uint64_t launches = 0;
    std::uint64_t threads = 0;
    std::int64_t blocks = 0;       ///< that ran
    std::int64_t grid_blocks = 0;  ///< of all grids
    openmp::Cost cost;
    DeviceLaunchCount children = {};
    ExploredLaunches explored = {};  ///< if they were to be
};

/// The same thing wrong, in all launches that show it; or with calls of host code.
struct ProgramFinding {
    /// Of host code: without a name; it includes the files of the program that are not `source`.
    std::shared_ptr<const dsl::cuda::KernelFunction> kernel;
    std::shared_ptr<const reader::Source> source;  ///< the file of the kernel
    Finding finding;
    bool is_warning = false;
    std::uint64_t launches = 0;  ///< or calls
    std::uint64_t first = 0;     ///< the number of the first launch, from 1; 0: of host code
    LaunchConfiguration config;  ///< configuration of that launch
    std::vector<ThreadModel> models;
    bool is_of_host() const { return first == 0; }
};

struct ProgramResult {
    host::ServedProgram::Ending ending;
    std::string refused;  ///< why the machine could not go on: messages with their lines; empty if it could
    std::uint64_t launches = 0;
    std::vector<KernelRuns> kernels;
    std::vector<ProgramFinding> findings;
    std::vector<std::string> notes;  ///< that memory differs between models, or engines
    std::vector<std::string> leaks;  ///< notes of memory that is never freed, with their lines
    bool has_reached_limit = false;
    bool engines_differ = false;
    std::string output;
    std::string messages;  ///< warnings of compilers
};

/// An error: the program was not built.
tl::expected<ProgramResult, std::string> run_program(const ProgramSetting& setting);

}  // namespace musimd::kernels::cuda
