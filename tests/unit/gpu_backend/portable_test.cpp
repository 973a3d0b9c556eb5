// Backends of standard APIs. Each is loaded in a child process: one process has one implementation of OpenCL.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "gpu_backend/portable/backend.hpp"
#include "host/child.hpp"

namespace musimd::portable::portable_test {
namespace {

using testing::HasSubstr;

constexpr const char* kAddition = R"(
__kernel void add(__global const int *a, __global const int *b, __global int *sum, int more) {
    const int i = (int)get_global_id(0);
    sum[i] = a[i] + b[i] + more;
})";

constexpr const char* kReversal = R"(
__kernel void reverse(__global int *all, __local int *kept) {
    const int t = (int)get_local_id(0), count = (int)get_local_size(0);
    kept[t] = all[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    all[get_global_id(0)] = kept[count - 1 - t];
})";

std::vector<std::byte> buffer_of(const std::vector<std::int32_t>& elements) {
    std::vector<std::byte> bytes(elements.size() * sizeof elements[0]);
    std::memcpy(bytes.data(), elements.data(), bytes.size());
    return bytes;
}

std::string text_of(const std::vector<std::byte>& bytes) {
    std::vector<std::int32_t> elements(bytes.size() / sizeof(std::int32_t));
    std::memcpy(elements.data(), bytes.data(), bytes.size());
    return fmt::format("{}", fmt::join(elements, " "));
}

/// The last buffer after the launch, or the message.
std::string result_of(Backend& backend, const char* source, const char* kernel, Launch launch) {
    const auto unit = backend.compile(source);
    if (!unit) return unit.error();
    if (const auto done = (*unit)->run(kernel, launch); !done) return done.error();
    return text_of(launch.buffers.back());
}

class OpenCl : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (const auto reason = why_no_backend(GetParam())) GTEST_SKIP() << *reason;
    }

    template <typename F>
    std::string with_backend(const F& f) {
        const host::ChildEnd end = host::in_child([&] { return std::string(f(**find_backend(GetParam()))); });
        return end.ok() ? end.text : to_string(end);
    }
};

INSTANTIATE_TEST_SUITE_P(Each, OpenCl, testing::Values("pocl", "oclgrind"),
                         [](const auto& backend) { return std::string(backend.param); });

TEST_P(OpenCl, HasANameAndAVersion) {
    EXPECT_EQ(with_backend([](Backend& backend) { return backend.name(); }), GetParam());
    EXPECT_THAT(with_backend([](Backend& backend) { return backend.version(); }), HasSubstr("OpenCL"));
}

TEST_P(OpenCl, AddsVectors) {
    const Launch launch{
        .buffers = {buffer_of({1, 2, 3, 4}), buffer_of({10, 20, 30, 40}), buffer_of({0, 0, 0, 0})},
        .numbers = {100},
        .groups = {2, 1, 1},
        .threads = {2, 1, 1}};
    EXPECT_EQ(with_backend([&](Backend& b) { return result_of(b, kAddition, "add", launch); }),
              "111 122 133 144");
}

TEST_P(OpenCl, HasLocalMemoryAndABarrier) {
    const Launch launch{.buffers = {buffer_of({1, 2, 3, 4, 5, 6, 7, 8})},
                        .local_bytes = {16},
                        .groups = {2, 1, 1},
                        .threads = {4, 1, 1}};
    EXPECT_EQ(with_backend([&](Backend& b) { return result_of(b, kReversal, "reverse", launch); }),
              "4 3 2 1 8 7 6 5");
}

TEST_P(OpenCl, AnErrorOfTheCompilerIsTold) {
    const std::string message = with_backend([](Backend& b) {
        return result_of(b, "__kernel void k(__global int *a) { a[0] = missing; }", "k", {});
    });
    EXPECT_THAT(message, HasSubstr("clBuildProgram: CL_BUILD_PROGRAM_FAILURE"));
    EXPECT_THAT(message, HasSubstr("missing"));
}

TEST_P(OpenCl, AKernelThatIsNotThereIsTold) {
    EXPECT_EQ(with_backend([](Backend& b) { return result_of(b, kAddition, "other", {}); }),
              "clCreateKernel: CL_INVALID_KERNEL_NAME\n");
}

TEST_P(OpenCl, AProcessHasOneImplementation) {
    const std::string other = GetParam() == std::string("pocl") ? "oclgrind" : "pocl";
    EXPECT_EQ(with_backend([&](Backend&) { return find_backend(other).error(); }),
              fmt::format("this process has loaded {} already\n", GetParam()));
}

TEST(Backends, AnotherNameIsNone) {
    EXPECT_EQ(why_no_backend("metal"), "there is no backend metal\n");
}

}  // namespace
}  // namespace musimd::portable::portable_test
