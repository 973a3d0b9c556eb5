#include "cli/kernels/equivalent_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "engines/engines.hpp"
#include "host/files.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/spmd/comparison.hpp"
#include "prove/tree_facts.hpp"

namespace musimd::cli {
namespace {

using dsl::ThreadNumber;
using dsl::openmp::Parameter;
using kernels::cuda::LaunchConfiguration;
using kernels::cuda::LaunchRun;

constexpr std::int64_t kMostElementsOfInput = 1 << 20;
constexpr unsigned kTriesPerInput = 10;

/// A launch, the options that it stands for, and the arguments of both kernels.
struct RandomInput {
    LaunchConfiguration config;
    std::vector<std::string> texts;
};

class InputMaker {
  public:
    InputMaker(const Options& options, const ComparedKernel& first, const ComparedKernel& second,
               const prove::Premises& premises)
        : options_(options),
          first_(first),
          second_(second),
          premises_(premises),
          seed_(static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0))),
          random_(seed_) {}

    /// Nothing: it does not fulfil the premises.
    std::optional<RandomInput> next() {
        RandomInput result{launch_configuration(options_), {}};
        if (!premises_.block) result.config.block = random_block();
        if (!premises_.grid) result.config.grid = random_grid();
        prove::Terms terms;
        names_.clear();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            names_["blockDim." + std::string(1, "xyz"[axis])] = terms.number(result.config.block[axis]);
            names_["gridDim." + std::string(1, "xyz"[axis])] = terms.number(result.config.grid[axis]);
        }
        Options own = options_;
        own.set("seed", {std::to_string(++seed_)});
        own.set("arg", arguments(terms, result.config.grid_threads()));
        if (!is_allowed(terms)) return std::nullopt;
        for (const ComparedKernel* const one : {&first_, &second_})
            if (kernels::cuda::why_not(one->kernel, result.config)) return std::nullopt;
        const auto given = cuda_arguments(own, first_.kernel);
        result.texts =
            launch_argument_texts(own, first_.kernel, given, result.config, result.config.grid_threads());
        return result;
    }

  private:
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(
            std::uniform_int_distribution<std::uint32_t>(0, count - 1)(random_));
    }

    bool names_axis(ThreadNumber of_thread, ThreadNumber of_size, std::size_t axis) const {
        return std::ranges::any_of(std::array{&first_, &second_}, [&](const ComparedKernel* one) {
            const auto read = prove::variables_read(one->kernel.code.body);
            return std::ranges::any_of(one->kernel.numbers, [&](const auto& known) {
                const auto number = static_cast<std::size_t>(known.second);
                const bool is_it = number == static_cast<std::size_t>(of_thread) + axis ||
                                   number == static_cast<std::size_t>(of_size) + axis;
                return is_it && read.contains(known.first);
            });
        });
    }

    dsl::Dimensions random_block() {
        const bool has_y = names_axis(ThreadNumber::thread_x, ThreadNumber::threads_x, 1);
        constexpr std::uint32_t kSizes[] = {32, 64, 33, 1, 128, 17, 5, 96};
        if (!has_y) return {kSizes[below(std::size(kSizes))], 1, 1};
        constexpr dsl::Dimensions kPlanes[] = {{8, 4, 1}, {16, 16, 1}, {5, 3, 1}, {1, 17, 1}, {32, 2, 1}};
        dsl::Dimensions block = kPlanes[below(std::size(kPlanes))];
        if (names_axis(ThreadNumber::thread_x, ThreadNumber::threads_x, 2)) block[2] = 1 + below(2);
        return block;
    }

    dsl::Dimensions random_grid() {
        dsl::Dimensions grid = {1, 1, 1};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (names_axis(ThreadNumber::block_x, ThreadNumber::blocks_x, axis)) grid[axis] = 1 + below(3);
        }
        return grid;
    }

    /// What is given, and of the rest numbers around the number of threads, and arrays of the stated lengths.
    std::vector<std::string> arguments(prove::Terms& terms, std::int64_t threads) {
        std::vector<std::string> texts = options_.texts("arg");
        const auto given = [&](const std::string& name) {
            return std::ranges::find_if(
                texts, [&](const std::string& text) { return text.starts_with(name + "="); });
        };
        for (const Parameter& parameter : first_.kernel.code.parameters) {
            if (!parameter.variable || is_float(parameter.type)) continue;
            std::int64_t value = parameter.boolean ? below(2) : random_number(threads);
            if (const auto at = given(parameter.name); at != texts.end())
                value = std::atoll(at->c_str() + parameter.name.size() + 1);
            else
                texts.push_back(fmt::format("{}={}", parameter.name, value));
            names_[parameter.name] = terms.number(value);
        }
        for (const auto& [name, text] : premises_.lengths) {
            const prove::Term length = prove::read_number(terms, text, names_);
            const bool is_usual =
                prove::Terms::is_number(length) && length->value > 0 && length->value <= kMostElementsOfInput;
            if (is_usual && given(name) == texts.end())
                texts.push_back(fmt::format("{}={}", name, length->value.str()));
        }
        return texts;
    }

    std::int64_t random_number(std::int64_t threads) {
        const std::int64_t choices[] = {threads, threads - 1, threads / 2, 1, 0, 2 * threads + 3, 7};
        return below(4) != 0 ? choices[below(std::size(choices))]
                             : below(static_cast<std::uint32_t>(threads) + 1);
    }

    bool is_allowed(prove::Terms& terms) const {
        const bool has_lengths = std::ranges::all_of(premises_.lengths, [&](const auto& length) {
            const prove::Term term = prove::read_number(terms, length.second, names_);
            return prove::Terms::is_number(term) && term->value > 0 && term->value <= kMostElementsOfInput;
        });
        return has_lengths && std::ranges::all_of(premises_.assumptions, [&](const std::string& text) {
                   return prove::Terms::is_true(prove::read_condition(terms, text, names_));
               });
    }

    const Options& options_;
    const ComparedKernel& first_;
    const ComparedKernel& second_;
    const prove::Premises& premises_;
    std::uint64_t seed_;
    std::mt19937_64 random_;
    std::map<std::string, prove::Term> names_;
};

std::string size_text(const dsl::Dimensions& size) {
    return fmt::format("{},{},{}", size[0], size[1], size[2]);
}

std::string repeat_command(const ComparedKernel& one, const RandomInput& input) {
    std::string command =
        fmt::format("musimd cuda {} --kernel {} --grid {} --block {}", host::shell_word(one.file),
                    one.kernel.code.name, size_text(input.config.grid), size_text(input.config.block));
    for (std::size_t i = 0; i < input.texts.size(); ++i)
        command += " --arg " + host::shell_word(one.names[i] + "=" + input.texts[i]);
    return command + " --model lockstep";
}

bool is_same_value(std::uint64_t a, std::uint64_t b, Type type) {
    if (a == b) return true;
    if (!is_float(type)) return false;
    const auto is_nan = [&](std::uint64_t pattern) {
        return kernels::value_text(pattern, type).find("nan") != std::string::npos;
    };
    return is_nan(a) && is_nan(b);
}

std::optional<MemoryDifference> difference_between(const ComparedKernel& first, const LaunchRun& of_first,
                                                   const ComparedKernel& second, const LaunchRun& of_second) {
    for (std::size_t i = 0; i < first.kernel.code.parameters.size(); ++i) {
        const Parameter &a = first.kernel.code.parameters[i], &b = second.kernel.code.parameters[i];
        if (!a.buffer) continue;
        const auto &x = of_first.buffers[*a.buffer], &y = of_second.buffers[*b.buffer];
        for (std::size_t e = 0; e < std::min(x.size(), y.size()); ++e) {
            if (is_same_value(x[e], y[e], a.type)) continue;
            return MemoryDifference{.array = a.name,
                                    .element = static_cast<std::int64_t>(e),
                                    .first = kernels::value_text(x[e], a.type),
                                    .second = kernels::value_text(y[e], a.type)};
        }
    }
    return std::nullopt;
}

}  // namespace

ComparedRuns compare_runs(const Options& options, const ComparedKernel& first, const ComparedKernel& second,
                          const prove::Premises& premises, unsigned inputs) {
    ComparedRuns result;
    InputMaker maker(options, first, second, premises);
    const auto run_of = [&](const ComparedKernel& one, const RandomInput& input) {
        return run_launch(one.kernel, read_cuda_arguments(one.kernel, input.texts, "equivalent"),
                          input.config, *find_engine("auto"));
    };
    for (unsigned i = 0; i < kTriesPerInput * inputs && result.same + result.skipped < inputs; ++i) {
        if (interrupted()) break;
        const auto input = maker.next();
        if (!input) continue;
        const LaunchRun of_first = run_of(first, *input), of_second = run_of(second, *input);
        const auto is_wrong = [](const LaunchRun& run) {
            return run.end != LaunchRun::End::stop || !run.findings.empty();
        };
        if (is_wrong(of_first) || is_wrong(of_second)) {
            if (++result.skipped == 1)
                result.skipped_command = repeat_command(is_wrong(of_first) ? first : second, *input);
            continue;
        }
        result.difference = difference_between(first, of_first, second, of_second);
        if (result.difference) {
            result.difference->first_command = repeat_command(first, *input);
            result.difference->second_command = repeat_command(second, *input);
            return result;
        }
        ++result.same;
    }
    return result;
}

}  // namespace musimd::cli
