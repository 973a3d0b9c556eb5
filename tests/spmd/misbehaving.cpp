#include "tests/spmd/misbehaving.hpp"

#include <array>
#include <string>

#include "kernels/spmd/input.hpp"

namespace musimd::tests::misbehaving {

using namespace kernels;

const char* const kSource = R"(
spmd_kernel_1d(twice, int *out, int *in)
  k_store(out, k_load(in) + k_load(in));
spmd_kernel_end
spmd_kernel_1d(beyond, int *out, int *in)
  k_store((out + 1), k_load(in));
spmd_kernel_end
spmd_kernel_1d(before, int *out, int *in)
  k_store((out - 1), k_load(in));
spmd_kernel_end
spmd_kernel_1d(endless, int *out, int *in)
  k_int x = k_load(in);
  k_while (x == x)
    k_set(x, k_add(x, k_load(in)));
  k_endwhile
  k_store(out, x);
spmd_kernel_end
)";

namespace {

constexpr const char* kDivision = R"(
spmd_kernel_1d(division, int *out, int *in)
  k_int x = k_load(in);
  k_store(out, k_div(x, k_sub(x, x)));
spmd_kernel_end
)";

constexpr std::array kNames = {"twice", "beyond", "before", "endless", "division"};

KernelEntry entry_of(Entry entry) {
    return {kNames[entry], 32, "", {{"out", true, Type::i32, {}}, {"in", true, Type::i32, {}}}};
}

}  // namespace

KernelUnit unit_up_to(Entry last) {
    KernelUnit unit{last == division ? std::string(kSource) + kDivision : kSource, {}};
    for (std::size_t i = 0; i <= last; ++i) unit.entries.push_back(entry_of(static_cast<Entry>(i)));
    return unit;
}

KernelLaunch launch_of(Entry entry, std::int64_t elements) {
    return make_case(entry_of(entry), entry, elements, {{"out", "zeros"}, {"in", "iota"}}, 0).value();
}

}  // namespace musimd::tests::misbehaving
