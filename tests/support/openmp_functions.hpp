#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::support {

/// Tests of C functions of OpenMP loops that run on the machine; skipped if the front end for C is not built.
class OpenMpFunctions : public ::testing::Test {
  protected:
    using Run = kernels::openmp::FunctionRun;

    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    /// The only function `f` of the text.
    static dsl::openmp::LoopFunction read(const std::string& text) {
        const auto reading =
            kernels::read_function({.file = "x.c", .text = text, .function = "f", .options = {}});
        EXPECT_TRUE(reading && reading->function) << (reading ? reading->messages : reading.error());
        return reading && reading->function ? *reading->function : dsl::openmp::LoopFunction{};
    }

    /// The messages for a function that is not supported.
    static std::string messages(const std::string& text) {
        const auto reading =
            kernels::read_function({.file = "x.c", .text = text, .function = "f", .options = {}});
        EXPECT_TRUE(reading && !reading->function);
        return reading ? reading->messages : reading.error();
    }

    static Run run(const std::string& text, const kernels::openmp::GivenArguments& given,
                   dsl::LoopModel model) {
        const dsl::openmp::LoopFunction function = read(text);
        const auto arguments =
            kernels::openmp::read_arguments(function, kernels::openmp::argument_texts(function, given, 0));
        EXPECT_TRUE(arguments) << arguments.error();
        return run_function(function, *arguments, {.model = model}, *find_engine("fast"));
    }

    static constexpr dsl::LoopModel kBoth[] = {dsl::LoopModel::spmd, dsl::LoopModel::simd};
};

}  // namespace musimd::support
