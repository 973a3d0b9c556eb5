// What compilers report about wrong domains; and the programs of lockstep with a real PMacc, if there is one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "host/environment.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "tests/support/process.hpp"

namespace musimd {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::HasSubstr;

const fs::path kSources = MUSIMD_SOURCE_DIR;
const fs::path kHeaders = kSources / "dsl/lockstep/include";

Finished run(const std::vector<std::string>& arguments) {
    support::Command command;
    command.arguments = arguments;
    return support::run(command);
}

Finished compile(const std::vector<std::string>& words) {
    std::vector<std::string> command = {"/usr/bin/env"};
    const auto compiler = codegen::host_settings().compiler;
    command.insert(command.end(), compiler.begin(), compiler.end());
    command.insert(command.end(), words.begin(), words.end());
    return run(command);
}

TEST(LockstepCompiled, WrongDomainsAreReportedInWords) {
    const support::TemporaryFolder folder;
    const fs::path file = folder.write("domains.cpp", R"(#include <pmacc/lockstep.hpp>
using namespace pmacc::mappings::threads;
auto a = IdxConfig<0, 32>::simdSize;
auto b = IdxConfig<10, 0>::simdSize;
auto c = IdxConfig<10, 1025>::simdSize;
auto d = IdxConfig<10, 32, 0>::simdSize;
auto e = IdxConfig<4294967295, 32>::simdSize;
void f() {
    pmacc::memory::CtxArray<int, IdxConfig<10, 3>> x;
    ForEachIdx<IdxConfig<20, 3>>(0)([&](uint32_t, auto const idx) { x[idx] = 0; });
}
)");
    const Finished result = compile({"-std=c++17", "-fsyntax-only", "-I" + kHeaders.string(), file.string()});
    EXPECT_NE(result.status, 0);
    for (const char* message :
         {"T_domainSize is 0; a domain needs at least one index",
          "T_workerSize is 0; a domain needs at least one worker",
          "T_workerSize is more than 1,024; a block has at most 1,024 threads",
          "T_simdSize is 0; without SIMD it is 1",
          "the indices of the last collective iteration do not fit in 32 bits",
          "a context variable is used with the idx of another domain", "domains.cpp:10:"})
        EXPECT_THAT(result.errors, HasSubstr(message));
}

// Each program has constants and names of its own.
constexpr const char* kPrograms = R"(#include <pmacc/lockstep.hpp>
#include <cstdio>
#include <vector>
namespace a {
#include "reduction.cu"
}
namespace b {
#include "scan.cu"
}
namespace c {
#include "histogram.cu"
}
namespace d {
#include "context_variable.cu"
}
namespace e {
#include "stencil_supercell.cu"
}
namespace f {
#include "two_domains.cu"
}
namespace g {
#include "particle_push.cu"
}
namespace h {
#include "bitonic_sort.cu"
}

// 1,024 whole numbers 0 … 9.
template <typename T>
struct Numbers : std::vector<T> {
    Numbers() {
        for (uint32_t i = 0; i < 1024; ++i) this->push_back(T((i * 2654435761U >> 20) % 10));
    }
    Numbers(int zeros) : std::vector<T>(zeros) {}
    void print() const {
        for (T x : *this) std::printf("%g ", double(x));
        std::puts("");
    }
};
template <typename Call>
void blocks(unsigned number, Call&& call) {
    pmacc::host::launch({number}, 1, call);
}
template <uint32_t simd>
void run() {
    Numbers<int> in, out(2048), more(2048), keys;
    Numbers<unsigned> bins(16);
    Numbers<float> x, p, field;
    blocks(2, [&] { a::reduction<1, simd>(out.data(), in.data()); });
    blocks(2, [&] { b::scan<1, simd>(out.data() + 2, in.data()); });
    blocks(3, [&] { c::histogram<1, simd>(bins.data(), in.data(), 850U); });
    blocks(2, [&] { d::context_variable<1, simd>(out.data() + 300, in.data()); });
    blocks(4, [&] { e::stencil_supercell<1, simd>(out.data() + 500, in.data()); });
    blocks(2, [&] { f::two_domains<1, simd>(out.data() + 900, more.data(), in.data()); });
    blocks(2, [&] { g::particle_push<1, simd>(x.data(), p.data(), field.data(), 3); });
    blocks(2, [&] { h::bitonic_sort<1, simd>(keys.data()); });
    for (const Numbers<int>* of : {&out, &more, &keys}) of->print();
    bins.print();
    x.print();
    p.print();
}
int main() {
    run<1>();
    run<4>();
    run<5>();
}
)";

/// What the programs print, compiled with these options.
std::string printed(const support::TemporaryFolder& folder, const std::string& name,
                    std::vector<std::string> options) {
    const std::string program = (folder.path() / name).string();
    const fs::path source = folder.write("programs.cpp", kPrograms);
    options.insert(options.end(), {"-std=c++17", "-O1", "-w", "-pthread",
                                   "-I" + (kSources / "programs/kernels/lockstep").string(), source.string(),
                                   "-o", program});
    const Finished compiled = compile(options);
    EXPECT_EQ(compiled.status, 0) << compiled.errors;
    const Finished result = run({program});
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.output;
}

TEST(LockstepCompiled, ARealPMaccComputesTheSame) {
    std::string root = host::environment("PMACC_ROOT");
    if (root.empty()) root = MUSIMD_PMACC_ROOT;
    if (root.empty()) GTEST_SKIP() << "no PMacc: set PMACC_ROOT to a checkout of PIConGPU 0.4 or 0.5";
    if (!fs::exists(fs::path(root) / "include/pmacc/mappings/threads/ForEachIdx.hpp"))
        GTEST_SKIP() << "no ForEachIdx in " << root << ": PMACC_ROOT is a checkout of PIConGPU 0.4 or 0.5";
    const support::TemporaryFolder folder;
    const std::string ours = printed(folder, "ours", {"-I" + kHeaders.string()});
    const std::string real = printed(
        folder, "real",
        {"-I" + (kSources / "dsl/lockstep/real").string(), "-I" + root + "/include",
         "-I" + root + "/thirdParty/cupla/include", "-I" + root + "/thirdParty/alpaka/include",
         "-DALPAKA_ACC_CPU_B_SEQ_T_SEQ_ENABLED=1", root + "/thirdParty/cupla/src/manager/Driver.cpp"});
    EXPECT_FALSE(ours.empty());
    EXPECT_EQ(ours, real);
}

}  // namespace
}  // namespace musimd
