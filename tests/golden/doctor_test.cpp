// `musimd doctor` on a simulated machine: the test sets PATH and the variables.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/json_schema.hpp"
#include "tests/support/process.hpp"

namespace musimd::doctor_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// A folder of programs, and an environment in which musimd finds nothing else.
class Doctor : public testing::Test {
  protected:
    void program(const std::string& name, const std::string& script) {
        const fs::path file = folder_.write("bin/" + name, "#!/bin/sh\n" + script + "\n");
        fs::permissions(file, fs::perms::owner_all);
    }

    support::Finished run(std::vector<std::string> arguments) {
        fs::create_directories(folder_.path() / "bin");
        std::map<std::string, std::string> environment = {
            {"PATH", (folder_.path() / "bin").string()},  {"CUDA_HOME", "/nowhere/cuda"},
            {"MUSIMD_NVRTC", "/nowhere/libnvrtc.so"},     {"NSIMD_ROOT", "/nowhere/nsimd"},
            {"MUSIMD_CLANG", "/nowhere/musimd_clang.so"}, {"XDG_CACHE_HOME", folder_.path().string()}};
        for (const auto& [name, value] : more_) environment[name] = value;
        support::Command command;
        command.arguments = {"/usr/bin/env", "-i"};
        for (const auto& [name, value] : environment) command.arguments.push_back(name + "=" + value);
        for (const std::string& word : {std::string(MUSIMD_BINARY), std::string("doctor")})
            command.arguments.push_back(word);
        command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
        return support::run(command);
    }

    Json diagnosis(std::vector<std::string> arguments = {}) {
        arguments.emplace_back("--json");
        const support::Finished finished = run(std::move(arguments));
        EXPECT_EQ(finished.status, 0);
        EXPECT_EQ(finished.errors, "");
        const Json json = Json::parse(finished.output);
        EXPECT_THAT(support::violations(schema(), json), IsEmpty());
        return json;
    }

    Json finding(const std::string& name, std::vector<std::string> arguments = {}) {
        const Json json = diagnosis(std::move(arguments));
        for (const Json& one : json.at("findings")) {
            if (one.at("name") == name) return one;
        }
        ADD_FAILURE() << "no finding about " << name;
        return {};
    }

    static Json schema() {
        return Json::parse(support::read_file(fs::path(MUSIMD_SOURCE_DIR) / "docs/doctor.schema.json"));
    }

    void set(const std::string& name, const std::string& value) { more_[name] = value; }
    const fs::path& folder() const { return folder_.path(); }

  private:
    support::TemporaryFolder folder_;
    std::map<std::string, std::string> more_;
};

TEST_F(Doctor, ReportsMissingToolsWithAdvice) {
    const Json json = diagnosis();
    std::map<std::string, std::string> states;
    for (const Json& one : json.at("findings")) states[one.at("name")] = one.at("state");
    for (const char* const name :
         {"C++ compiler", "g++", "clang++", "nvcc", "NVRTC", "Python", "ISPC", "Oclgrind", "SWI-Prolog",
          "front end for C", "gcc", "gcc -fopenmp", "clang", "clang -fopenmp", "icx"})
        EXPECT_EQ(states[name], "missing") << name;
    EXPECT_EQ(states["NSIMD"], "faulty");  // it is named but does not exist
    EXPECT_EQ(states["MPFR"], "found");
    EXPECT_EQ(states["cache"], "found");
    EXPECT_GT(json.at("host").at("memory_bytes"), 0);
}

TEST_F(Doctor, AWorkingProgramIsFoundWithItsVersion) {
    program("c++", "echo 'c++ (Nobody) 1.2.3'");
    program(
        "nvcc",
        "echo 'nvcc: NVIDIA (R) Cuda compiler driver'; echo 'Cuda compilation tools, release 98.7, V98.7.6'");
    program("swipl", "echo 'SWI-Prolog version 1.2'");
    EXPECT_THAT(finding("C++ compiler").at("what"), HasSubstr("c++ (Nobody) 1.2.3"));
    EXPECT_THAT(finding("nvcc").at("what"), HasSubstr("release 98.7"));
    EXPECT_EQ(finding("SWI-Prolog").at("state"), "found");
}

TEST_F(Doctor, VariablesNameCompilers) {
    program("other", "echo \"Other, asked for $1 $2\"");
    set("CXX", "other --fast");
    set("NVCC", (folder() / "bin" / "other").string());
    EXPECT_THAT(finding("C++ compiler").at("what"), HasSubstr("Other, asked for --fast --version"));
    EXPECT_EQ(finding("nvcc").at("state"), "faulty");  // its output names no release
}

TEST_F(Doctor, AProgramThatHangsFailsOrCannotBeRunIsFaulty) {
    program("c++", "exec /bin/sleep 100");
    program("oclgrind", "exit 1");
    fs::permissions(folder() / "bin" / "oclgrind", fs::perms::owner_all);
    const fs::path broken = folder() / "bin" / "ispc";
    program("ispc", "");
    {
        std::ofstream(broken, std::ios::binary) << "\x7f"
                                                   "ELF is not what follows";
    }
    const Json json = diagnosis({"--limit", "1"});
    std::map<std::string, Json> found;
    for (const Json& one : json.at("findings")) found[one.at("name")] = one;
    EXPECT_EQ(found["C++ compiler"].at("state"), "faulty");
    EXPECT_THAT(found["C++ compiler"].at("what"), HasSubstr("no answer within 1000 ms"));
    EXPECT_EQ(found["Oclgrind"].at("state"), "faulty");
    EXPECT_EQ(found["ISPC"].at("state"), "faulty");
}

TEST_F(Doctor, CompilersOfCHaveOpenMpOrNot) {
    program("env", "shift; exec \"$@\"");
    program("gcc", "echo 'gcc (Nobody) 1.2.3'");
    program("clang",
            "[ \"$1\" = --version ] && { echo 'clang 7'; exit 0; }; echo 'ld: cannot find -lomp'; exit 1");
    const Json json = diagnosis();
    std::map<std::string, Json> found;
    for (const Json& one : json.at("findings")) found[one.at("name")] = one;
    EXPECT_THAT(found["gcc"].at("what"), HasSubstr("gcc (Nobody) 1.2.3"));
    EXPECT_EQ(found["gcc -fopenmp"].at("state"), "found");
    EXPECT_EQ(found["clang"].at("state"), "found");
    EXPECT_EQ(found["clang -fopenmp"].at("state"), "missing");
    EXPECT_THAT(found["clang -fopenmp"].at("what"), HasSubstr("cannot find -lomp"));
    EXPECT_EQ(found["clang -fopenmp"].at("advice"), "apt-get install libomp-dev");
    EXPECT_EQ(found["icx -fopenmp"].at("what"), "it needs icx");
}

TEST_F(Doctor, FindsNsimdByItsHeader) {
    program("c++", "echo 'c++ 1'");
    fs::create_directories(folder() / "nsimd" / "include" / "nsimd");
    { std::ofstream(folder() / "nsimd" / "include" / "nsimd" / "nsimd.h") << "\n"; }
    set("NSIMD_ROOT", (folder() / "nsimd").string());
    EXPECT_EQ(finding("NSIMD").at("state"), "found");
    const Json extension = finding("backend nsimd-cpu");
    EXPECT_EQ(extension.at("state"), "missing");
    EXPECT_THAT(extension.at("what"), HasSubstr("does not exist"));
}

TEST_F(Doctor, ReportsAMissingCacheFolder) {
    program("c++", "echo 'c++ 1'");
    set("XDG_CACHE_HOME", "relative");
    set("TMPDIR", "/nowhere/tmp");  // which it does not need
    const Json cache = finding("cache");
    EXPECT_EQ(cache.at("state"), "missing");
    EXPECT_EQ(cache.at("what"), "XDG_CACHE_HOME is not an absolute path");
    EXPECT_EQ(finding("C++ compiler").at("state"), "found");
}

TEST_F(Doctor, TheTextAndTheJsonAgree) {
    program("c++", "echo 'c++ (Nobody) 1.2.3'");
    const std::string text = run({}).output;
    EXPECT_THAT(text, HasSubstr("  + C++ compiler          c++ (Nobody) 1.2.3 ("));
    EXPECT_THAT(text, HasSubstr("  - nvcc                  'nvcc' not found\n"));
    EXPECT_THAT(text, HasSubstr("→ apt-get install oclgrind\n"));
}

TEST_F(Doctor, VectorExtensionsAreThoseOfTheProcessorAndTheOneInUse) {
    const Json widest = diagnosis().at("host");
    EXPECT_EQ(widest.at("vector_extensions").front(), "baseline");
    EXPECT_EQ(widest.at("vectors"), widest.at("vector_extensions").back());
    for (const std::string name : widest.at("vector_extensions")) {
        set("MUSIMD_ISA", name);
        EXPECT_EQ(diagnosis().at("host").at("vectors"), name);
        EXPECT_THAT(run({}).output, HasSubstr("in use: " + name + ", selected by MUSIMD_ISA\n"));
    }
}

TEST_F(Doctor, AnUnknownVectorExtensionIsAnError) {
    set("MUSIMD_ISA", "neon");
    const support::Finished finished = run({});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.output, "");
    EXPECT_THAT(
        finished.errors,
        StartsWith("musimd doctor: error: invalid value 'neon' for MUSIMD_ISA; possible values: baseline"));
}

TEST_F(Doctor, TheLimitIsANumberOfSeconds) {
    const support::Finished finished = run({"--limit", "0"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.output, "");
}

}  // namespace
}  // namespace musimd::doctor_test
