#include "host/child.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/support/process.hpp"

namespace musimd::host::child_test {
namespace {

using Kind = ChildEnd::Kind;
using std::chrono::milliseconds;

ChildOptions within(int ms) {
    return {milliseconds(ms), {}};
}

TEST(InChild, ReturnsTheTextOfTheWork) {
    const ChildEnd end = in_child([] { return std::string("what it found"); });
    EXPECT_TRUE(end.ok());
    EXPECT_EQ(end.text, "what it found");
}

TEST(InChild, ReturnsALongText) {
    const std::string text(3'000'000, 'x');
    EXPECT_EQ(in_child([&] { return text; }).text, text);
}

TEST(InChild, ChangesNothingInTheParent) {
    int number = 1;
    in_child([&] {
        number = 2;
        return std::string();
    });
    EXPECT_EQ(number, 1);
}

TEST(InChild, ReportsHowItEnded) {
    const ChildEnd killed = in_child([]() -> std::string {
        raise(SIGKILL);
        return "not here";
    });
    EXPECT_EQ(killed.kind, Kind::signalled);
    EXPECT_EQ(killed.status, SIGKILL);
    EXPECT_EQ(to_string(killed), "signal 9 (Killed)");

    const ChildEnd left = in_child([]() -> std::string { _exit(3); });
    EXPECT_EQ(left.kind, Kind::exited);
    EXPECT_FALSE(left.ok());
    EXPECT_EQ(to_string(left), "exit status 3");

    const ChildEnd thrown = in_child([]() -> std::string { throw std::runtime_error("no"); });
    EXPECT_EQ(to_string(thrown), "signal 6 (Aborted)");
}

TEST(InChild, KillsWhatTakesTooLong) {
    const ChildEnd end = in_child(
        []() -> std::string {
            while (true) pause();
        },
        within(80));
    EXPECT_EQ(end.kind, Kind::timed_out);
}

TEST(InChild, EndsWhenItsCallerAsksForIt) {
    int asked = 0;
    ChildOptions options;
    options.cancelled = [&] { return ++asked > 2; };
    const ChildEnd end = in_child(
        []() -> std::string {
            while (true) pause();
        },
        options);
    EXPECT_EQ(end.kind, Kind::cancelled);
}

TEST(InSendingChild, WhatWasSentBeforeACrashIsThere) {
    const ChildEnd end = in_sending_child([](const Send& send) {
        send("one ");
        send("two");
        std::abort();
    });
    EXPECT_EQ(end.kind, Kind::signalled);
    EXPECT_EQ(end.text, "one two");
}

TEST(RunCommand, ReturnsTheStatus) {
    EXPECT_TRUE(run_command("true").ok());
    EXPECT_EQ(to_string(run_command("exit 7")), "exit status 7");
    EXPECT_EQ(to_string(run_command("no-such-command-at-all")), "exit status 127");
    EXPECT_EQ(run_command("kill -9 $$").kind, Kind::signalled);
}

TEST(RunCommand, HasNoStandardStreams) {
    EXPECT_EQ(to_string(run_command("read line || exit 4")), "exit status 4");
    EXPECT_TRUE(run_command("echo out; echo err >&2").ok());
}

TEST(RunCommand, EndsWithAllItsChildren) {
    const support::TemporaryFolder folder;
    // A remaining part would answer.
    const ChildEnd end =
        run_command("cd '" + folder.path().string() +
                        "'; (until [ -e question ]; do sleep 0.05; done; echo here >answer) & "
                        "exec sleep 1000",
                    within(100));
    EXPECT_EQ(end.kind, Kind::timed_out);
    folder.write("question", "");
    std::this_thread::sleep_for(milliseconds(600));
    EXPECT_FALSE(std::ifstream(folder.path() / "answer").good());
}

TEST(RunCommand, DoesNotWaitForDetachedChildren) {
    EXPECT_TRUE(run_command("sleep 30 & exit 0").ok());
}

}  // namespace
}  // namespace musimd::host::child_test
