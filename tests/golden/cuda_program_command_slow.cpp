// `musimd cuda` of whole programs: formats, known findings, and exit statuses, as those of kernels.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::cuda_program_command_slow {
namespace {

using Json = nlohmann::json;
using support::Finished;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;
using testing::SizeIs;

/// Its kernel has a race at line 9, unless the program has an argument.
constexpr const char* kProgram =
    "#include <cstdio>\n"
    "__device__ void put(int *s, int i, int v) {\n"
    "s[i] = v;\n"
    "}\n"
    "__global__ void turn(int *a, int good) {\n"
    "__shared__ int s[64];\n"
    "put(s, threadIdx.x, threadIdx.x);\n"
    "if (good) __syncthreads();\n"
    "a[threadIdx.x] = s[63 - threadIdx.x];\n"
    "}\n"
    "__global__ void fill(int *a) { a[threadIdx.x] = 7; }\n"
    "int main(int argc, char **argv) {\n"
    "int *a;\ncudaMalloc(&a, 64 * sizeof(int));\n"
    "fill<<<1, 64>>>(a);\nturn<<<1, 64>>>(a, argc > 1);\n"
    "cudaDeviceSynchronize();\nstd::printf(\"done <%d>\\n\", argc);\n"
    "return argc > 2 ? 5 : 0;\n}\n";

class CudaProgramCommand : public golden::CudaFolder {
  protected:
    void SetUp() override {
        CudaFolder::SetUp();
        folder_.write("turn.cu", kProgram);
    }

    Finished cuda(std::vector<std::string> words, const std::string& file = "turn.cu") const {
        words.insert(words.begin(), file);
        return CudaFolder::cuda(std::move(words));
    }
};

TEST_F(CudaProgramCommand, TextHasTheFindingAndACommandThatShowsItAgain) {
    const Finished finished = cuda({"--model", "lockstep"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_EQ(finished.output, "done <1>\n");
    EXPECT_THAT(finished.errors, AllOf(HasSubstr("turn.cu:9:18: error: race: "),
                                       HasSubstr("    in launch 2, turn<<<1, 64>>>\n"),
                                       HasSubstr("    again: musimd cuda turn.cu --model lockstep\n")));
}

TEST_F(CudaProgramCommand, WithNothingWrongTheStatusIsThatOfTheProgram) {
    EXPECT_THAT(cuda({"--error-exitcode", "9", "--", "good"}).status, Optional(0));
    EXPECT_THAT(cuda({"--error-exitcode", "9", "--", "good", "more"}).status, Optional(5));
    EXPECT_THAT(cuda({"--error-exitcode", "9"}).status, Optional(9));
    EXPECT_THAT(cuda({"--error-exitcode", "0"}).status, Optional(0));
}

TEST_F(CudaProgramCommand, JsonHasWhatThatOfAKernelHas) {
    const Finished finished = cuda({"--json", "--model", "lockstep", "-D", "X=1", "--", "it's"});
    EXPECT_THAT(Json::parse(finished.output)["findings"], IsEmpty());
    const Json found = Json::parse(cuda({"--json", "-D", "X=1"}).output)["findings"][0];
    EXPECT_EQ(found["kind"], "race");
    EXPECT_EQ(found["kernel"], "turn");
    EXPECT_EQ(found["state"], "new");
    EXPECT_EQ(found["line"], 9);
    EXPECT_EQ(found["access"]["variable"], "s");
    EXPECT_EQ(found["access"]["use"], "read");
    EXPECT_EQ(found["other"]["line"], 3);
    EXPECT_EQ(found["launch"]["number"], 2);
    EXPECT_EQ(found["again"], "musimd cuda turn.cu --model lockstep --define X=1");
}

TEST_F(CudaProgramCommand, SarifIsOnStandardOutputAndWhatTheProgramPrintsIsNot) {
    const Finished finished = cuda({"--format", "sarif"});
    EXPECT_THAT(finished.status, Optional(1));
    const Json run = Json::parse(finished.output)["runs"][0];
    EXPECT_EQ(run["invocations"][0]["exitCode"], 1);
    ASSERT_THAT(run["results"], SizeIs(1));
    const Json& result = run["results"][0];
    EXPECT_EQ(result["ruleId"], "race");
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 9);
    EXPECT_EQ(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 3);
    EXPECT_THAT(result["properties"]["again"], HasSubstr("musimd cuda turn.cu --model "));
    EXPECT_THAT(finished.errors, HasSubstr("done <1>\n"));
}

TEST_F(CudaProgramCommand, JunitHasACaseForEachKernelAndOneForTheProgram) {
    const auto suite_of = [&](const std::vector<std::string>& words) {
        const Finished finished = cuda(words);
        std::istringstream in(finished.output);
        boost::property_tree::ptree tree;
        EXPECT_NO_THROW(boost::property_tree::read_xml(in, tree)) << finished.output;
        return tree.get_child("testsuites.testsuite");
    };
    const auto wrong = suite_of({"--format", "junit", "--model", "lockstep"});
    std::vector<std::string> names;
    for (const auto& [tag, one] : wrong) {
        if (tag == "testcase") names.push_back(one.get<std::string>("<xmlattr>.name"));
    }
    EXPECT_THAT(names,
                ElementsAre("fill under lockstep on auto", "turn under lockstep on auto", "the program"));
    EXPECT_EQ(wrong.get<int>("<xmlattr>.failures"), 1);
    EXPECT_EQ(wrong.get<int>("<xmlattr>.errors"), 0);
    EXPECT_EQ(wrong.get<std::string>("system-out"), "done <1>\n");
    const auto fails = suite_of({"--format", "junit", "--", "good", "more"});
    EXPECT_EQ(fails.get<int>("<xmlattr>.failures"), 0);
    EXPECT_EQ(fails.get<int>("<xmlattr>.errors"), 1);  // its exit status
}

TEST_F(CudaProgramCommand, ComputeSanitizerPrintsAfterTheProgram) {
    const Finished finished = cuda({"--format", "compute-sanitizer", "--model", "lockstep"});
    EXPECT_EQ(finished.errors, "");
    EXPECT_THAT(finished.output,
                AllOf(testing::StartsWith("========= COMPUTE-SANITIZER\ndone <1>\n========= Error: Race "
                                          "reported between Write access at put+0x"),
                      testing::EndsWith("========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 "
                                        "warnings)\n========= ERROR SUMMARY: 1 error\n")));
    EXPECT_THAT(cuda({"--format", "compute-sanitizer", "--", "good"}).output,
                testing::EndsWith("========= ERROR SUMMARY: 0 errors\n"));
}

TEST_F(CudaProgramCommand, WhatIsSuppressedIsNotPrintedAndDoesNotFail) {
    folder_.write("known", "race turn.cu:9 turn\n");
    const Finished finished = cuda({"--suppress", "known"});
    EXPECT_THAT(finished.status, Optional(0));
    EXPECT_THAT(finished.errors, Not(HasSubstr("race")));
    EXPECT_EQ(Json::parse(cuda({"--suppress", "known", "--json"}).output)["findings"][0]["state"],
              "suppressed");
    folder_.write("other", "race turn.cu fill\n");
    EXPECT_THAT(cuda({"--suppress", "other"}).status, Optional(1));
}

TEST_F(CudaProgramCommand, ABaselineHasTheFindingsOfAllKernels) {
    EXPECT_THAT(cuda({"--write-baseline", "base.json"}).status, Optional(0));
    const Finished known = cuda({"--baseline", "base.json"});
    EXPECT_THAT(known.status, Optional(0));
    EXPECT_THAT(known.errors, HasSubstr("turn.cu:9:18: note: known: race: "));
    folder_.write("turn.cu", std::string("\n\n") + kProgram);
    EXPECT_THAT(cuda({"--baseline", "base.json"}).status, Optional(0));
    const Finished gone = cuda({"--baseline", "base.json", "--", "good"});
    EXPECT_THAT(gone.status, Optional(0));
    EXPECT_THAT(gone.errors, HasSubstr("turn.cu: note: no longer found: race: "));
    EXPECT_THAT(cuda({"--write-baseline", "base.json", "--", "good"}).status, Optional(0));
    EXPECT_THAT(cuda({"--baseline", "base.json"}).status, Optional(1));
}

TEST_F(CudaProgramCommand, WritingABaselineDoesNotHideThatTheProgramFails) {
    EXPECT_THAT(cuda({"--write-baseline", "base.json", "--", "good", "more"}).status, Optional(5));
}

TEST_F(CudaProgramCommand, AWarningIsAnErrorIfItIsSaidSo) {
    folder_.write("unwritten.cu",
                  "__global__ void k(int *a) {\n__shared__ int s[32];\na[threadIdx.x] = s[threadIdx.x];\n}\n"
                  "int main() {\nint *a;\ncudaMalloc(&a, 128);\nk<<<1, 32>>>(a);\n}\n");
    const std::vector<std::string> words = {"--undefined", "warn", "--format", "sarif"};
    const Finished warned = cuda(words, "unwritten.cu");
    EXPECT_THAT(warned.status, Optional(0)) << warned.errors;
    EXPECT_EQ(Json::parse(warned.output)["runs"][0]["results"][0]["level"], "warning");
    const Finished failed =
        cuda({"--undefined", "warn", "--format", "sarif", "--warnings", "error"}, "unwritten.cu");
    EXPECT_THAT(failed.status, Optional(1)) << failed.errors;
    EXPECT_EQ(Json::parse(failed.output)["runs"][0]["results"][0]["level"], "error");
}

TEST_F(CudaProgramCommand, AProgramThatCrashesOrDoesNotEndIsAnErrorInEachFormat) {
    folder_.write("crash.cu", "#include <cstdlib>\nint main() { std::abort(); }\n");
    folder_.write("never.cu",
                  "int main(int argc, char **) { for (volatile int i = argc; i > 1; i = 2) {} }\n");
    // Compiled before, for the limit is also that of a compiler.
    EXPECT_THAT(cuda({}, "never.cu").status, Optional(0));
    const Finished crash = cuda({"--format", "sarif"}, "crash.cu");
    EXPECT_THAT(crash.status, Optional(128 + 6));
    EXPECT_EQ(Json::parse(crash.output)["runs"][0]["results"][0]["ruleId"], "signal");
    EXPECT_THAT(cuda({"--format", "junit"}, "crash.cu").output, HasSubstr("<error message=\"the program: "));
    const Finished never = cuda({"--limit", "2", "--format", "compute-sanitizer", "--", "on"}, "never.cu");
    EXPECT_THAT(never.status, Optional(3));
    EXPECT_THAT(never.output,
                HasSubstr("========= Error: the program: no call of the runtime within 2 seconds"));
}

TEST_F(CudaProgramCommand, CompilersThatTakeTooLongAreOneMessage) {
    folder_.write("clang++-19", "#!/bin/sh\ncase $* in *--version*) echo 19 ;; *) sleep 60 ;; esac\n");
    const std::filesystem::path compiler = folder_.path() / "clang++-19";
    std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
    support::Command command = support::musimd({"cuda", "turn.cu", "--limit", "1"});
    const std::string path = "PATH=" + folder_.path().string() + ":/usr/bin:/bin";
    command.arguments.insert(command.arguments.begin(), {"/usr/bin/env", path});
    const Finished finished = in_folder(std::move(command));
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_EQ(finished.errors, "musimd cuda: error: '" + compiler.string() + "' took too long\n");
}

}  // namespace
}  // namespace musimd::cuda_program_command_slow
