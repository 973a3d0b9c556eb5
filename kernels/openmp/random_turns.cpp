#include "kernels/openmp/random_turns.hpp"

#include <random>
#include <variant>
#include <vector>

namespace musimd::kernels::openmp {
namespace {

/// The threads that can take a step.
std::vector<std::uint32_t> ready(const Machine& machine) {
    std::vector<std::uint32_t> result;
    for (std::uint32_t m = 0; m < machine.machines(); ++m) {
        if (machine.can_step(m)) result.push_back(m);
    }
    return result;
}

bool have_stopped(const Machine& machine) {
    for (std::uint32_t m = 0; m < machine.machines(); ++m) {
        if (!machine.has_stopped(m)) return false;
    }
    return true;
}

}  // namespace

std::optional<Result> run_in_random_turns(const Program& program, const MachineOptions& options,
                                          std::uint64_t& steps_left, const std::function<bool()>& is_enough,
                                          Observer& observer) {
    Machine machine(program, options);
    std::mt19937_64 random(options.seed);
    while (steps_left > 0 && !is_enough() && !options.is_interrupted()) {
        const std::vector<std::uint32_t> threads = ready(machine);
        if (threads.empty()) {
            if (have_stopped(machine)) return machine.result(Outcome::stop);
            return machine.result(machine.deadlock(&observer));
        }
        const std::uint32_t m = threads[random() % threads.size()];
        const std::uint64_t turns = std::uint64_t{1} << random() % 9;
        for (std::uint64_t k = 0; k < turns && steps_left > 0 && machine.can_step(m); ++k, --steps_left) {
            const Step step = machine.step(m, &observer);
            if (std::holds_alternative<Failure>(step)) return machine.result(Outcome::trap);
            if (std::holds_alternative<StackLimit>(step)) return std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace musimd::kernels::openmp
