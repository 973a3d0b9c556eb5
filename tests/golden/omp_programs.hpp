#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd {

/// A folder in which `musimd omp` runs; skipped if the front end for C is not built.
class OmpFolder : public testing::Test {
  protected:
    void SetUp() override {
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    support::Finished omp(std::vector<std::string> words) const {
        words.insert(words.begin(), "omp");
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }

    support::TemporaryFolder folder_;
};

/// Programs of OpenMP under `musimd omp`: what they print, and what is found in them.
class OmpPrograms : public OmpFolder {
  protected:
    /// The text is that of a whole program, from line 3 on.
    support::Finished run(const std::string& text, const std::string& file = "x.c") const {
        folder_.write(file, "#include <stdio.h>\n#include <omp.h>\n" + text);
        return omp({file, "--function", "main", "--compilers", "none"});
    }

    /// Nothing is found under either model, and it prints this first.
    void expect_clean(const std::string& text, const std::string& output,
                      const std::string& file = "x.c") const {
        const support::Finished finished = run(text, file);
        EXPECT_THAT(finished.status, testing::Optional(0)) << finished.errors;
        EXPECT_THAT(finished.output, testing::StartsWith(output)) << finished.errors;
        EXPECT_THAT(finished.output, testing::HasSubstr("no findings (spmd, simd)"));
    }

    void expect_finding(const std::string& text, const std::string& message) const {
        const support::Finished finished = run(text);
        EXPECT_THAT(finished.status, testing::Optional(1));
        EXPECT_THAT(finished.errors, testing::HasSubstr(message));
    }

    void expect_refused(const std::string& text, const std::string& message) const {
        const support::Finished finished = run(text);
        EXPECT_THAT(finished.status, testing::Optional(2));
        EXPECT_THAT(finished.errors, testing::HasSubstr(message));
    }
};

}  // namespace musimd
