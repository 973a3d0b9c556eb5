#include "host/line_server.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "host/process.hpp"

namespace musimd::host::line_server_test {
namespace {

using namespace std::chrono_literals;
using End = LineServer::End;

constexpr auto kLong = 10min;

LineServer::Setting command(std::string text) {
    LineServer::Setting setting;
    setting.command = std::move(text);
    return setting;
}

TEST(LineServer, AnswersLinesInTheirOrder) {
    LineServer server(command("while read -r line; do echo \"<$line>\"; done"));
    for (const char* line : {"a", "b", "c"}) server.send(line);
    for (const char* line : {"<a>", "<b>", "<c>"}) EXPECT_EQ(server.receive(kLong).line, line);
    server.send("d");
    EXPECT_EQ(server.receive(kLong).line, "<d>");
}

TEST(LineServer, TakesMoreThanAPipeHolds) {
    LineServer server(command("cat"));
    const std::string long_line(3'000'000, 'x');
    for (int i = 0; i < 4; ++i) server.send(long_line);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(server.receive(kLong).line, long_line);
}

TEST(LineServer, TellsHowACommandEnds) {
    LineServer exits(command("exit 7"));
    exits.send("a");
    const LineServer::Answer end = exits.receive(kLong);
    EXPECT_EQ(end.end, End::ended);
    EXPECT_EQ(WEXITSTATUS(end.status), 7);
    LineServer killed(command("kill -SEGV $$"));
    const LineServer::Answer signal = killed.receive(kLong);
    EXPECT_EQ(signal.end, End::ended);
    EXPECT_TRUE(WIFSIGNALED(signal.status));
    LineServer missing(command("exec /nothing/here"));
    EXPECT_EQ(WEXITSTATUS(missing.receive(kLong).status), 127);
}

TEST(LineServer, GivesUpOnOneThatDoesNotAnswer) {
    LineServer silent(command("sleep 1000"));
    EXPECT_EQ(silent.receive(50ms).end, End::timed_out);
    EXPECT_EQ(silent.receive(kLong).end, End::ended);
    LineServer::Setting endless = command("yes | tr -d '\\n'");
    endless.longest = 100'000;
    LineServer server(endless);
    EXPECT_EQ(server.receive(kLong).end, End::too_long);
}

TEST(RunProgram, DiscardsErrors) {
    CommandLimits limits;
    limits.keeps_errors = false;
    EXPECT_EQ(run_program({"/bin/sh", "-c", "echo error >&2; echo out"}, limits).output, "out\n");
}

TEST(RunProgram, AShellCommandHasALimitOfMemory) {
    const std::string command = "head -c 2000000000 /dev/zero | tail -n 1 > /dev/null 2>&1";
    const CommandEnd end =
        run_program({"/bin/sh", "-c", with_memory_limit(command, std::uint64_t{256} << 20)}, kLong);
    EXPECT_NE(end.status, 0);
    EXPECT_EQ(with_memory_limit("true", 0), "true");
}

}  // namespace
}  // namespace musimd::host::line_server_test
