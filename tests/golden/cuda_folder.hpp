#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::golden {

/// Commands for CUDA C++ in a folder of their own; skipped without the front end.
class CudaFolder : public testing::Test {
  protected:
    void SetUp() override {
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    support::Finished in_folder(support::Command command) const {
        command.folder = folder_.path();
        return support::run(command);
    }

    support::Finished cuda(std::vector<std::string> words) const {
        words.insert(words.begin(), "cuda");
        return in_folder(support::musimd(std::move(words)));
    }

    support::Finished nvcc(std::vector<std::string> words) const {
        const std::filesystem::path musimd = support::musimd({}).arguments.front();
        support::Command command;
        command.arguments = {(musimd.parent_path() / "musimd-nvcc").string()};
        command.arguments.insert(command.arguments.end(), words.begin(), words.end());
        return in_folder(std::move(command));
    }

    support::TemporaryFolder folder_;
};

}  // namespace musimd::golden
