#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/cuda/launch_run.hpp"

namespace musimd::test {

using Words = std::vector<std::uint64_t>;

/// A kernel of CUDA C++ that has run, and its buffers by the names of its parameters.
struct CudaKernelRun {
    kernels::cuda::LaunchRun run;
    std::map<std::string, Words> buffers;
    std::string messages;  ///< messages of the front end, if it read no kernel
};

/// The only kernel of the text, or `k`. Arguments are texts: `4:zeros`, `1,2,3`; of device variables, none is
/// needed.
CudaKernelRun run_cuda(const std::string& text, std::map<std::string, std::string> arguments,
                       const kernels::cuda::LaunchConfiguration& how);

/// Under both thread models, the buffer has these words at the end; otherwise a failure that says why.
void expect_words(const std::string& text, const std::map<std::string, std::string>& arguments,
                  const std::string& buffer, const Words& words,
                  kernels::cuda::LaunchConfiguration how = {.block = {32, 1, 1}});

/// The messages of the front end.
std::string cuda_messages(const std::string& text);

/// The patterns of numbers, as words.
Words patterns(const std::vector<float>& numbers);
Words patterns(const std::vector<int>& numbers);

}  // namespace musimd::test
