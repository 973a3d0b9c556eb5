#include "cli/kernels/cuda_prove_attack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "cli/command/terminal.hpp"

namespace musimd::cli {
namespace {

using prove::Candidate;
using prove::Obligation;
using prove::Verdict;

constexpr std::int64_t kMaxThreadsOfBlock = 1024;
constexpr std::int64_t kMaxThreads = 4096;

class LaunchMaker {
  public:
    LaunchMaker(const dsl::cuda::KernelFunction& kernel, std::uint64_t seed)
        : kernel_(kernel), random_(seed) {}

    Candidate make() {
        Candidate result;
        do {
            result.block = {one_of(kBlocksX), one_of(kSmall), one_of(kSmall)};
        } while (count(result.block) > kMaxThreadsOfBlock);
        do {
            result.grid = {one_of(kGrids), one_of(kGrids), 1};
        } while (count(result.grid) * count(result.block) > std::max(kMaxThreads, count(result.block)));
        for (const dsl::openmp::Parameter& parameter : kernel_.code.parameters)
            result.arguments.push_back(argument(parameter, result));
        return result;
    }

  private:
    static std::int64_t count(const prove::Shape& shape) { return shape[0] * shape[1] * shape[2]; }

    template <std::size_t N>
    std::int64_t one_of(const std::array<std::int64_t, N>& numbers) {
        return numbers[random_() % N];
    }

    prove::Argument argument(const dsl::openmp::Parameter& parameter, const Candidate& launch) {
        prove::Argument result{.name = parameter.name, .is_array = parameter.buffer.has_value()};
        const std::int64_t threads = count(launch.block) * count(launch.grid);
        if (!result.is_array) {
            const std::array<std::int64_t, 12> numbers = {
                0, 1, 2, 3, 7, 16, 31, 33, threads, threads - 1, threads + 1, launch.block[0]};
            result.number = parameter.boolean ? std::int64_t{random_() % 2 == 0} : one_of(numbers);
            return result;
        }
        result.elements = one_of(std::array<std::int64_t, 3>{threads, 2 * threads, 4 * threads});
        if (is_float(parameter.type)) {
            result.form = "random";
            return result;
        }
        const std::int64_t most = one_of(std::array<std::int64_t, 4>{1, 3, 31, 100});
        const bool has_negative = is_signed_integer(parameter.type) && random_() % 4 == 0;
        if (random_() % 5 != 0) result.form = fmt::format("random:{}..{}", has_negative ? -most : 0, most);
        return result;
    }

    static constexpr std::array<std::int64_t, 14> kBlocksX = {1,  2,  3,  5,  8,  16,  17,
                                                              31, 32, 33, 64, 96, 128, 256};
    static constexpr std::array<std::int64_t, 6> kSmall = {1, 1, 2, 3, 16, 17};
    static constexpr std::array<std::int64_t, 5> kGrids = {1, 2, 3, 4, 7};

    const dsl::cuda::KernelFunction& kernel_;
    std::mt19937_64 random_;
};

void contradict(const LaunchFinding& found, const Candidate& launch, std::vector<Obligation>& obligations,
                Refutations& contradictions) {
    for (Obligation& obligation : obligations) {
        if (!contradicts(found, obligation, obligations)) continue;
        obligation.verdict = Verdict::refuted;
        contradictions[&obligation] = {found, launch, true};
    }
}

}  // namespace

Attack attack_proofs(const LaunchRunner& runner, const dsl::cuda::KernelFunction& kernel,
                     prove::Prover& prover, std::vector<Obligation>& obligations, std::int64_t count,
                     std::uint64_t seed) {
    Attack attack{.wanted = count};
    LaunchMaker maker(kernel, seed);
    ProgressLine line;
    for (std::int64_t i = 0; i < count && !interrupted(); ++i) {
        if (line.due()) line.show(fmt::format("attacking {}: {} of {} launches", kernel.code.name, i, count));
        const auto launch = prover.launch_near(maker.make());
        if (!launch) continue;
        attack.runs += 1;
        for (const LaunchFinding& found : runner.run(*launch, seed + static_cast<std::uint64_t>(i)))
            contradict(found, *launch, obligations, attack.contradictions);
    }
    return attack;
}

}  // namespace musimd::cli
