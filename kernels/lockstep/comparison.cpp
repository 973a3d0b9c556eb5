#include "kernels/lockstep/comparison.hpp"

#include <algorithm>

#include "kernels/compiled/c_functions.hpp"
#include "kernels/lockstep/last_write.hpp"
#include "kernels/lockstep/machine_runs.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::kernels::lockstep {
namespace {

using dsl::cuda::KernelFunction;
using dsl::openmp::Parameter;
using End = TargetRun::End;

bool is_instance(const TargetRun& run, const TargetRun& instance) {
    return run.end == End::stop && run.arguments == instance.arguments;
}

/// The run with which it is compared: as like it as possible, and before it.
struct Baseline {
    std::size_t run = 0;
    Cause cause = Cause::order;
};

class Baselines {
  public:
    explicit Baselines(const std::vector<TargetRun>& runs) : runs_(runs) {}

    std::optional<Baseline> of(std::size_t number) const {
        const TargetRun& run = runs_[number];
        const auto find = [&](Cause cause, const auto& fits) -> std::optional<Baseline> {
            for (std::size_t i = 0; i < number; ++i) {
                if (is_instance(runs_[i], run) && fits(runs_[i])) return Baseline{i, cause};
            }
            return std::nullopt;
        };
        const auto has_same_place = [&](const TargetRun& other) {
            return other.target == run.target && other.shape == run.shape;
        };
        if (auto found = find(Cause::order, has_same_place)) return found;
        const auto is_other_model = [&](const TargetRun& other) {
            return is_of_machine(other.target) && is_of_machine(run.target) && other.shape == run.shape &&
                   other.order == run.order;
        };
        if (auto found = find(Cause::model, is_other_model)) return found;
        if (is_of_machine(run.target)) {
            if (auto found = find(Cause::simd, [&](const TargetRun& other) {
                    return other.target == run.target && other.shape.workers == run.shape.workers;
                }))
                return found;
            return find(Cause::workers, [&](const TargetRun& other) { return is_of_machine(other.target); });
        }
        // Compiled code: the machine's run of the instance, or else of any.
        if (auto found = find(Cause::target, [&](const TargetRun& other) {
                return is_of_machine(other.target) && other.shape == run.shape && other.order == run.order;
            }))
            return found;
        return find(Cause::target, [](const TargetRun&) { return true; });
    }

  private:
    const std::vector<TargetRun>& runs_;
};

class Comparer {
  public:
    Comparer(const std::vector<TargetRun>& runs, const Setting& setting, const Instances& instances,
             const std::vector<openmp::CallArguments>& arguments)
        : runs_(runs), setting_(setting), instances_(instances), arguments_(arguments) {}

    Compared compare() {
        const Baselines baselines(runs_);
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            found_.differs.push_back(runs_[i].end == End::stop && differs_from_first(i));
            if (runs_[i].end != End::stop) continue;
            if (const auto baseline = baselines.of(i)) compare(*baseline, i);
        }
        return std::move(found_);
    }

  private:
    const KernelFunction& kernel() const { return instances_.kernels.begin()->second.front(); }

    std::vector<openmp::ArrayComparison> compared(std::size_t a, std::size_t b) const {
        const bool is_compiled = !is_of_machine(runs_[a].target) || !is_of_machine(runs_[b].target);
        // Compilers have another <math.h>.
        const openmp::ErrorSources sources = {
            .order = false, .mathematics = is_compiled && openmp::calls_inexact_functions(kernel().code)};
        return openmp::compare_outputs(kernel().code, {runs_[a].buffers}, {runs_[b].buffers}, sources);
    }

    bool differs_from_first(std::size_t number) const {
        const auto first = std::ranges::find_if(
            runs_, [&](const TargetRun& run) { return is_instance(run, runs_[number]); });
        return total(compared(static_cast<std::size_t>(first - runs_.begin()), number)).different != 0;
    }

    void compare(const Baseline& baseline, std::size_t number) {
        for (const openmp::ArrayComparison& array : compared(baseline.run, number)) {
            if (array.found.different == 0 || !array.found.first) continue;
            add(baseline, number, array);
        }
    }

    void add(const Baseline& baseline, std::size_t number, const openmp::ArrayComparison& array) {
        const auto parameter = std::ranges::find(kernel().code.parameters, array.name, &Parameter::name);
        if (parameter == kernel().code.parameters.end() || !parameter->buffer) return;
        const std::size_t at = *array.found.first;
        Difference difference;
        difference.cause = baseline.cause;
        difference.a = baseline.run;
        difference.b = number;
        difference.array = array.name;
        difference.element = at;
        difference.count = array.found.different;
        difference.value_a = value_text(runs_[baseline.run].buffers[*parameter->buffer][at], array.type);
        difference.value_b = value_text(runs_[number].buffers[*parameter->buffer][at], array.type);
        const bool is_first = std::ranges::none_of(found_.differences, [&](const Difference& other) {
            return other.cause == difference.cause && other.array == difference.array;
        });
        if (is_first) {
            difference.line = line_of(number, *parameter->buffer, at);
            if (difference.line == 0) difference.line = line_of(baseline.run, *parameter->buffer, at);
        }
        found_.differences.push_back(std::move(difference));
    }

    std::uint32_t line_of(std::size_t number, dsl::BufferId buffer, std::size_t element) const {
        const TargetRun& run = runs_[number];
        if (!is_of_machine(run.target)) return 0;
        const KernelFunction& read = kernel_of(setting_, instances_, run.shape, run.order);
        return last_write(read, arguments_[run.arguments], configuration_of(setting_, run), *setting_.engine,
                          buffer, element)
            .value_or(0);
    }

    const std::vector<TargetRun>& runs_;
    const Setting& setting_;
    const Instances& instances_;
    const std::vector<openmp::CallArguments>& arguments_;
    Compared found_;
};

}  // namespace

Compared compare(const std::vector<TargetRun>& runs, const Setting& setting, const Instances& instances,
                 const std::vector<openmp::CallArguments>& arguments) {
    return Comparer(runs, setting, instances, arguments).compare();
}

}  // namespace musimd::kernels::lockstep
