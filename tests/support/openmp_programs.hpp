#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engines/engines.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::support {

/// Tests of whole C programs with OpenMP that run on the machine; skipped if the front end for C is not
/// built.
class OpenMpPrograms : public ::testing::Test {
  protected:
    using Run = kernels::openmp::FunctionRun;
    using Configuration = kernels::openmp::Configuration;

    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    static reader::Reading reading(const std::string& text) {
        const auto result =
            kernels::read_function({.file = "x.c", .text = text, .function = "main", .options = {}});
        EXPECT_TRUE(result) << result.error();
        return *result;
    }

    /// The body of `main`, from line 5 on; `outside` is line 4.
    static std::string program(const std::string& body, const std::string& outside = "") {
        return "#include <omp.h>\nint printf(const char *, ...);\n\n" + outside + "\nint main(void) {" +
               body + "\nreturn 0;\n}\n";
    }

    static Run run(const std::string& text, const Configuration& configuration = {},
                   const char* engine = "fast") {
        const reader::Reading read = reading(text);
        EXPECT_TRUE(read.function) << read.messages;
        if (!read.function) return {};
        return run_function(*read.function, {}, configuration, *find_engine(engine));
    }

    /// It ends well and prints this, on both engines with threads.
    static void expect_prints(const std::string& text, const std::string& output) {
        for (const char* const engine : {"fast", "rules"}) {
            const Run r = run(text, {.schedules = 4}, engine);
            EXPECT_EQ(r.end, Run::End::stop) << r.message << "\n" << text;
            EXPECT_EQ(r.output, output) << text;
        }
    }

    static void expect_trap(const std::string& text, const std::string& trap, const std::string& message,
                            std::uint32_t line) {
        const Run r = run(text);
        EXPECT_EQ(r.trap, trap) << text;
        EXPECT_THAT(r.message, testing::HasSubstr(message)) << text;
        EXPECT_EQ(r.line, line) << r.message;
    }

    static void expect_race(const std::string& text, const std::string& message, std::uint32_t line) {
        expect_trap(text, "race", message, line);
    }
};

}  // namespace musimd::support
