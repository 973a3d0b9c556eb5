#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "isa/reader.hpp"
#include "simulator/conformance.hpp"

namespace musimd::support {

/// The program of a text that is expected to be right; the test fails if it is not.
Program read(std::string_view text, const ReadOptions& options = {}, std::string_view file = "test.asm");

/// The messages about a text, rendered; the test fails if there are none.
std::string errors_of(std::string_view text, const ReadOptions& options = {},
                      std::string_view file = "test.asm");

/// The files of a folder of the project, with those of its folders, that have one of the extensions (".asm");
/// in order.
std::vector<std::filesystem::path> project_files(std::string_view folder,
                                                 const std::vector<std::string_view>& extensions);

/// A program of a file, read as `musimd test` reads it.
struct ReadTest {
    TestProgram test;
    ReadResult read;
};

/// Every program of the files under a folder of programs/; the test fails if there is no such folder.
std::vector<ReadTest> programs_under(const std::string& folder);

}  // namespace musimd::support
