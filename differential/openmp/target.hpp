#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "differential/harness/fault.hpp"
#include "differential/harness/run.hpp"
#include "differential/openmp/nest_case.hpp"
#include "engines/engines.hpp"

// What random nests run on: the machine under a model, and C compilers.

namespace musimd::differential::openmp {

using harness::Run;

/// What is wrong with the run, if the other is what is expected. All NaNs are equal.
Fault fault_of(const NestCase& nest, const Run& expected, const Run& actual);

/// What compares unequal: `a1[3] is 5, expected 4`; empty if there is nothing.
std::string first_difference(const NestCase& nest, const Run& expected, const Run& actual);

class NestTarget {
  public:
    virtual ~NestTarget() = default;
    /// `fast spmd 16`, `clang -O3 -fopenmp`
    const std::string& name() const { return name_; }
    /// One run per nest; a nest that crashes or hangs does not disturb the others.
    virtual std::vector<Run> run(std::span<const NestCase> nests) const = 0;
    /// The machine on which this can be checked; null for a compiler.
    virtual const Engine* engine() const { return nullptr; }

  protected:
    explicit NestTarget(std::string name) : name_(std::move(name)) {}

  private:
    std::string name_;
};

std::unique_ptr<NestTarget> machine_target(const Engine& engine,
                                           const kernels::openmp::Configuration& configuration);

/// A C compiler with options.
struct NestCompiler {
    std::string command;             ///< `gcc`
    std::vector<std::string> flags;  ///< `-O3`, `-fopenmp`
    std::string name() const;
};

/// Many nests are compiled as one source.
std::unique_ptr<NestTarget> compiled_target(const NestCompiler& compiler, std::chrono::milliseconds limit);

/// gcc and clang, as far as they are installed, at -O0 and -O3, without OpenMP and with it if they have its
/// runtime.
std::vector<NestCompiler> usual_nest_compilers(std::span<const std::string> commands);

/// The nest in C, with its directives.
std::string c_source(const NestCase& nest, const std::string& name);

}  // namespace musimd::differential::openmp
