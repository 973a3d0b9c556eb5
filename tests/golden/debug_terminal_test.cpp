// The debugger on a terminal: editing, history, completion, Ctrl-C and the full-screen view, in tmux.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/support/process.hpp"

namespace musimd::golden::debug_terminal_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kProgram =
    ".threads 4\n"
    "        total = 0\n"
    "        i = 0\n"
    "loop:   i = i + 1\n"
    "        total = total + i\n"
    "        more = i < 100\n"
    "        bnz more, loop\n"
    "        sync\n"
    "        stop\n";

/// A program in a terminal of its own.
class DebugTerminal : public testing::Test {
  protected:
    void SetUp() override {
        support::Command which;
        which.arguments = {"/bin/sh", "-c", "command -v tmux"};
        if (support::run(which).status != 0) GTEST_SKIP() << "tmux is not installed";
        folder_.write("prog.asm", kProgram);
    }
    void TearDown() override { tmux("kill-server"); }

    /// Starts `musimd debug` with these arguments.
    void start(const std::string& arguments, int columns = 80, int rows = 24) {
        const std::string musimd = support::musimd({}).arguments[0];
        tmux(
            fmt::format("-f /dev/null new-session -d -x {} -y {} -c '{}' "
                        "\"env XDG_STATE_HOME='{}' NO_COLOR=1 {} debug {}; echo status $?; exec cat\"",
                        columns, rows, folder_.path().string(), folder_.path().string(), musimd, arguments));
    }
    void send(const std::string& keys) { tmux("send-keys " + keys); }
    void type(const std::string& line) { tmux(fmt::format("send-keys -l '{}'", line)); }
    void enter(const std::string& line) {
        type(line);
        send("Enter");
    }

    std::string screen() { return tmux("capture-pane -p"); }

    /// The screen, once it shows the text; or what it shows after a long time.
    std::string screen_with(const std::string& text) {
        std::string shown;
        for (int i = 0; i < 12'000; ++i) {
            shown = screen();
            if (shown.find(text) != std::string::npos) return shown;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return shown;
    }

    support::TemporaryFolder folder_;

  private:
    std::string tmux(const std::string& arguments) {
        support::Command command;
        command.arguments = {"/bin/sh", "-c",
                             fmt::format("tmux -u -S '{}/socket' {}", folder_.path().string(), arguments)};
        return support::run(command).output;
    }
};

TEST_F(DebugTerminal, EditsCompletesAndRemembersLines) {
    start("prog.asm");
    EXPECT_THAT(screen_with("(musimd)"), HasSubstr("prog.asm: 8 instructions; 'help' prints the commands"));
    type("pri");
    send("Tab");
    EXPECT_THAT(screen_with("(musimd) print"), HasSubstr("(musimd) print"));
    type("to");
    send("Tab");
    EXPECT_THAT(screen_with("print total"), HasSubstr("(musimd) print total"));
    send("Enter");
    EXPECT_THAT(screen_with("total  _"), HasSubstr("total  _ _ _ _"));
    enter("info ");
    EXPECT_THAT(screen_with("error:"), HasSubstr("error: expected threads, stack"));
    type("info t");
    send("C-c");
    EXPECT_THAT(screen_with("^C"), HasSubstr("^C"));
    enter("step 2");
    EXPECT_THAT(screen_with("i = i + 1"), HasSubstr("      3     4  loop:   i = i + 1"));
    send("Enter");  // once more
    EXPECT_THAT(screen_with("more = i < 100"), HasSubstr("      5     6  more = i < 100"));
    enter("stpe");
    EXPECT_THAT(screen_with("unknown command"), HasSubstr("unknown command 'stpe'; did you mean 'step'?"));
    enter("quit");
    EXPECT_THAT(screen_with("status"), HasSubstr("status 0"));
    EXPECT_THAT(support::read_file(folder_.path() / "musimd/debug_history"), HasSubstr("total"));
}

TEST_F(DebugTerminal, CompletesFromAList) {
    start("prog.asm");
    screen_with("(musimd)");
    type("f");
    send("Tab");
    send("Tab");
    EXPECT_THAT(screen_with("forks"), HasSubstr("fork  forks"));
}

TEST_F(DebugTerminal, CtrlCStopsARunAndNotTheDebugger) {
    folder_.write("endless.asm", ".threads 2\nx = 0\nloop: x = x + 1\njump loop\n");
    start("endless.asm --max-steps 1000000000000");
    screen_with("(musimd)");
    enter("run");
    EXPECT_THAT(screen_with("…"), HasSubstr("step "));  // the progress of a long run
    send("C-c");
    EXPECT_THAT(screen_with("interrupted"), HasSubstr("interrupted"));
    enter("goto 2");
    EXPECT_THAT(screen_with("      2     3"), HasSubstr("      2     3  loop: x = x + 1"));
    send("C-d");
    EXPECT_THAT(screen_with("status"), HasSubstr("status 0"));
}

TEST_F(DebugTerminal, ShowsTheFullScreen) {
    start("prog.asm --tui");
    std::string shown = screen_with("q leave");
    EXPECT_THAT(shown, HasSubstr("step 1  prog.asm"));
    EXPECT_THAT(shown, HasSubstr("lanes ####"));
    EXPECT_THAT(shown, HasSubstr(">    2          total = 0"));
    send("Right");
    EXPECT_THAT(screen_with("step 2 "), HasSubstr(">    3          i = 0"));
    send("n");
    screen_with("step 3 ");
    send("b");
    EXPECT_THAT(screen_with("step 2 "), HasSubstr("total  0* 0* 0* 0*"));
    EXPECT_THAT(screen(), HasSubstr("      0\nlanes ####\nsteps █\nΠ empty\nΛ empty\n"));
    send("End");
    EXPECT_THAT(screen_with("stopped"), HasSubstr("step 405, stopped"));
    type(":goto 12");
    EXPECT_THAT(screen_with(":goto 12_"), HasSubstr(":goto 12_"));
    send("Enter");
    screen_with("step 12 ");
    type(":prnt");
    send("Enter");
    EXPECT_THAT(screen_with("did you mean"), HasSubstr("unknown command 'prnt'; did you mean 'print'?"));
    send("q");
    EXPECT_THAT(screen_with("(musimd)"), HasSubstr("     12 "));
    enter("view");
    EXPECT_THAT(screen_with("q leave"), HasSubstr("step 12"));
    type("q");
    screen_with("(musimd)");
    enter("quit");
    EXPECT_THAT(screen_with("status"), HasSubstr("status 0"));
}

TEST_F(DebugTerminal, FitsInANarrowTerminal) {
    start("prog.asm --tui", 20, 8);
    EXPECT_THAT(screen_with("lanes"), HasSubstr("lanes ####"));
    send("Right");
    EXPECT_THAT(screen_with("step 2"), HasSubstr("step 2"));
    send("q");
    EXPECT_THAT(screen_with("(musimd)"), HasSubstr("step 2 line 3\ni = 0\n####"));
    enter("p");
    EXPECT_THAT(screen_with("total"), Not(HasSubstr("error")));
    enter("q");
    EXPECT_THAT(screen_with("status"), HasSubstr("status 0"));
}

}  // namespace
}  // namespace musimd::golden::debug_terminal_test
