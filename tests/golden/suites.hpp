#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engines/foreign/result_differences.hpp"
#include "tests/support/process.hpp"

// Conformance suites that `musimd suite` has written.

namespace musimd::suites {

namespace fs = std::filesystem;
using Json = nlohmann::json;

inline support::Finished run_in(const fs::path& folder, std::vector<std::string> arguments) {
    support::Command command = support::musimd(std::move(arguments));
    command.folder = folder;
    return support::run(command);
}

inline Json json_in(const fs::path& file) {
    return Json::parse(support::read_file(file));
}

/// Without what is known beyond the semantics: why a run never ends.
inline Json result_of(const fs::path& folder, const std::string& file) {
    Json result = Json::parse(run_in(folder, {"run", "--json", "--engine", "rules", file}).output);
    if (result.contains("limit")) result.at("limit").erase("endless");
    return result;
}

/// Runs each program of the suite in both forms.
inline void expect_that_programs_have_their_results(const fs::path& folder, std::size_t step) {
    const Json manifest = json_in(folder / "manifest.json");
    const Json& programs = manifest.at("programs");
    for (std::size_t i = 0; i < programs.size(); i += step) {
        const Json& one = programs[i];
        SCOPED_TRACE(one.dump());
        const Json expected = json_in(folder / one.at("expected"));
        EXPECT_EQ(result_of(folder, one.at("file")), expected);
        EXPECT_EQ(foreign::result_differences(expected, result_of(folder, one.at("json")), true), "");
        EXPECT_EQ(one.at("outcome"), expected.at("outcome"));
        EXPECT_EQ(one.at("steps"), expected.at("steps"));
        EXPECT_EQ(one.at("levels").at(0), "core");
    }
}

}  // namespace musimd::suites
