// `musimd cuda --prove`: its options, its formats, and solvers that fail.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::prove_command_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

/// No length is needed but these of a and b.
constexpr const char* kAdd =
    "__global__ void add(int* a, const int* b, int n) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) a[i] = b[i];\n"
    "}\n";
/// Where it reads depends on what another array contains.
constexpr const char* kIndirect =
    "__global__ void take(int* a, const int* index, const int* b) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    int from = index[i];\n"
    "    if (0 <= from && from < 3000) a[i] = b[from * from];\n"
    "}\n";
constexpr const char* kNoGuard =
    "__global__ void put(int* a, int n) {\n"
    "    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n"
    "}\n";

class ProveCommand : public testing::Test {
  protected:
    void SetUp() override {
        if (run("command -v z3").status != 0) GTEST_SKIP() << "z3 is not installed";
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
        folder_.write("add.cu", kAdd);
        folder_.write("put.cu", kNoGuard);
        folder_.write("take.cu", kIndirect);
    }

    /// A shell command in the folder, where `musimd` is that of this build and the cache is the folder's.
    support::Command command(const std::string& text) const {
        support::Command result;
        result.folder = folder_.path();
        result.arguments = {
            "/bin/sh", "-c",
            fmt::format(
                "musimd() {{ '{}' \"$@\"; }}; export XDG_CACHE_HOME=$PWD/cache PATH=$PWD/bin:$PATH; {}",
                support::musimd({}).arguments[0], text)};
        return result;
    }

    Finished run(const std::string& text) const { return support::run(command(text)); }

    /// In place of a solver: a shell script.
    void put_solver(const std::string& name, const std::string& script) const {
        const fs::path file = folder_.write("bin/" + name, "#!/bin/sh\n" + script + "\n");
        fs::permissions(file, fs::perms::owner_all);
    }

    json proof(const std::string& options) const {
        return json::parse(run("musimd cuda " + options + " --prove --json").output);
    }

    support::TemporaryFolder folder_;
};

std::int64_t count_of(const std::string& text, const std::string& part) {
    std::int64_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

// ---- formats

TEST_F(ProveCommand, AFindingHasItsLineAndTheCommandThatRepeatsIt) {
    const Finished finished = run("musimd cuda put.cu --prove --length a=n");
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output, HasSubstr("put.cu:2"));
    EXPECT_THAT(finished.output, HasSubstr("error: invalid-address: "));
    EXPECT_THAT(finished.output, HasSubstr("    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n"));
    EXPECT_THAT(finished.output, HasSubstr("    again: musimd cuda put.cu --kernel put --grid 1 --block "));
}

TEST_F(ProveCommand, JsonSaysWhatEachObligationHasCost) {
    const json object = proof("add.cu --length a=n");
    EXPECT_EQ(object.at("proof").at("solver"), "z3");
    for (const json& obligation : object.at("proof").at("obligations")) {
        EXPECT_GE(obligation.at("seconds"), 0);
        const bool is_unknown = obligation.at("state") == "unknown";
        EXPECT_EQ(is_unknown, obligation.contains("reason"));
    }
}

TEST_F(ProveCommand, SarifHasAResultForEachObligation) {
    const Finished finished = run("musimd cuda add.cu --prove --length a=n --format sarif");
    const json results = json::parse(finished.output).at("runs").at(0).at("results");
    const json obligations = proof("add.cu --length a=n").at("proof").at("obligations");
    ASSERT_EQ(results.size(), obligations.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        const bool is_proved = obligations[i].at("state") == "proved";
        EXPECT_EQ(results[i].at("kind"), is_proved ? "pass" : "open");
        EXPECT_EQ(results[i].at("level"), "none");
    }
    EXPECT_THAT(run("musimd cuda put.cu --prove --length a=n --format sarif").output,
                HasSubstr("\"kind\": \"fail\""));
}

TEST_F(ProveCommand, InJUnitWhatIsUnknownIsSkipped) {
    const Finished finished = run("musimd cuda take.cu --prove --format junit");
    EXPECT_THAT(finished.status, Optional(3));
    EXPECT_THAT(finished.output, HasSubstr("failures=\"0\" errors=\"0\" skipped=\"1\""));
    EXPECT_THAT(finished.output, HasSubstr("<skipped message=\"the length of b is not known"));
    EXPECT_THAT(run("musimd cuda put.cu --prove --length a=n --format junit").output,
                HasSubstr("<failure type=\"invalid-address\""));
}

TEST_F(ProveCommand, WhatIsUnknownMayBeAnError) {
    EXPECT_THAT(run("musimd cuda take.cu --prove --unknown error").status, Optional(1));
    EXPECT_THAT(run("musimd cuda add.cu --prove --length a=n --length b=n --unknown error").status,
                Optional(0));
}

TEST_F(ProveCommand, ABaselineKnowsWhatIsRefuted) {
    EXPECT_THAT(run("musimd cuda put.cu --prove --length a=n --write-baseline known").status, Optional(0));
    const Finished finished = run("musimd cuda put.cu --prove --length a=n --baseline known");
    EXPECT_THAT(finished.status, Optional(0)) << finished.output;
    EXPECT_THAT(finished.output, HasSubstr("note: known: invalid-address: "));
}

// ---- runs

TEST_F(ProveCommand, RandomLaunchesDoNotContradictAProof) {
    const Finished finished =
        run("musimd cuda add.cu --prove --length a=n --length b=n --attack 5 --assume 'n == 2 * blockDim.x'");
    EXPECT_THAT(finished.status, Optional(0)) << finished.output;
    EXPECT_THAT(finished.output,
                HasSubstr("attack: 5 random launches show nothing that is proved not to happen\n"));
}

TEST_F(ProveCommand, ACounterexampleIsSmall) {
    const std::string again = proof("put.cu --length a=n").at("findings").at(0).at("again");
    EXPECT_THAT(again, HasSubstr("--grid 1 --block 2 "));
    EXPECT_THAT(again, HasSubstr("--arg n=1"));
}

TEST_F(ProveCommand, AlsoRunsTheKernel) {
    const Finished finished = run("musimd cuda add.cu --prove --length a=n --length b=n --also-run");
    EXPECT_THAT(finished.output, HasSubstr("proved"));
    EXPECT_THAT(finished.output, HasSubstr("add<<<1, 32>>>"));
}

// ---- questions

TEST_F(ProveCommand, QuestionsAreFilesThatTheSolverReads) {
    run("musimd cuda add.cu --prove --length a=n --length b=n --questions q");
    const Finished finished = run("for f in q/*.smt2; do z3 $f; done");
    EXPECT_GT(count_of(finished.output, "unsat\n"), 0);
    EXPECT_THAT(finished.output, Not(HasSubstr("error")));
    EXPECT_THAT(run("cat q/*race*").output, HasSubstr("; add.cu: add\n; line 3: race of a"));
}

TEST_F(ProveCommand, TheCacheAnswersTheSecondTime) {
    const Finished solver = run("command -v z3");
    const std::string real = solver.output.substr(0, solver.output.find('\n'));
    put_solver("z3", fmt::format("tee -a log | {} \"$@\"", real));
    const std::string command = "musimd cuda add.cu --prove --length a=n --length b=n; cat log; rm log";
    const std::int64_t first = count_of(run(command).output, "(check-sat)");
    const std::int64_t second = count_of(run(command).output, "(check-sat)");
    EXPECT_LT(second * 2, first);
    const std::string uncached =
        "musimd cuda add.cu --prove --length a=n --length b=n --no-cache; cat log; rm log";
    EXPECT_EQ(count_of(run(uncached).output, "(check-sat)"), first);
}

// ---- solvers that fail

TEST_F(ProveCommand, ASolverThatAnswersNonsenseIsAReason) {
    put_solver("z3", "while read -r line; do echo '(error \"what?\")'; done");
    const Finished finished = run("musimd cuda add.cu --prove --solver z3 --length a=n --length b=n");
    EXPECT_THAT(finished.status, Optional(3)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("z3 answered '(error \"what?\")'"));
}

TEST_F(ProveCommand, ASolverThatIsKilledIsAReason) {
    put_solver("z3", "kill -9 $$");
    const Finished finished = run("musimd cuda add.cu --prove --solver z3 --length a=n --length b=n");
    EXPECT_THAT(finished.status, Optional(3));
    EXPECT_THAT(finished.output, HasSubstr("z3 was ended by signal 9"));
}

TEST_F(ProveCommand, ASolverThatHangsIsStopped) {
    put_solver("z3", "exec sleep 1000");
    const Finished finished =
        run("musimd cuda add.cu --prove --solver z3 --length a=n --length b=n --limit 1");
    EXPECT_THAT(finished.status, Optional(3));
    EXPECT_THAT(finished.output, HasSubstr("z3 did not answer in time, and was stopped"));
}

TEST_F(ProveCommand, ASolverThatIsMissingIsNamed) {
    const Finished finished =
        run("mkdir -p bin; ln -s /bin/sh bin/sh; PATH=$PWD/bin; musimd cuda add.cu --prove --solver cvc5");
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors, HasSubstr("error: --prove needs cvc5; Debian has packages"));
}

TEST_F(ProveCommand, SolversThatContradictEachOtherAreAnError) {
    put_solver("cvc5", "while read -r line; do case \"$line\" in *check-sat*) echo sat;; esac; done");
    const Finished finished =
        run("musimd cuda add.cu --prove --solver both --length a=n --length b=n --questions q");
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors,
                HasSubstr("error: the solvers contradict each other: z3 answers unsat and cvc5 "
                          "answers sat to the question in q/"));
}

TEST_F(ProveCommand, WhatTheOtherSolverDoesNotConfirmIsUnknown) {
    put_solver("cvc5", "while read -r line; do case \"$line\" in *check-sat*) echo unknown;; esac; done");
    const Finished finished = run("musimd cuda add.cu --prove --solver both --length a=n --length b=n");
    EXPECT_THAT(finished.status, Optional(3));
    EXPECT_THAT(finished.output, HasSubstr("only z3 shows it: the solver gave up"));
}

TEST_F(ProveCommand, AnInterruptPrintsWhatIsDecided) {
    put_solver("z3", "echo > started; exec sleep 1000");
    support::Command interrupted = command("exec '" + support::musimd({}).arguments[0] +
                                           "' cuda add.cu --prove --solver z3 --limit 600");
    interrupted.signal = SIGINT;
    interrupted.is_ready = [&](pid_t) { return fs::exists(folder_.path() / "started"); };
    const Finished finished = support::run(interrupted);
    EXPECT_THAT(finished.status, Optional(130));
    EXPECT_THAT(finished.output, HasSubstr("interrupted"));
}

}  // namespace
}  // namespace musimd::prove_command_test
