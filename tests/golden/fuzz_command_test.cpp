// `musimd fuzz` and `musimd reduce` as processes: output that depends only on the seed, signals, full disks.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/support/process.hpp"

namespace musimd::fuzz_command_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;
using testing::StartsWith;

class FuzzCommand : public testing::Test {
  protected:
    Finished run(std::vector<std::string> arguments) const {
        support::Command command = support::musimd(std::move(arguments));
        command.folder = folder_.path();
        return support::run(command);
    }

    /// The same, with a signal after a second of its processor time.
    Finished run_with_signal(int signal, std::vector<std::string> arguments) const {
        support::Command command = support::musimd(std::move(arguments));
        command.folder = folder_.path();
        support::signal_after(command, signal, std::chrono::seconds(1));
        return support::run(command);
    }

    json summary(const std::string& name) const {
        return json::parse(support::read_file(folder_.path() / name / "summary.json"));
    }

    support::TemporaryFolder folder_;
};

TEST_F(FuzzCommand, RunsKernelsOnTheMachineAlone) {
    const Finished finished =
        run({"fuzz", "--dsl", "--backends", "none", "--count", "60", "--seed", "3", "--json"});
    EXPECT_THAT(finished.status, Optional(0));
    const json summary = json::parse(finished.output);
    EXPECT_EQ(summary["kernels"], 60);
    EXPECT_EQ(summary["compared"], 0);
    EXPECT_LE(summary["trapped"], 3);
    EXPECT_THAT(summary["groups"], IsEmpty());
}

TEST_F(FuzzCommand, ListsTheAvailableBackends) {
    const Finished finished = run({"fuzz", "--dsl", "--backends", "scaler"});
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("invalid value 'scaler' for '--backends'; possible values: scalar, "),
                      HasSubstr("nsimd-avx2")));
}

// Sets an environment variable for its lifetime.
class SetVariable {
  public:
    SetVariable(const char* name, const char* value) : name_(name) {
        const char* const was = std::getenv(name);
        if (was != nullptr) was_ = was;
        setenv(name, value, 1);
    }
    ~SetVariable() {
        if (was_)
            setenv(name_, was_->c_str(), 1);
        else
            unsetenv(name_);
    }
    SetVariable(const SetVariable&) = delete;
    SetVariable& operator=(const SetVariable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> was_;
};

TEST_F(FuzzCommand, SkipsBackendsThatAreNotAvailable) {
    const SetVariable nowhere("NSIMD_ROOT", "/nowhere");
    const std::string reason = "(/nowhere/include/nsimd/modules/spmd.hpp does not exist)";
    const std::vector<std::string> kernel = {
        "spmd",       std::string(MUSIMD_SOURCE_DIR) + "/programs/kernels/spmd/clamp.hpp",
        "--template", "i8",
        "--bits",     "8",
        "--arg",      "out=zeros",
        "--arg",      "in=zeros",
        "--arg",      "low=1",
        "--arg",      "high=2",
        "--backends"};
    for (std::vector<std::string> command :
         {std::vector<std::string>{"fuzz", "--dsl", "--count", "2", "--backends"}, kernel}) {
        command.emplace_back("scalar,nsimd-sse2");
        const Finished one = run(command);
        EXPECT_THAT(one.status, Optional(0)) << one.errors;
        EXPECT_THAT(one.errors, HasSubstr("musimd " + command[0] + ": skipped: nsimd-sse2 " + reason));
        command.back() = "nsimd-sse2";
        const Finished none = run(command);
        EXPECT_THAT(none.status, Optional(2));
        EXPECT_THAT(none.errors, HasSubstr("error: none of the backends named by --backends is available"));
        command.back() = "none";
        EXPECT_THAT(run(command).status, Optional(0));
    }
}

// Clang's precompiled headers were once moved after compilation, and then no kernel compiled.
TEST_F(FuzzCommand, FindsNothingIfBothCompilersAgree) {
    for (const char* const compiler : {"g++", "clang++"}) {
        const SetVariable named("CXX", compiler);
        const SetVariable own("XDG_CACHE_HOME", (folder_.path() / "cache").c_str());
        const Finished finished = run({"fuzz", "--dsl", "--backends", "scalar,scalar-gcc,scalar-clang",
                                       "--count", "24", "--statements", "8", "--json"});
        if (finished.errors.find("no C++ compiler") != std::string::npos) GTEST_SKIP() << finished.errors;
        EXPECT_THAT(finished.status, Optional(0)) << finished.output;
        const json summary = json::parse(finished.output);
        EXPECT_EQ(summary["compared"], 24);
        EXPECT_THAT(summary["groups"], IsEmpty());
    }
}

TEST_F(FuzzCommand, UsesBothCompilersByDefault) {
    const SetVariable nowhere("NSIMD_ROOT", "/nowhere");
    const Finished finished = run({"fuzz", "--dsl", "--count", "2", "--statements", "4", "--json"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    const bool has_clang = finished.errors.find("no C++ compiler 'clang++'") == std::string::npos;
    EXPECT_EQ(finished.output.find("\"scalar-clang\"") != std::string::npos, has_clang) << finished.output;
}

TEST_F(FuzzCommand, NeedsNoCache) {
    for (const char* const nowhere : {"/dev/null", "relative", "/proc"}) {
        const SetVariable cache("XDG_CACHE_HOME", nowhere);
        const Finished finished = run({"fuzz", "--dsl", "--backends", "scalar", "--count", "2"});
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors << finished.output;
    }
}

TEST_F(FuzzCommand, FindsThatTheEnginesAgree) {
    const Finished finished = run({"fuzz", "--count", "220", "--seed", "5"});
    EXPECT_THAT(finished.status, Optional(0));
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr("220 programs"), HasSubstr("  structured"), HasSubstr("no difference")));
    EXPECT_THAT(finished.errors, IsEmpty());  // progress is for terminals
    EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(FuzzCommand, ReturnsTheSameForAnyNumberOfJobs) {
    const Finished one = run({"fuzz", "--count", "300", "--jobs", "1", "--json"});
    const Finished eight = run({"fuzz", "--count", "300", "--jobs", "8", "--json"});
    ASSERT_THAT(one.status, Optional(0));
    EXPECT_EQ(one.output, eight.output);
    EXPECT_NE(run({"fuzz", "--count", "300", "--seed", "1", "--json"}).output, one.output);
}

TEST_F(FuzzCommand, JoinsShardsToTheCampaign) {
    for (const std::string i : {"1", "2", "3"})
        ASSERT_THAT(run({"fuzz", "--count", "100", "--shard", i + "/3", "--out", "part-" + i}).status,
                    Optional(0));
    EXPECT_EQ(summary("part-1")["shards"], json({1}));
    EXPECT_EQ(summary("part-1")["programs"], 34);

    const Finished joined = run({"fuzz", "--merge", "part-1", "part-2", "part-3", "--json", "--out", "all"});
    ASSERT_THAT(joined.status, Optional(0)) << joined.errors;
    json all = json::parse(joined.output);
    EXPECT_EQ(all, summary("all"));
    json whole = json::parse(run({"fuzz", "--count", "100", "--json"}).output);
    EXPECT_EQ(all["shards"], json({1, 2, 3}));
    for (json* each : {&all, &whole}) {
        each->erase("shards");
        (*each)["campaign"].erase("shards");
    }
    EXPECT_EQ(all, whole);

    const Finished twice = run({"fuzz", "--merge", "part-1", "part-2", "part-1"});
    EXPECT_THAT(twice.status, Optional(2));
    EXPECT_THAT(twice.errors, HasSubstr("part-1 and part-1 are both shard 1"));
}

TEST_F(FuzzCommand, JoinsShardsOfKernelsToTheCampaign) {
    const std::vector<std::string> kernels = {"fuzz", "--dsl", "--backends", "none", "--count", "50"};
    for (const std::string i : {"1", "2", "3"}) {
        std::vector<std::string> part = kernels;
        for (const std::string& word : {std::string("--shard"), i + "/3", std::string("--out"), "part-" + i})
            part.push_back(word);
        ASSERT_THAT(run(part).status, Optional(0));
    }
    EXPECT_EQ(summary("part-1")["shards"], json({1}));
    EXPECT_EQ(summary("part-1")["kernels"], 17);
    EXPECT_EQ(summary("part-3")["kernels"], 16);

    const std::vector<std::string> merge = {"fuzz", "--dsl", "--merge", "part-3", "part-1", "part-2"};
    const Finished joined = run(merge);
    ASSERT_THAT(joined.status, Optional(0)) << joined.errors;
    EXPECT_THAT(joined.output, AllOf(HasSubstr("all 3 shards\n"), HasSubstr("kernels              50")));
    std::vector<std::string> as_json = merge;
    for (const char* const word : {"--json", "--out", "all"}) as_json.emplace_back(word);
    const json all = json::parse(run(as_json).output);
    EXPECT_EQ(all, summary("all"));
    EXPECT_EQ(all["shards"], json({1, 2, 3}));
    std::vector<std::string> at_once = kernels;
    at_once.emplace_back("--json");
    const json whole = json::parse(run(at_once).output);
    for (const char* const count :
         {"seed", "backends", "kernels", "trapped", "left_out", "compared", "findings"})
        EXPECT_EQ(all[count], whole[count]) << count;

    const Finished twice = run({"fuzz", "--dsl", "--merge", "part-1", "part-1"});
    EXPECT_THAT(twice.status, Optional(2));
    EXPECT_THAT(twice.errors, HasSubstr("part-1 and part-1 are both shard 1"));
    const Finished other = run({"fuzz", "--merge", "part-1"});
    EXPECT_THAT(other.status, Optional(2));
    EXPECT_THAT(other.errors, HasSubstr("part-1/summary.json: error: not a summary of musimd fuzz: "));
}

TEST_F(FuzzCommand, PrintsASummaryAfterCtrlC) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const std::string out = "out-" + std::to_string(signal);
        const Finished finished =
            run_with_signal(signal, {"fuzz", "--count", "1000000000", "--jobs", "2", "--out", out});
        EXPECT_THAT(finished.status, Optional(130));
        EXPECT_THAT(finished.output, AllOf(HasSubstr("interrupted\n"), HasSubstr("no difference\n")));
        EXPECT_EQ(summary(out)["interrupted"], true);
        EXPECT_GT(summary(out)["programs"], 0);
    }
}

TEST_F(FuzzCommand, PrintsASummaryIfTheDiskIsFull) {
    fs::create_directory(folder_.path() / "full");
    fs::create_symlink("/dev/full", folder_.path() / "full" / "summary.json");
    const Finished finished = run({"fuzz", "--count", "22", "--out", "full"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output, HasSubstr("22 programs"));
    EXPECT_EQ(finished.errors, "full/summary.json: error: No space left on device\n");
}

TEST_F(FuzzCommand, RunsEverySmallProgram) {
    const Finished finished = run({"fuzz", "--exhaustive", "2", "--out", "all"});
    EXPECT_THAT(finished.status, Optional(0));
    EXPECT_THAT(finished.output, AllOf(StartsWith("every program of up to 2 instructions"),
                                       HasSubstr("\n2553 programs"), HasSubstr("no difference\n")));
    EXPECT_EQ(summary("all")["campaign"]["exhaustive"], 2);

    const Finished one = run({"fuzz", "--exhaustive", "2", "--shard", "1/2700"});
    EXPECT_THAT(one.output, HasSubstr("\n1 programs"));
    const Finished seeded = run({"fuzz", "--exhaustive", "2", "--seed", "1"});
    EXPECT_THAT(seeded.status, Optional(2));
    EXPECT_THAT(seeded.errors, HasSubstr("'--seed' cannot be used with '--exhaustive'"));
}

TEST_F(FuzzCommand, AcceptsTheShapeOfItsPrograms) {
    const Finished finished = run({"fuzz", "--count", "22", "--size", "3", "--depth", "1", "--threads", "2",
                                   "--warps", "2", "--max-steps", "50", "--json"});
    ASSERT_THAT(finished.status, Optional(0));
    const json campaign = json::parse(finished.output)["campaign"];
    EXPECT_EQ(campaign["size"], 3);
    EXPECT_EQ(campaign["threads"], 2);
    EXPECT_EQ(campaign["max_steps"], 50);
}

TEST_F(FuzzCommand, ChangesTheMixOfAProfile) {
    const Finished finished =
        run({"fuzz", "--profile", "loops", "--mix", "shuffle=100,ballot=0", "--count", "50", "--json"});
    ASSERT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_EQ(json::parse(finished.output)["campaign"]["mix"], "shuffle=100,ballot=0");
    EXPECT_EQ(json::parse(finished.output)["rules"]["BL"], 0);
    EXPECT_THAT(run({"fuzz", "--profile", "loops", "--mix", "shufle=1"}).errors,
                HasSubstr("did you mean 'shuffle'?"));
    EXPECT_THAT(run({"fuzz", "--mix", "shuffle=1"}).errors, HasSubstr("'--mix' needs '--profile'"));
    EXPECT_THAT(run({"fuzz", "--profile", "loops", "--mix", "stop=101"}).errors, HasSubstr("from 0 to 100"));
}

// ---- reduce

TEST_F(FuzzCommand, ReducePrintsTheBestSoFarAfterCtrlC) {
    const std::string program = ".threads 4\n        x = 1\n        y = 2\n        shfl x, 1\n        stop\n";
    folder_.write("prog.asm", program);
    // The third trial hangs, and is interrupted.
    const fs::path count = folder_.path() / "count";
    const auto trials = [&] {
        std::ifstream in(count);
        return std::count(std::istreambuf_iterator<char>(in), {}, '\n');
    };
    support::Command command = support::musimd(
        {"reduce", "prog.asm", "--limit", "3600", "--command",
         fmt::format("echo >>{0}; [ $(wc -l <{0}) -lt 3 ] || exec sleep 1000; grep -q shfl {{}}",
                     count.string())});
    command.folder = folder_.path();
    command.signal = SIGINT;
    command.is_ready = [&](pid_t) { return trials() >= 3; };
    const Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(130));
    EXPECT_THAT(finished.output, HasSubstr("shfl"));
    EXPECT_THAT(finished.errors, HasSubstr("; interrupted"));
}

TEST_F(FuzzCommand, ReduceTreatsACommandThatHangsAsAFailure) {
    folder_.write("prog.asm", "        x = 1\n        barrier\n        stop\n");
    const Finished finished =
        run({"reduce", "prog.asm", "--limit", "1", "--command", "grep -q barrier {} || sleep 100"});
    EXPECT_THAT(finished.status, Optional(0));
    EXPECT_EQ(finished.output, ".threads 1\n        barrier\n");
}

TEST_F(FuzzCommand, ReducePrintsWhatItCannotWrite) {
    folder_.write("prog.asm", "        x = 1\n        stop\n");
    const Finished finished =
        run({"reduce", "prog.asm", "--out", "/dev/full", "--command", "grep -q stop {}"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_EQ(finished.output, ".threads 1\n        stop\n");
    EXPECT_THAT(finished.errors, HasSubstr("/dev/full: error: No space left on device"));
}

TEST_F(FuzzCommand, ReduceKeepsTheFilesNameInOneWord) {
    fs::create_directory(folder_.path() / "a b'c");
    folder_.write("prog.asm", "        x = 1\n        stop\n");
    support::Command command =
        support::musimd({"reduce", "prog.asm", "--command", "test -f {} && grep -q stop {}"});
    command.arguments.insert(command.arguments.begin(),
                             {"/usr/bin/env", "TMPDIR=" + (folder_.path() / "a b'c").string()});
    command.folder = folder_.path();
    const Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_EQ(finished.output, ".threads 1\n        stop\n");
    EXPECT_TRUE(fs::is_empty(folder_.path() / "a b'c"));  // and it leaves nothing there
}

// ---- reduce, of sources of other languages

constexpr std::string_view kHistogram = R"(#include <stddef.h>

#define BINS 64
#define TILE 256

/* Values of a range, scaled to the bins. */
struct range {
    unsigned first;
    unsigned count;
    float scale;
};

static unsigned counts[BINS];

static void clear(unsigned *bins, unsigned lane, unsigned lanes) {
    for (unsigned i = lane; i < BINS; i += lanes) {
        bins[i] = 0;
    }
}

// The bin of a value: nothing is returned for large ones.
static unsigned bin_of(float value, const struct range *range) {
    float scaled = (value - (float)range->first) * range->scale;
    if (scaled < 0.0f)
        return 0;
    else if (scaled < (float)BINS)
        return (unsigned)scaled;
}

static unsigned merge(unsigned *into, const unsigned *from, size_t size) {
    unsigned sum = 0;
    for (size_t i = 0; i < size; ++i) {
        into[i] += from[i];
        sum += from[i];
    }
    return sum;
}

unsigned histogram(const float *values, struct range range, unsigned lanes) {
    unsigned own[BINS];
    clear(own, 0, 1);
    for (unsigned tile = 0; tile < TILE; tile += lanes) {
        for (unsigned lane = 0; lane < lanes; ++lane) {
            unsigned index = tile + lane;
            if (index >= range.count) continue;
            unsigned bin = bin_of(values[index], &range);
            switch (bin & 3u) {
                case 0:
                    own[bin]++;
                    break;
                case 1:
                case 2:
                    own[bin] += 1u;
                    break;
                default:
                    own[bin] = own[bin] + 1;
            }
        }
    }
    return merge(counts, own, BINS);
}
)";

TEST_F(FuzzCommand, ReduceKeepsTheWarningOfACompiler) {
    if (std::system("cc --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no cc";
    folder_.write("case.c", kHistogram);
    const Finished finished = run({"reduce", "case.c", "--limit", "60", "--command",
                                   "cc -S -o /dev/null {} && ! cc -Werror=return-type -S -o /dev/null {}"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_LE(std::ranges::count(finished.output, '\n'), 3) << finished.output;
    EXPECT_LE(finished.output.size(), 40U) << finished.output;
    EXPECT_THAT(finished.output, HasSubstr("{"));
    EXPECT_THAT(finished.errors, StartsWith("musimd reduce: 61 lines became "));
}

TEST_F(FuzzCommand, ReducePrintsTheBestSourceSoFarAfterCtrlC) {
    folder_.write("case.cl", "int a;\nint b;\nint c;\nint d;\n");
    const fs::path hangs = folder_.path() / "hangs";
    support::Command command = support::musimd(
        {"reduce", "case.cl", "--limit", "3600", "--command",
         fmt::format("grep -q d {{}} || exit 1; grep -q c {{}} && exit 0; >{}; exec sleep 1000",
                     hangs.string())});
    command.folder = folder_.path();
    command.signal = SIGINT;
    command.is_ready = [&](pid_t) { return fs::exists(hangs); };
    const Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(130));
    EXPECT_THAT(finished.output, AllOf(HasSubstr("int c;\nint d;\n"), Not(HasSubstr("int a;"))));
    EXPECT_THAT(finished.errors, HasSubstr("; interrupted"));
}

}  // namespace
}  // namespace musimd::fuzz_command_test
