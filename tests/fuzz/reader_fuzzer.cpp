// A libFuzzer target; tests/CMakeLists.txt describes how to run it. The test suite calls the same function
// with every file of corpus/.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string complaint = musimd::fuzz::complaint_about({reinterpret_cast<const char*>(data), size});
    if (complaint.empty()) return 0;
    std::fprintf(stderr, "%s\n", complaint.c_str());
    std::abort();
}
