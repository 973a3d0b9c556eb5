// Ctrl-C while `musimd run` runs a program that does not terminate.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <string_view>

#include "tests/support/process.hpp"

namespace musimd::interrupt_test {
namespace {

using support::Finished;
using testing::AnyOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::StartsWith;

Finished run_and_interrupt(const std::string& text, const std::string& options,
                           const std::string& name = "run") {
    const support::TemporaryFolder folder;
    folder.write("prog.asm", text);
    support::Command command;
    command.folder = folder.path();
    command.arguments = {"/bin/sh", "-c",
                         fmt::format("exec {} {} prog.asm --max-steps 1000000000000000 {}",
                                     support::musimd({}).arguments[0], name, options)};
    support::signal_after(command, SIGINT, std::chrono::milliseconds(300));
    return support::run(command);
}

// It counts: a state that comes back would end the run.
constexpr std::string_view kLoop =
    ".threads 4\n"
    "        x = tid + 5\n"
    "        y = 0\n"
    "loop:   y = y + 1\n"
    "        jump loop\n";

class Interrupt : public testing::TestWithParam<std::string> {};

TEST_P(Interrupt, PrintsTheStateReached) {
    for (const std::string warps : {"1", "3"}) {
        const Finished finished =
            run_and_interrupt(std::string(kLoop), "--engine " + GetParam() + " --warps " + warps);
        EXPECT_THAT(finished.status, Optional(130));
        EXPECT_THAT(finished.output, StartsWith("interrupted after "));
        EXPECT_THAT(finished.output, ContainsRegex("\nx +5 +6 +7 +8\n"));
        EXPECT_THAT(finished.errors, IsEmpty());
    }
}

TEST_P(Interrupt, PrintsTheProfileUntilThere) {
    const Finished finished =
        run_and_interrupt(std::string(kLoop), "--format folded --engine " + GetParam(), "profile");
    EXPECT_THAT(finished.status, Optional(130));
    EXPECT_THAT(finished.output, StartsWith("prog.asm;line 2: x = tid + 5 1\nprog.asm;line 3: y = 0 1\n"
                                            "prog.asm;loop at lines 4-5;line 4: "));
    EXPECT_THAT(finished.errors, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Engines, Interrupt, testing::Values("rules", "fast"),
                         [](const auto& engine) { return engine.param; });

// Machine code and devices do not poll for signals, but the run still ends.
class InterruptOfMachineCode : public testing::TestWithParam<std::string> {};

TEST_P(InterruptOfMachineCode, EndsTheRun) {
    const Finished finished = run_and_interrupt(std::string(kLoop), "--engine " + GetParam());
    EXPECT_THAT(finished.status, Optional(130));
    EXPECT_THAT(finished.output, AnyOf(IsEmpty(), StartsWith("interrupted after ")));
    if (finished.output.empty()) {
        EXPECT_THAT(finished.errors, HasSubstr("cannot report the state reached"));
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, InterruptOfMachineCode,
                         testing::Values("auto", "native", "cuda-emulated", "cuda-interp-emulated"),
                         [](const auto& engine) {
                             std::string name = engine.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(InterruptedRun, IsAnOutcomeInJson) {
    const Finished finished = run_and_interrupt(std::string(kLoop), "--json --engine fast");
    EXPECT_THAT(finished.status, Optional(130));
    EXPECT_THAT(finished.output, HasSubstr("\"outcome\": \"interrupted\""));
}

TEST(InterruptedRun, EndsATrace) {
    const Finished finished = run_and_interrupt(std::string(kLoop), "--trace 2>/dev/null");
    EXPECT_THAT(finished.status, Optional(130));
    EXPECT_THAT(finished.output, StartsWith("interrupted after "));
}

}  // namespace
}  // namespace musimd::interrupt_test
