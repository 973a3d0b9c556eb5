#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/compiled/compilers.hpp"
#include "reader/front_end.hpp"

// A whole program, compiled by installed C compilers and run with the same arguments: whether it prints and
// returns what it does on the machine. See docs/openmp.md, "Whole programs".

namespace musimd::kernels::openmp {

/// What a program prints on standard output, and its exit status.
struct ProgramOutput {
    std::string text;
    int status = 0;
};

/// The first line in which two outputs differ; a line that is missing is empty.
struct OutputDifference {
    std::size_t line = 0;  ///< from 1
    std::string machine;
    std::string other;
};

/// `has_bound`: numbers with a point may differ by 4096 · 2⁻⁵² of the larger, and by 1 in the last digit.
std::optional<OutputDifference> first_difference(const std::string& machine, const std::string& other,
                                                 bool has_bound);

struct ProgramRun {
    enum class End : std::uint8_t { same, within_bound, different, not_compared, crashed, timed_out };
    Reference reference;
    End end = End::same;
    std::string message = {};                         ///< for all but same: one line
    std::optional<OutputDifference> difference = {};  ///< difference between the outputs
};

/// What it is compared with.
struct MachineProgram {
    ProgramOutput output;
    bool has_bound = false;          ///< numbers may differ as in first_difference
    std::string alone_differs = {};  ///< why it is not compared without OpenMP; empty if it is
};

/// Compiles the program for each reference, and runs it with the source's arguments and number of threads.
/// Its `rand`, `time`, `clock` and `omp_get_wtime` are those of the machine. The limit is of each compilation
/// and run. Once `interrupt` is true, no run begins.
std::vector<ProgramRun> run_programs(std::span<const Reference> references, const reader::Source& source,
                                     const MachineProgram& machine, std::chrono::milliseconds limit,
                                     const std::atomic<bool>* interrupt = nullptr);

}  // namespace musimd::kernels::openmp
