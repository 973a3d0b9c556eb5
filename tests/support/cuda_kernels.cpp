#include "tests/support/cuda_kernels.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "engines/engines.hpp"
#include "kernels/cuda/sampling.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::test {

using kernels::cuda::LaunchConfiguration;
using kernels::cuda::LaunchRun;

CudaKernelRun run_cuda(const std::string& text, std::map<std::string, std::string> arguments,
                       const LaunchConfiguration& how) {
    CudaKernelRun result;
    const bool has_k = text.find("__global__ void k(") != std::string::npos;
    const auto read =
        kernels::read_kernel({.file = "x.cu", .text = text, .function = has_k ? "k" : "", .options = {}});
    if (!read || !read->kernel) {
        result.messages = read ? read->messages : read.error();
        return result;
    }
    const auto& code = read->kernel->code;
    const std::map<std::string, std::string> given = arguments;
    for (const auto& variable : read->kernel->variables)
        arguments.emplace(code.parameters[variable.parameter].name,
                          std::to_string(variable.initial.size()) + ":zeros");
    const auto texts = kernels::openmp::argument_texts(code, arguments, 0, {.number = how.threads()});
    auto values = kernels::openmp::read_arguments(code, texts);
    if (!values) {
        result.messages = values.error();
        return result;
    }
    for (const auto& variable : read->kernel->variables) {
        const auto& parameter = code.parameters[variable.parameter];
        if (!given.contains(parameter.name))
            values->buffers[*parameter.buffer].assign(variable.initial.begin(), variable.initial.end());
    }
    LaunchConfiguration config = how;
    config.sample = kernels::cuda::sample_of(*read->kernel, how);
    result.run = run_launch(*read->kernel, *values, config, *find_engine("fast"));
    for (const auto& parameter : code.parameters) {
        if (parameter.buffer && *parameter.buffer < result.run.buffers.size())
            result.buffers[parameter.name] = result.run.buffers[*parameter.buffer];
    }
    return result;
}

void expect_words(const std::string& text, const std::map<std::string, std::string>& arguments,
                  const std::string& buffer, const Words& words, LaunchConfiguration how) {
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        how.model = model;
        const CudaKernelRun made = run_cuda(text, arguments, how);
        ASSERT_EQ(made.messages, "");
        ASSERT_EQ(made.run.end, LaunchRun::End::stop)
            << to_string(model) << ": "
            << (made.run.findings.empty() ? made.run.message : made.run.findings.front().message) << " (line "
            << (made.run.findings.empty() ? made.run.line : made.run.findings.front().line) << ")";
        ASSERT_TRUE(made.buffers.contains(buffer));
        EXPECT_EQ(made.buffers.at(buffer), words) << to_string(model);
    }
}

std::string cuda_messages(const std::string& text) {
    const auto read = kernels::read_kernel({.file = "x.cu", .text = text, .function = "", .options = {}});
    return read ? read->messages : read.error();
}

Words patterns(const std::vector<float>& numbers) {
    Words result;
    for (const float number : numbers) result.push_back(std::bit_cast<std::uint32_t>(number));
    return result;
}

Words patterns(const std::vector<int>& numbers) {
    Words result;
    for (const int number : numbers) result.push_back(static_cast<std::uint32_t>(number));
    return result;
}

}  // namespace musimd::test
