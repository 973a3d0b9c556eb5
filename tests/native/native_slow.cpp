// The native engine agrees with the fast engine on optimised code, too.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/native/batch.hpp"

namespace musimd::tests {
namespace {

using testing::IsEmpty;

// Optimised, as for users: g++ 12 miscompiled lane-serial for processors with AVX-512 and BMI.
// Optimising takes seconds for each program: a third of them, and the two that g++ 12 once compiled wrongly.
bool is_optimised(const NativeCase& one, std::size_t number) {
    return number % 3 == 0 || one.title.find("/lane-serial") != std::string::npos ||
           one.title.find("/breadth-first-search-everywhere") != std::string::npos;
}

TEST(NativeOptimised, AgreesWithFast) {
    const bool all = std::getenv("MUSIMD_NATIVE_ALL") != nullptr;
    std::vector<NativeCase> programs = cases_under(all ? "" : "bench");
    std::vector<NativeCase> cases;
    for (std::size_t i = 0; i < programs.size(); ++i)
        if (all || is_optimised(programs[i], i)) cases.push_back(std::move(programs[i]));
    std::vector<NativeCase> random = random_cases(1);
    for (std::size_t i = 0; i < random.size(); i += all ? 1 : 6) cases.push_back(std::move(random[i]));
    EXPECT_THAT(differences_from_fast(cases, {.optimised = true}), IsEmpty());
}

}  // namespace
}  // namespace musimd::tests
