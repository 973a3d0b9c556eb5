#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "checking/conformance.hpp"
#include "isa/reader.hpp"

namespace musimd::support {

/// The program of a text that must have no errors; fails the test otherwise.
Program read(std::string_view text, const ReadOptions& options = {}, std::string_view file = "test.asm");

/// The rendered messages about a text that must have errors; fails the test otherwise.
std::string errors_of(std::string_view text, const ReadOptions& options = {},
                      std::string_view file = "test.asm");

/// The files of a folder of the project, recursively, that have one of the extensions (".asm"); sorted.
std::vector<std::filesystem::path> project_files(std::string_view folder,
                                                 const std::vector<std::string_view>& extensions);

/// A program of a file, read as `musimd test` reads it.
struct ReadTest {
    TestProgram test;
    ReadResult read;
};

/// Every program of the files under a folder of programs/; fails the test if the folder does not exist.
std::vector<ReadTest> programs_under(const std::string& folder);

/// Those that every engine runs: without blocks, collectives and thread models.
std::vector<ReadTest> programs_without_blocks(const std::string& folder);

/// Those with blocks, collectives or exits, under `lockstep`.
std::vector<ReadTest> block_programs_in_lock_step(const std::string& folder);

}  // namespace musimd::support
