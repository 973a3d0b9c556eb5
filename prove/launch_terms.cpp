#include "prove/launch_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "prove/tree_facts.hpp"

namespace musimd::prove {
namespace {

using dsl::ThreadNumber;

constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};
constexpr std::array<std::int64_t, 3> kMostThreads = {1024, 1024, 64};
constexpr std::array<std::int64_t, 3> kMostBlocks = {2147483647, 65535, 65535};

/// Makes the terms of a launch, in parts.
class LaunchMaker {
  public:
    LaunchMaker(Terms& terms, const dsl::cuda::KernelFunction& kernel, const Premises& premises, Level level)
        : terms_(terms), kernel_(kernel), premises_(premises), level_(level) {}

    LaunchTerms make() {
        named_ = variables_read(kernel_.code.body);
        for (std::size_t axis = 0; axis < 3; ++axis) add_sizes(axis);
        for (std::size_t axis = 0; axis < 3; ++axis) add_numbers(axis);
        launch_.warp_threads = premises_.warp_threads;
        if (has_collective(kernel_.code.body)) add_lanes();
        add_limits();
        for (const auto& [variable, number] : kernel_.numbers) launch_.variables[variable] = term_of(number);
        for (const dsl::openmp::Parameter& parameter : kernel_.code.parameters) add_parameter(parameter);
        for (const auto& [variable, buffer] : kernel_.code.addresses)
            launch_.variables[variable] = terms_.unknown("address", false, range_of(Type::i64));
        for (const std::string& text : premises_.assumptions)
            launch_.facts.push_back(read_condition(terms_, text, launch_.names));
        add_lengths();
        return std::move(launch_);
    }

  private:
    bool names(ThreadNumber number) const {
        return std::ranges::any_of(kernel_.numbers, [&](const auto& known) {
            return known.second == number && named_.contains(known.first);
        });
    }

    bool is_assumed(const std::string& name) const {
        const auto mentions = [&](const std::string& text) { return text.find(name) != std::string::npos; };
        return std::ranges::any_of(premises_.assumptions, mentions);
    }

    bool names_axis(ThreadNumber of_thread, ThreadNumber of_size, std::size_t axis) const {
        const auto on = [&](ThreadNumber first) {
            return static_cast<ThreadNumber>(static_cast<std::size_t>(first) + axis);
        };
        return names(on(of_thread)) || names(on(of_size));
    }

    void add_sizes(std::size_t axis) {
        const std::string threads = fmt::format("blockDim.{}", kAxes[axis]);
        const std::string blocks = fmt::format("gridDim.{}", kAxes[axis]);
        const bool has_threads = axis == 0 || is_assumed(threads) ||
                                 names_axis(ThreadNumber::thread_x, ThreadNumber::threads_x, axis);
        const bool has_blocks =
            is_assumed(blocks) || names_axis(ThreadNumber::block_x, ThreadNumber::blocks_x, axis);
        launch_.threads[axis] = size(threads, premises_.block, axis, has_threads, kMostThreads[axis]);
        launch_.blocks[axis] = size(blocks, premises_.grid, axis, has_blocks, kMostBlocks[axis]);
        launch_.names[threads] = launch_.threads[axis];
        launch_.names[blocks] = launch_.blocks[axis];
    }

    Term size(const std::string& name, const std::optional<std::array<std::uint32_t, 3>>& given,
              std::size_t axis, bool is_free, std::int64_t most) {
        if (given) {
            launch_.limits.push_back(fmt::format("{} == {}", name, (*given)[axis]));
            return terms_.number((*given)[axis]);
        }
        if (is_free) return terms_.unknown(name, false, {1, most});
        launch_.limits.push_back(name + " == 1");
        return terms_.number(1);
    }

    Term number_below(const std::string& name, Term size, bool is_private) {
        if (Terms::is_number(size) && size->value == 1) return terms_.number(0);
        Term result = terms_.unknown(name, is_private, {0, *terms_.range_of(size).high - 1});
        terms_.add_law(result, terms_.less(result, size));
        return result;
    }

    void add_numbers(std::size_t axis) {
        launch_.thread[axis] =
            number_below(fmt::format("threadIdx.{}", kAxes[axis]), launch_.threads[axis], true);
        launch_.block[axis] = number_below(fmt::format("blockIdx.{}", kAxes[axis]), launch_.blocks[axis],
                                           level_ == Level::grid);
    }

    /// The number of a thread in its block is warp * (threads of a warp) + lane. It is threadIdx.x itself if
    /// a block has one dimension.
    void add_lanes() {
        const Integer threads = premises_.warp_threads;
        launch_.warp = terms_.unknown("warp", level_ != Level::warp, {0, 1023 / threads});
        launch_.lane = terms_.unknown("lane", true, {0, threads - 1});
        Term number = terms_.sum(terms_.scaled(launch_.warp, threads), launch_.lane);
        const auto is_one = [](Term size) { return Terms::is_number(size) && size->value == 1; };
        launch_.limits.push_back(fmt::format("warps of {} threads", premises_.warp_threads));
        if (is_one(launch_.threads[1]) && is_one(launch_.threads[2])) {
            launch_.thread[0] = number;
            launch_.facts.push_back(terms_.less(number, launch_.threads[0]));
            return;
        }
        Term planes = terms_.product(launch_.threads[1], launch_.thread[2]);
        Term rows = terms_.product(launch_.threads[0], terms_.sum(launch_.thread[1], planes));
        launch_.facts.push_back(terms_.equal(number, terms_.sum(launch_.thread[0], rows)));
    }

    /// CUDA's, and that the number of a thread in its grid fits.
    void add_limits() {
        Term threads =
            terms_.product(terms_.product(launch_.threads[0], launch_.threads[1]), launch_.threads[2]);
        launch_.facts.push_back(
            terms_.at_most(threads, terms_.number(kernel_.max_threads > 0 ? kernel_.max_threads : 1024)));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Term all = terms_.product(launch_.blocks[axis], launch_.threads[axis]);
            launch_.facts.push_back(terms_.at_most(all, terms_.number(kMostBlocks[0])));
            if (!Terms::is_number(launch_.blocks[axis]))
                launch_.limits.push_back(
                    fmt::format("gridDim.{} * blockDim.{} <= 2147483647", kAxes[axis], kAxes[axis]));
        }
    }

    Term term_of(ThreadNumber number) const {
        const auto position = static_cast<std::size_t>(number);
        const std::array<const std::array<Term, 3>*, 4> groups = {&launch_.thread, &launch_.block,
                                                                  &launch_.threads, &launch_.blocks};
        return (*groups[position / 3])[position % 3];
    }

    void add_parameter(const dsl::openmp::Parameter& parameter) {
        if (!parameter.variable) return;
        const Type type = parameter.type;
        Term value = terms_.unknown(parameter.name, false,
                                    parameter.boolean ? Range{0, 1}
                                    : is_float(type)  ? Range{}
                                                      : range_of(type));
        const auto given = premises_.arguments.find(parameter.name);
        if (given != premises_.arguments.end()) {
            value = terms_.number(given->second);
            launch_.limits.push_back(fmt::format("{} == {}", parameter.name, given->second));
        }
        launch_.variables[*parameter.variable] = value;
        if (!is_float(type)) launch_.names[parameter.name] = value;
    }

    void add_lengths() {
        for (const dsl::cuda::SharedArray& array : kernel_.shared) {
            if (array.elements > 0) launch_.lengths[array.buffer] = terms_.number(array.elements);
        }
        for (const dsl::cuda::DeviceVariable& variable : kernel_.variables) {
            const dsl::openmp::Parameter& parameter = kernel_.code.parameters[variable.parameter];
            const dsl::BufferId buffer = dsl::cuda::buffer_of(parameter, kernel_.code);
            launch_.lengths[buffer] = terms_.number(variable.initial.size());
        }
        for (const auto& [name, text] : premises_.lengths) {
            Term length = read_number(terms_, text, launch_.names);
            launch_.given_lengths[name] = length;
            bool is_known = false;
            for (std::size_t i = 0; i < kernel_.code.buffers.size(); ++i) {
                if (kernel_.code.buffers[i].name != name) continue;
                launch_.lengths[static_cast<dsl::BufferId>(i)] = length;
                is_known = true;
            }
            if (!is_known) throw std::invalid_argument(fmt::format("the kernel has no array {}", name));
        }
        // The kernel accesses the whole, whose elements are members; the length counts structures.
        for (const dsl::openmp::StructureArray& array : kernel_.code.structures) {
            const auto at = launch_.lengths.find(array.whole);
            if (at == launch_.lengths.end()) continue;
            for (std::uint32_t m = 1; m <= array.members; ++m) launch_.lengths[array.whole + m] = at->second;
            at->second = terms_.scaled(at->second, array.members);
        }
    }

    Terms& terms_;
    const dsl::cuda::KernelFunction& kernel_;
    const Premises& premises_;
    Level level_;
    LaunchTerms launch_;
    std::set<dsl::VariableId> named_;
};

}  // namespace

Range range_of(Type type) {
    const Integer size = Integer(1) << width_of(type);
    if (is_signed_integer(type)) return {-size / 2, size / 2 - 1};
    return {0, size - 1};
}

LaunchTerms launch_terms(Terms& terms, const dsl::cuda::KernelFunction& kernel, const Premises& premises,
                         Level level) {
    return LaunchMaker(terms, kernel, premises, level).make();
}

}  // namespace musimd::prove
