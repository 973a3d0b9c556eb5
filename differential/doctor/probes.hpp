#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "differential/doctor/doctor.hpp"

// How the doctor asks: programs for their version, libraries in a child process.

namespace musimd::differential::doctor {

/// What a program says of itself, or a library; else why it says nothing.
struct Answer {
    Finding::State state = Finding::State::missing;
    std::string text;
};

/// The finding of an answer.
Finding finding_of(std::string name, Answer answer, std::string enables, std::string advice);

/// Runs `words` (a command and `--version`, say); the answer is the first line that it prints in which `mark`
/// stands, and the command's place.
Answer ask_program(const std::vector<std::string>& words, const std::string& mark,
                   std::chrono::milliseconds limit);

/// The version of NVRTC, as gpu::Nvrtc finds it.
Answer ask_nvrtc(std::chrono::milliseconds limit);

/// The version of CUDA that the driver speaks, and its devices, one text each: name, compute capability,
/// memory.
struct CudaAnswer {
    Answer driver;
    std::vector<Answer> devices;
};
CudaAnswer ask_cuda_driver(std::chrono::milliseconds limit);

/// The platforms of OpenCL, one text each.
std::vector<Answer> ask_opencl(std::chrono::milliseconds limit);

}  // namespace musimd::differential::doctor
