// `musimd serve`: many requests at once.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/support/process.hpp"

namespace musimd::serve_test {
namespace {

/// Of a program with so many trips of a loop.
std::string request(int id, int trips) {
    const std::string text =
        fmt::format(".threads 4\nn = 0\nloop: n = n + 1\nmore = n < {}\nbnz more, loop\nsync\nstop\n", trips);
    return nlohmann::json{{"id", id}, {"text", text}}.dump() + "\n";
}

class Serve : public testing::TestWithParam<const char*> {};

TEST_P(Serve, AnswersAreInTheOrderOfRequestsThatTakeDifferentTimes) {
    constexpr int kRequests = 300;
    const auto trips = [](int id) { return id % 7 == 0 ? 2000 : id + 1; };
    support::Command command = support::musimd({"serve", "--engine", GetParam()});
    for (int id = 0; id < kRequests; ++id) command.input += request(id, trips(id));
    const support::Finished finished = support::run(command);
    ASSERT_EQ(finished.status, 0) << finished.errors;
    std::istringstream answers(finished.output);
    std::string line;
    int id = 0;
    for (; std::getline(answers, line); ++id) {
        const auto answer = nlohmann::json::parse(line);
        ASSERT_EQ(answer.at("id"), id);
        EXPECT_EQ(answer.at("result").at("variables").at("n").at(0), trips(id)) << line;
    }
    EXPECT_EQ(id, kRequests);
}

INSTANTIATE_TEST_SUITE_P(Engines, Serve, testing::Values("rules", "fast", "auto"));

}  // namespace
}  // namespace musimd::serve_test
