// `musimd cuda`: arguments, formats, known findings, and exit statuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::cuda_command_test {
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

constexpr const char* kScale =
    "struct Pair { int lo, hi; };\n__constant__ int factor = 5;\n__device__ float table[2];\n"
    "__global__ void scale(int *a, float *f, Pair p, int n) {\nint i = threadIdx.x;\n"
    "if (i < n) a[i] = a[i] * factor + p.lo + (int)f[0] + (int)table[1];\n}\n";

constexpr const char* kRace =
    "__device__ void put(int *s, int i, int v) {\ns[i] = v;\n}\n"
    "__global__ void k(int *a) {\n__shared__ int s[32];\nput(s, threadIdx.x, a[threadIdx.x]);\n"
    "a[threadIdx.x] = s[31 - threadIdx.x];\n}\n";

constexpr const char* kOutside = "__global__ void k(int *a) {\na[4 * threadIdx.x + 5] = 1;\n}\n";

class CudaCommand : public testing::Test {
  protected:
    void SetUp() override {
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
        folder_.write("scale.cu", kScale);
        folder_.write("race.cu", kRace);
        folder_.write("outside.cu", kOutside);
    }

    Finished cuda(std::vector<std::string> words) const {
        words.insert(words.begin(), "cuda");
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }

    /// Runs the command that a report names.
    Finished again(std::string command) const {
        std::vector<std::string> words;
        std::istringstream in(command);
        for (std::string word; in >> word;) {
            std::erase(word, '\'');
            words.push_back(word);
        }
        words.erase(words.begin(), words.begin() + 2);
        return cuda(words);
    }

    Json json(std::vector<std::string> words) const {
        words.emplace_back("--json");
        return Json::parse(cuda(std::move(words)).output, nullptr, false);
    }

    support::TemporaryFolder folder_;
};

// ---- arguments

TEST_F(CudaCommand, ArgumentsHaveShortForms) {
    const Finished finished =
        cuda({"scale.cu", "--arg", "a=iota:32", "--arg", "f=random:2..3:32", "--arg", "p.lo=8", "--arg",
              "p.hi=0", "--arg", "n=4", "--arg", "factor=3", "--arg", "table=zeros", "--model", "lockstep"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, AllOf(HasSubstr("a = iota[32]"), HasSubstr("f = between:2:3"),
                                       HasSubstr("p.lo = 8"), HasSubstr("table = zeros[2]")));
}

TEST_F(CudaCommand, VariablesOfTheDeviceHaveTheValuesOfTheText) {
    folder_.write("value.cu",
                  "__constant__ int five = 5;\n__global__ void k(int *a) {\nassert(five == 5);\n"
                  "assert(a[0] == 0);\n}\n");
    EXPECT_THAT(cuda({"value.cu", "--arg", "a=zeros:4"}).status, Optional(0));
    EXPECT_THAT(cuda({"value.cu", "--arg", "a=zeros:4", "--arg", "five=6"}).errors, HasSubstr("value.cu:3"));
}

TEST_F(CudaCommand, WrongArgumentsAreReportedAllAtOnce) {
    const Finished names = cuda({"scale.cu", "--arg", "b=1", "--arg", "n", "--arg", "a=1", "--arg", "a=2"});
    EXPECT_THAT(names.status, Optional(2));
    EXPECT_THAT(names.errors,
                AllOf(HasSubstr("--arg b: scale has no parameter of this name; it has a, f, p.lo, p.hi, n, "
                                "factor, table"),
                      HasSubstr("--arg n: expected NAME=VALUE"), HasSubstr("--arg a: it is given twice")));
    const Finished values = cuda({"scale.cu", "--arg", "n=1.5", "--arg", "f=random:9..1:8", "--arg",
                                  "table=1,2,3", "--arg", "a=iota:x"});
    EXPECT_THAT(values.status, Optional(2));
    EXPECT_THAT(
        values.errors,
        AllOf(HasSubstr(
                  "--arg n: '1.5' is not a valid i32; expected an integer from -2147483648 to 2147483647"),
              HasSubstr("--arg f: the range is empty: 9 is more than 1; expected LENGTH, zeros:LENGTH"),
              HasSubstr("--arg table: it has 2 elements; 3 are given"),
              HasSubstr("--arg a: 'x' is not a number of elements; expected LENGTH")));
}

TEST_F(CudaCommand, LongArgumentsAreErrors) {
    const std::string longest(120'000, '1');
    for (const std::string& text :
         {std::string("a=random:") + longest, "a=zeros:" + longest, "a=alias:" + longest, "a=" + longest,
          "a=random:1.." + longest, "n=" + longest, "table=iota:" + longest, longest}) {
        const Finished finished = cuda({"scale.cu", "--arg", text});
        EXPECT_THAT(finished.status, Optional(2)) << text.substr(0, 20);
        EXPECT_LT(finished.errors.size(), 1000u) << text.substr(0, 20);
    }
}

std::string numpy(const std::string& type, const std::string& shape, const std::string& bytes,
                  const std::string& by_columns = "False") {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': " + by_columns + ", 'shape': " + shape + ", }";
    header.resize(118, ' ');
    return std::string("\x93NUMPY\x01\x00", 8) + std::string("\x76\x00", 2) + header + bytes;
}

TEST_F(CudaCommand, AnArgumentIsAnArrayOfNumpy) {
    folder_.write(
        "numpy.cu",
        "__global__ void k(const short *a, const float *f) {\nassert(a[3] == -2 && f[1] == 1.5f);\n}\n");
    folder_.write("a.npy", numpy("<i2", "(2, 2)", std::string("\x01\x00\x02\x00\x03\x00\xfe\xff", 8)));
    folder_.write("f.npy", numpy("<f4", "(2,)", std::string("\x00\x00\x00\x00\x00\x00\xc0\x3f", 8)));
    const Finished finished = cuda({"numpy.cu", "--arg", "a=a.npy", "--arg", "f=f.npy"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    const auto error = [&](const std::string& bytes) {
        folder_.write("f.npy", bytes);
        const Finished wrong = cuda({"numpy.cu", "--arg", "a=a.npy", "--arg", "f=f.npy"});
        EXPECT_THAT(wrong.status, Optional(2));
        return wrong.errors;
    };
    EXPECT_THAT(error(numpy("<f8", "(1,)", std::string(8, '\0'))),
                HasSubstr("--arg f: f.npy has elements of the type '<f8'; expected '<f4' (f32)"));
    EXPECT_THAT(error(numpy(">f4", "(1,)", std::string(4, '\0'))), HasSubstr("expected '<f4'"));
    EXPECT_THAT(error(numpy("<f4", "(3,)", std::string(8, '\0'))),
                HasSubstr("f.npy ends after 2 of 3 elements"));
    EXPECT_THAT(error(numpy("<f4", "(2, 1)", std::string(8, '\0'), "True")),
                HasSubstr("is stored in column-major order"));
    EXPECT_THAT(error(numpy("<f4", "(99999999999,)", "")), HasSubstr("has more than 16777216 elements"));
    EXPECT_THAT(error("numpy"), HasSubstr("is not an array as numpy.save writes it"));
    EXPECT_THAT(error(""), HasSubstr("cannot be read"));
}

TEST_F(CudaCommand, AnAccessBeyondADefaultLengthSaysHowToSetIt) {
    const std::string errors = cuda({"outside.cu", "--model", "lockstep"}).errors;
    EXPECT_THAT(errors,
                HasSubstr("note: a has 128 elements because --arg does not set it; as in --arg a=130"));
    EXPECT_THAT(cuda({"outside.cu", "--arg", "a=130"}).status, Optional(0));
    EXPECT_THAT(cuda({"outside.cu", "--arg", "a=128"}).errors,
                AllOf(HasSubstr("invalid-address"), Not(HasSubstr("because --arg"))));
}

// ---- findings

TEST_F(CudaCommand, JsonHasBothAccessesOfARace) {
    const Json report = json({"race.cu", "--model", "volta"});
    ASSERT_THAT(report["findings"], SizeIs(1));
    const Json& found = report["findings"][0];
    EXPECT_EQ(found["kind"], "race");
    EXPECT_EQ(found["line"], 7);
    EXPECT_EQ(found["state"], "new");
    EXPECT_EQ(found["same_value"], false);
    EXPECT_EQ(found["access"]["variable"], "s");
    EXPECT_EQ(found["access"]["use"], "read");
    EXPECT_EQ(found["access"]["space"], "shared");
    EXPECT_EQ(found["other"]["line"], 2);
    EXPECT_EQ(found["other"]["use"], "write");
    EXPECT_THAT(found["thread"]["block"], ElementsAre(0, 0, 0));
}

TEST_F(CudaCommand, TheNamedCommandShowsAFindingAgain) {
    for (const char* const file : {"race.cu", "outside.cu"}) {
        const Json report = json({file, "--continue", "--undefined", "zero"});
        ASSERT_FALSE(report["findings"].empty());
        for (const Json& found : report["findings"]) {
            const Finished finished = again(found["again"].get<std::string>() + " --json");
            EXPECT_THAT(finished.status, Optional(1)) << finished.errors;
            EXPECT_EQ(Json::parse(finished.output)["findings"][0]["message"], found["message"]);
        }
    }
}

TEST_F(CudaCommand, AFindingNamesTheNumberThatItNeeds) {
    folder_.write("empty.cu", "__global__ void k(int *a, int n) {\na[threadIdx.x] = 64 / n;\n}\n");
    const Finished finished = cuda({"empty.cu", "--model", "lockstep"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.errors,
        AllOf(HasSubstr("empty.cu:2:21: error: division-by-zero: thread 0 of block 0 divides 64 by zero "
                        "(lockstep; with n = 0)"),
              HasSubstr("--arg n=0 --model lockstep")));
}

TEST_F(CudaCommand, OptionsSelectFindings) {
    folder_.write("same.cu", "__global__ void k(int *a) {\na[0] = 7;\n}\n");
    EXPECT_THAT(cuda({"same.cu", "--model", "volta"}).errors, HasSubstr("both write the same value"));
    EXPECT_THAT(cuda({"same.cu", "--model", "volta", "--races", "different"}).status, Optional(0));
    folder_.write(
        "unwritten.cu",
        "__global__ void k(int *a) {\n__shared__ int s[32];\na[threadIdx.x] = s[threadIdx.x];\n}\n");
    EXPECT_THAT(cuda({"unwritten.cu"}).status, Optional(1));
    EXPECT_THAT(cuda({"unwritten.cu", "--undefined", "zero"}).status, Optional(0));
    const Finished warned = cuda({"unwritten.cu", "--undefined", "warn"});
    EXPECT_THAT(warned.status, Optional(0));
    EXPECT_THAT(warned.errors, HasSubstr("unwritten.cu:3:18: warning: undefined-memory"));
    EXPECT_THAT(cuda({"unwritten.cu", "--undefined", "warn", "--warnings", "error"}).status, Optional(1));
}

TEST_F(CudaCommand, TheExitStatusOfFindingsCanBeSet) {
    EXPECT_THAT(cuda({"race.cu", "--error-exitcode", "42"}).status, Optional(42));
    EXPECT_THAT(cuda({"race.cu", "--error-exitcode", "0"}).status, Optional(0));
    EXPECT_THAT(cuda({"race.cu", "--error-exitcode", "256"}).status, Optional(2));
    EXPECT_THAT(cuda({"scale.cu", "--error-exitcode", "42", "--arg", "n=0"}).status, Optional(0));
}

TEST_F(CudaCommand, AllEnginesAreCompared) {
    const std::vector<std::string> words = {"scale.cu", "--engine", "all", "--arg", "n=20"};
    const Finished finished = cuda(words);
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    for (const char* const row :
         {"lockstep  fast ", "lockstep  rules ", "lockstep  native ", "volta     fast ", "volta     rules "})
        EXPECT_THAT(finished.output, HasSubstr(row));
    EXPECT_THAT(finished.output, Not(HasSubstr("volta     native")));
    // What is wrong is found by the engines that show their steps.
    const Json report = json({"outside.cu", "--engine", "all"});
    EXPECT_THAT(report["findings"], SizeIs(1));
    for (const Json& run : report["runs"]) EXPECT_NE(run["engine"], "native");
}

// ---- known findings

TEST_F(CudaCommand, FindingsCanBeSuppressed) {
    folder_.write("known", "# of the tracker\nrace  race.cu:7  k\n");
    const Finished finished = cuda({"race.cu", "--suppress", "known"});
    EXPECT_THAT(finished.status, Optional(0));
    EXPECT_EQ(finished.errors, "");
    for (const char* const rule : {"* race.cu", "race *.cu k", "race race.cu"}) {
        folder_.write("known", rule);
        EXPECT_THAT(cuda({"race.cu", "--suppress", "known"}).status, Optional(0)) << rule;
    }
    for (const char* const rule : {"race other.cu", "race race.cu:6", "overflow race.cu", "race race.cu j"}) {
        folder_.write("known", rule);
        EXPECT_THAT(cuda({"race.cu", "--suppress", "known"}).status, Optional(1)) << rule;
    }
}

TEST_F(CudaCommand, WrongSuppressionsAreReportedAllAtOnce) {
    folder_.write("known", "race\n  rase race.cu\nrace race.cu k more\n");
    const Finished finished = cuda({"race.cu", "--suppress", "known"});
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("known:1:1: error: expected KIND FILE[:LINE] [KERNEL]"),
                      HasSubstr("known:2:3: error: unknown kind of finding 'rase'; expected `*`, or one of "),
                      HasSubstr("did you mean 'race'?"), HasSubstr("known:3:16: error: expected KIND")));
    EXPECT_THAT(cuda({"race.cu", "--suppress", "nowhere"}).status, Optional(2));
    for (const char* const line : {"x", "-7", "0", "", "7x", "99999999999"}) {
        folder_.write("known", std::string("race race.cu:") + line + "\n");
        EXPECT_THAT(cuda({"race.cu", "--suppress", "known"}).errors,
                    HasSubstr("known:1:6: error: expected a file, as in reduce.cu, or a line of it"))
            << line;
    }
}

TEST_F(CudaCommand, ABaselineHoldsWhatIsKnown) {
    const Finished written = cuda({"race.cu", "--write-baseline", "base.json"});
    EXPECT_THAT(written.status, Optional(0));
    EXPECT_THAT(cuda({"outside.cu", "--write-baseline", "base.json"}).status, Optional(0));
    const Finished known = cuda({"race.cu", "--baseline", "base.json"});
    EXPECT_THAT(known.status, Optional(0));
    EXPECT_THAT(known.errors, HasSubstr("race.cu:7:18: note: known: race"));
    // It holds when lines move, and not for another one.
    folder_.write("race.cu", std::string("// one more line\n") + kRace);
    EXPECT_THAT(cuda({"race.cu", "--baseline", "base.json"}).status, Optional(0));
    folder_.write("race.cu", "__global__ void k(int *a) {\na[0] = threadIdx.x;\n}\n");
    const Finished fresh = cuda({"race.cu", "--baseline", "base.json"});
    EXPECT_THAT(fresh.status, Optional(1));
    EXPECT_THAT(fresh.errors, AllOf(HasSubstr("race.cu:2:1: error: race"),
                                    HasSubstr("note: no longer found: race: a[threadIdx.x] = s[31")));
    EXPECT_THAT(cuda({"outside.cu", "--baseline", "base.json"}).status, Optional(0));
}

TEST_F(CudaCommand, ABaselineThatCannotBeWrittenSaysWhy) {
    EXPECT_THAT(cuda({"race.cu", "--write-baseline", "."}).errors, HasSubstr("\n.: error: Is a directory\n"));
    EXPECT_THAT(cuda({"race.cu", "--write-baseline", "/dev/full"}).errors,
                HasSubstr("\n/dev/full: error: No space left on device\n"));
}

TEST_F(CudaCommand, ABaselineMustBeOne) {
    for (const char* const text : {"", "[]", "{\"musimd_baseline\": 1}", "{\"findings\": [1]}",
                                   "{\"musimd_baseline\": 1, \"findings\": [1]}"}) {
        folder_.write("base.json", text);
        const Finished finished = cuda({"race.cu", "--baseline", "base.json"});
        EXPECT_THAT(finished.status, Optional(2)) << text;
        EXPECT_THAT(finished.errors, HasSubstr("base.json: error: ")) << text;
    }
}

// ---- formats

TEST_F(CudaCommand, SarifHasTheCallsAndTheOtherAccess) {
    folder_.write("call.cu",
                  "__device__ void put(int *a, int i) {\na[i] = i;\n}\n__global__ void k(int *a) {\n"
                  "put(a, 0);\n}\n");
    folder_.write("none", "");
    const Finished finished = cuda({"call.cu", "--model", "volta", "--format", "sarif"});
    EXPECT_THAT(finished.status, Optional(1));
    const Json log = Json::parse(finished.output);
    EXPECT_EQ(log["version"], "2.1.0");
    EXPECT_THAT(log["$schema"], HasSubstr("sarif-2.1.0"));
    const Json& run = log["runs"][0];
    EXPECT_EQ(run["tool"]["driver"]["name"], "musimd");
    EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "race");
    ASSERT_THAT(run["results"], SizeIs(1));
    const Json& result = run["results"][0];
    EXPECT_EQ(result["ruleId"], "race");
    EXPECT_EQ(result["level"], "error");
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "call.cu");
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    EXPECT_EQ(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 2);
    EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "the earlier access");
    const Json& flow = result["codeFlows"][0]["threadFlows"][0]["locations"];
    ASSERT_THAT(flow, SizeIs(2));
    EXPECT_EQ(flow[0]["location"]["physicalLocation"]["region"]["startLine"], 5);
    EXPECT_EQ(flow[0]["location"]["message"]["text"], "calls put");
    EXPECT_THAT(result["properties"]["again"], HasSubstr("--model volta"));
    EXPECT_FALSE(result.contains("baselineState"));
}

TEST_F(CudaCommand, SarifSaysWhatIsKnown) {
    folder_.write("known", "race race.cu\n");
    const auto result = [&](const std::vector<std::string>& words) {
        std::vector<std::string> all = {"race.cu", "--format", "sarif"};
        all.insert(all.end(), words.begin(), words.end());
        return Json::parse(cuda(all).output)["runs"][0]["results"][0];
    };
    EXPECT_EQ(result({"--suppress", "known"})["suppressions"][0]["kind"], "external");
    cuda({"race.cu", "--write-baseline", "base.json"});
    EXPECT_EQ(result({"--baseline", "base.json"})["baselineState"], "unchanged");
}

TEST_F(CudaCommand, JunitHasACaseForEachRun) {
    const Finished finished = cuda({"race.cu", "--format", "junit"});
    std::istringstream in(finished.output);
    boost::property_tree::ptree tree;
    ASSERT_NO_THROW(boost::property_tree::read_xml(in, tree)) << finished.output;
    const auto& suite = tree.get_child("testsuites.testsuite");
    EXPECT_EQ(suite.get<int>("<xmlattr>.tests"), 3);
    EXPECT_EQ(suite.get<int>("<xmlattr>.failures"), 1);
    std::vector<std::string> names;
    for (const auto& [tag, one] : suite) {
        if (tag == "testcase") names.push_back(one.get<std::string>("<xmlattr>.name"));
    }
    EXPECT_THAT(names,
                ElementsAre("k under lockstep on auto", "k under volta on auto", "k has the same results"));
    EXPECT_THAT(finished.output, HasSubstr("<failure type=\"race\" message=\"race.cu:7:18: thread "));
}

TEST_F(CudaCommand, FindingsArePrintedAsComputeSanitizerDoes) {
    const auto print = [&](const std::vector<std::string>& words) {
        std::vector<std::string> all = {"--format", "compute-sanitizer"};
        all.insert(all.begin(), words.begin(), words.end());
        const Finished finished = cuda(all);
        EXPECT_EQ(finished.errors, "");
        return finished.output;
    };
    const auto matches = [](const std::string& pattern) { return testing::ContainsRegex(pattern); };
    const std::string outside = print({"outside.cu", "--model", "lockstep"});
    EXPECT_THAT(outside, testing::StartsWith("========= COMPUTE-SANITIZER\n"
                                             "========= Invalid __global__ write of size 4 bytes\n"
                                             "=========     at k+0x"));
    EXPECT_THAT(outside,
                matches(" in outside.cu:2\n=========     by thread \\(31,0,0\\) in block \\(0,0,0\\)\n"
                        "=========     Address 0x[0-9a-f]+ is out of bounds\n=========     and is 5 "
                        "bytes after the nearest allocation at 0x[0-9a-f]+ of size 512 bytes\n"));
    EXPECT_THAT(outside, testing::EndsWith("=========\n========= ERROR SUMMARY: 1 error\n"));
    EXPECT_THAT(print({"race.cu", "--model", "volta"}),
                AllOf(matches("========= Error: Race reported between Write access at put\\+0x[0-9a-f]+ in "
                              "race.cu:2\n=========     and Read access at k\\+0x[0-9a-f]+ in race.cu:7 "),
                      HasSubstr("========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n"
                                "========= ERROR SUMMARY: 1 error\n")));
    folder_.write(
        "unwritten.cu",
        "__global__ void k(int *a) {\n__shared__ int s[32];\na[threadIdx.x] = s[threadIdx.x];\n}\n");
    EXPECT_THAT(print({"unwritten.cu"}),
                HasSubstr("========= Uninitialized __shared__ memory read of size 4 bytes"));
    folder_.write("barrier.cu",
                  "__global__ void k(int *a) {\nif (threadIdx.x < 3) __syncthreads();\n"
                  "else while (a[0] == 0);\n}\n");
    EXPECT_THAT(print({"barrier.cu", "--model", "lockstep", "--arg", "a=zeros:1", "--max-steps", "1000"}),
                HasSubstr("========= Barrier error detected. Divergent thread(s) in block.\n"));
    EXPECT_EQ(print({"outside.cu", "--arg", "a=130"}),
              "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n");
}

TEST_F(CudaCommand, ASampleSaysWhatItLeavesOut) {
    const Finished finished = cuda({"race.cu", "--sample", "2", "--grid", "50", "--model", "lockstep"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.output,
        HasSubstr(
            "\nOnly 2 of 50 blocks ran (4 %), because of --sample; what the others compute is missing"));
    EXPECT_THAT(finished.errors, HasSubstr("--grid 50 --sample 2 "));
    EXPECT_THAT(cuda({"scale.cu", "--sample", "2", "--grid", "50", "--arg", "n=0"}).output,
                HasSubstr("no findings (lockstep, volta; 2 of 50 blocks; p.lo, p.hi = 1600"));
}

TEST_F(CudaCommand, TooManyElementsAreNamed) {
    for (const char* const count : {"3000000000", "10000000000000000000000"}) {
        const Finished finished = cuda({"race.cu", "--arg", std::string("a=zeros:") + count});
        EXPECT_THAT(finished.status, Optional(2));
        EXPECT_THAT(finished.errors, HasSubstr("--arg a: more than 2^24 elements; expected LENGTH"));
    }
    folder_.write("big.cu", "__device__ int big[1000000000];\n__global__ void k() { big[0] = 1; }\n");
    EXPECT_THAT(
        cuda({"big.cu"}).errors,
        HasSubstr("big.cu:1:16: error: 'big' has 1000000000 numbers; variables of the device may have "
                  "33554432"));
    folder_.write("big.cu", "__device__ int big[1000000000];\nint main() { return 0; }\n");
    EXPECT_THAT(cuda({"big.cu"}).errors,
                HasSubstr("big.cu:1:16: error: 'big' has 4000000000 bytes; variables of a program may have "
                          "fewer than 2^31"));
}

}  // namespace
}  // namespace musimd::cuda_command_test
