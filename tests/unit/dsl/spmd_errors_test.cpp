// Errors in a kernel or a launch that are reported without running it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>

#include "dsl/spmd/spmd.hpp"

namespace musimd::spmd_errors_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class SpmdErrors : public testing::Test {
  protected:
    SpmdErrors() : handler_(spmd::on_error(spmd::throw_error)) {}
    ~SpmdErrors() override {
        spmd::on_error(handler_);
        spmd::options() = {};
    }

  private:
    spmd::ErrorHandler handler_;
};

/// The details of an error; the message "none" if the launch succeeds.
template <class K>
spmd::ErrorDetails error_of(K launch) {
    try {
        launch();
    } catch (const spmd::Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("error: "));
        return error.details();
    }
    return {"", 0, "", "", -1, "none"};
}

int memory[64];

#define ERROR_OF(...) error_of([&] { __VA_ARGS__; })

// clang-format off
spmd_kernel_1d(if_endwhile, int *dst)
    k_if (k_load(dst) > 0)
        k_store(dst, 1);
    k_endwhile
spmd_kernel_end
const std::uint32_t line_of_endwhile = __LINE__ - 2;

spmd_kernel_1d(while_endif, int *dst)
    k_while (k_load(dst) > 0)
        k_store(dst, 0);
    k_endif
spmd_kernel_end

spmd_kernel_1d(two_elses, int *dst)
    k_if (k_load(dst) > 0)
    k_else
        k_store(dst, 0);
    k_else
    k_endif
spmd_kernel_end

spmd_kernel_1d(else_in_while, int *dst)
    k_while (k_load(dst) > 0)
    k_else
    k_endwhile
spmd_kernel_end

spmd_kernel_1d(break_alone, int *dst)
    k_if (k_load(dst) > 0) k_break; k_endif
spmd_kernel_end

spmd_dev_func(void breaks, int *dst)
    k_store(dst, 1);
    k_continue;
spmd_dev_func_end

spmd_kernel_1d(break_of_the_caller, int *dst)
    k_while (k_load(dst) > 0) spmd_call_dev_func(breaks, dst); k_endwhile
spmd_kernel_end

spmd_dev_func(k_int returns_in_if, k_int x)
    k_if (x > 0)
        return x;
    k_endif
    return x;
spmd_dev_func_end

spmd_kernel_1d(plain_return, int *dst)
    k_store(dst, spmd_call_dev_func(returns_in_if, k_load(dst)));
spmd_kernel_end

spmd_kernel_1d(plain_return_of_kernel, int *dst)
    k_if (k_load(dst) > 0)
        return;
    k_endif
spmd_kernel_end

spmd_kernel_1d(copy, int *dst, int *src)
    k_store(dst, k_load(src));
spmd_kernel_end

spmd_kernel_1d(launches, int *dst)
    spmd_launch_kernel_1d(copy, 32, 1, 1, dst, dst);
spmd_kernel_end
// clang-format on

TEST_F(SpmdErrors, ABlockWithTheWrongEnd) {
    const spmd::ErrorDetails error = ERROR_OF(spmd_launch_kernel_1d(if_endwhile, 32, 1, 10, memory));
    EXPECT_EQ(error.line, line_of_endwhile);
    EXPECT_EQ(error.kernel, "if_endwhile");
    EXPECT_THAT(error.file, EndsWith("spmd_errors_test.cpp"));
    EXPECT_EQ(error.message, "k_endwhile in the k_if of line " + std::to_string(line_of_endwhile - 2));
    EXPECT_THAT(ERROR_OF(spmd_launch_kernel_1d(while_endif, 32, 1, 10, memory)).message,
                HasSubstr("k_endif in the k_while of line"));
}

TEST_F(SpmdErrors, OneElseTooMany) {
    EXPECT_THAT(ERROR_OF(spmd_launch_kernel_1d(two_elses, 32, 1, 10, memory)).message,
                HasSubstr("k_else after the k_else of"));
    EXPECT_THAT(ERROR_OF(spmd_launch_kernel_1d(else_in_while, 32, 1, 10, memory)).message,
                HasSubstr("k_else in the k_while of line"));
}

TEST_F(SpmdErrors, ABreakOutsideOfALoop) {
    EXPECT_EQ(ERROR_OF(spmd_launch_kernel_1d(break_alone, 32, 1, 10, memory)).message,
              "k_break outside a k_while");
    EXPECT_EQ(ERROR_OF(spmd_launch_kernel_1d(break_of_the_caller, 32, 1, 10, memory)).message,
              "k_continue outside a k_while");
}

TEST_F(SpmdErrors, APlainReturnInABlock) {
    EXPECT_THAT(ERROR_OF(spmd_launch_kernel_1d(plain_return, 32, 1, 10, memory)).message,
                HasSubstr("use k_return"));
    EXPECT_THAT(ERROR_OF(spmd_launch_kernel_1d(plain_return_of_kernel, 32, 1, 10, memory)).message,
                HasSubstr("this k_if has no k_endif"));
}

TEST_F(SpmdErrors, NoMemory) {
    int* const null = nullptr;
    EXPECT_EQ(ERROR_OF(spmd_launch_kernel_1d(copy, 32, 1, 10, memory, null)).message,
              "an access through a null pointer");
}

TEST_F(SpmdErrors, BuffersThatOverlapInsideOfAnElement) {
    int* const shifted = reinterpret_cast<int*>(reinterpret_cast<char*>(memory) + 2);
    EXPECT_EQ(ERROR_OF(spmd_launch_kernel_1d(copy, 32, 1, 10, memory, shifted)).message,
              "the buffers dst and src overlap at an offset that is not a multiple of the element size");
}

TEST_F(SpmdErrors, TooManyElements) {
    EXPECT_THAT(ERROR_OF(spmd_launch_kernel_1d(copy, 32, 1, -1, memory, memory)).message, EndsWith("not -1"));
    EXPECT_THAT(ERROR_OF(spmd_launch_kernel_1d(copy, 32, 1, SIZE_MAX, memory, memory)).message,
                HasSubstr("a launch has 0 to 1073741824 elements, not"));
}

TEST_F(SpmdErrors, ALaunchInAKernel) {
    EXPECT_EQ(ERROR_OF(spmd_launch_kernel_1d(launches, 32, 1, 1, memory)).message,
              "a kernel cannot launch another kernel");
}

TEST_F(SpmdErrors, AnUnknownEngine) {
    spmd::engine("steam");
    EXPECT_EQ(ERROR_OF(spmd_launch_kernel_1d(copy, 32, 1, 1, memory, memory)).message,
              "unknown engine 'steam'");
}

TEST_F(SpmdErrors, ALaneOutsideOfALaunch) {
    EXPECT_EQ(error_of([] { const spmd::Lane<spmd::Number<Type::i32>> lane; }).message,
              "a variable of a kernel outside a launch");
}

TEST_F(SpmdErrors, ALaunchAfterAnErrorWorks) {
    ERROR_OF(spmd_launch_kernel_1d(two_elses, 32, 1, 10, memory));
    const spmd::RecordOnly recorder;
    EXPECT_EQ(ERROR_OF(spmd_launch_kernel_1d(copy, 32, 1, 10, memory, memory)).message, "none");
    EXPECT_EQ(recorder.kernels().size(), 1u);
}

TEST_F(SpmdErrors, ThreadsRecordTheirOwnKernels) {
    const spmd::RecordOnly recorder;
    std::size_t others = 0;
    std::thread([&] {
        const spmd::RecordOnly other;
        spmd_launch_kernel_1d(copy, 32, 1, 10, memory, memory);
        others = other.kernels().size();
    }).join();
    EXPECT_EQ(others, 1u);
    EXPECT_TRUE(recorder.kernels().empty());
}

TEST(SpmdErrorsDeathTest, AnUnhandledErrorEndsTheProgram) {
    EXPECT_EXIT(spmd_launch_kernel_1d(copy, 32, 1, -5, memory, memory), testing::ExitedWithCode(1),
                "spmd_errors_test.cpp:[0-9]+: error: a launch has 0 to .* elements, not -5 .kernel copy.");
}

}  // namespace
}  // namespace musimd::spmd_errors_test
