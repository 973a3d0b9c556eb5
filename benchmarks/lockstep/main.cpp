// Times each task as a plain loop and as a kernel of lockstep, in turns: medians in microseconds, and that
// both compute the same.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "kernels.hpp"

namespace {

void fill(Data& d) {
    std::memset(&d, 0, sizeof d);
    std::uint32_t random = 1;
    const auto next = [&] { return random = random * 1664525U + 1013904223U; };
    for (float& x : d.x) x = static_cast<float>(next() >> 24);
    for (float& f : d.field) f = static_cast<float>(next() >> 24) / 64 - 2;
    for (float& g : d.guarded) g = static_cast<float>(next() >> 24);
    for (std::uint32_t& key : d.keys) key = next() >> 8;
}

double microseconds(Task task, Data& d) {
    const auto start = std::chrono::steady_clock::now();
    task(d);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> times) {
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
    return times[times.size() / 2];
}

bool compare(const char* name, Task plain, Task lockstep, int runs) {
    const auto a = std::make_unique<Data>(), b = std::make_unique<Data>();
    fill(*a);
    fill(*b);
    std::vector<double> of_plain, of_lockstep;
    for (int run = 0; run < runs; ++run) {
        of_plain.push_back(microseconds(plain, *a));
        of_lockstep.push_back(microseconds(lockstep, *b));
    }
    const bool same = std::memcmp(a.get(), b.get(), sizeof(Data)) == 0;
    std::printf("%s %.3f %.3f %s\n", name, median(of_plain), median(of_lockstep),
                same ? "same" : "different");
    return same;
}

}  // namespace

int main(int count, char** words) {
    const int runs = count > 1 ? std::max(1, std::atoi(words[1])) : 2001;
    const bool same[] = {compare("saxpy", kPlain.saxpy, kLockstep.saxpy, runs),
                         compare("push", kPlain.push, kLockstep.push, runs),
                         compare("histogram", kPlain.histogram, kLockstep.histogram, runs),
                         compare("stencil", kPlain.stencil, kLockstep.stencil, runs)};
    return std::ranges::all_of(same, std::identity()) ? 0 : 1;
}
