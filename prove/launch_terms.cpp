#include "prove/launch_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "prove/content_rules.hpp"
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
        launch_.limit_facts = launch_.facts.size();
        for (const auto& [variable, number] : kernel_.numbers) launch_.variables[variable] = term_of(number);
        add_parameters();
        for (const auto& [variable, buffer] : kernel_.code.addresses)
            launch_.variables[variable] = terms_.unknown("address", false, range_of(Type::i64));
        for (const std::string& text : premises_.assumptions) assume(text);
        if (premises_.host) add_host(*premises_.host);
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
        return std::ranges::any_of(premises_.assumptions, mentions) ||
               (premises_.host && std::ranges::any_of(premises_.host->conditions, mentions));
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
        if (premises_.host) {
            const auto at = premises_.host->sizes.find(name);
            if (at != premises_.host->sizes.end()) return terms_.number(at->second);
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

    /// Those that the host computes come last: their values name others.
    void add_parameters() {
        if (premises_.host) {
            for (const auto& [name, type] : premises_.host->unknowns)
                launch_.names.try_emplace(name, terms_.unknown(name, false, range_of(type)));
        }
        const auto is_computed = [&](const dsl::openmp::Parameter& parameter) {
            return premises_.host && premises_.host->values.contains(parameter.name) &&
                   !is_float(parameter.type) && !premises_.arguments.contains(parameter.name);
        };
        for (const dsl::openmp::Parameter& parameter : kernel_.code.parameters) {
            if (parameter.variable && !is_computed(parameter)) add_parameter(parameter);
        }
        for (const dsl::openmp::Parameter& parameter : kernel_.code.parameters) {
            if (parameter.variable && is_computed(parameter)) add_computed(parameter);
        }
    }

    void add_computed(const dsl::openmp::Parameter& parameter) {
        try {
            Term value = read_number(terms_, premises_.host->values.at(parameter.name), launch_.names);
            const Range range = range_of(parameter.type);
            computed_.push_back(terms_.at_most(terms_.number(*range.low), value));
            computed_.push_back(terms_.at_most(value, terms_.number(*range.high)));
            launch_.variables[*parameter.variable] = launch_.names[parameter.name] = value;
        } catch (const std::invalid_argument&) {
            add_parameter(parameter);
        }
    }

    void add_parameter(const dsl::openmp::Parameter& parameter) {
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

    void add_host(const HostPremises& host) {
        launch_.limits.push_back("no integer of the host code wraps");
        for (const std::string& text : host.conditions) {
            try {
                launch_.facts.push_back(read_condition(terms_, text, launch_.names));
            } catch (const std::invalid_argument&) {  // left free
            }
        }
        launch_.facts.insert(launch_.facts.end(), computed_.begin(), computed_.end());
        const std::set<dsl::BufferId> written = buffers_written(kernel_.code.body);
        for (const auto& [first, second] : host.same) {
            const auto is_written = [&](const std::string& name) {
                const auto buffer = buffer_named(name);
                return !buffer || written.contains(*buffer) || kernel_.code.memory;
            };
            if (is_written(first) || is_written(second))
                launch_.unclear.push_back(
                    fmt::format("the launch on line {} passes one array as {} and as {}, of which one is "
                                "written",
                                host.line, first, second));
        }
    }

    std::optional<dsl::BufferId> buffer_named(const std::string& name) const {
        const auto at = std::ranges::find(kernel_.code.buffers, name, &dsl::KernelBuffer::name);
        if (at == kernel_.code.buffers.end()) return std::nullopt;
        return static_cast<dsl::BufferId>(at - kernel_.code.buffers.begin());
    }

    /// Those that the user states come later.
    void add_host_lengths(const HostPremises& host) {
        const auto number = [&](const std::string& text) -> std::optional<Term> {
            try {
                return read_number(terms_, text, launch_.names);
            } catch (const std::invalid_argument&) {
                return std::nullopt;
            }
        };
        for (const auto& [name, text] : host.lengths) {
            const auto buffer = buffer_named(name);
            const auto length = number(text);
            if (buffer && length) launch_.lengths.try_emplace(*buffer, *length);
        }
        for (const dsl::cuda::SharedArray& array : kernel_.shared) {
            const auto bytes = host.shared_bytes ? number(*host.shared_bytes) : std::nullopt;
            if (array.elements == 0 && bytes)
                launch_.lengths.try_emplace(array.buffer, terms_.quotient(*bytes, array.bytes));
        }
    }

    void assume(const std::string& text) {
        for (const std::string& part : parts_of_assumption(text)) {
            if (is_about_contents(part))
                add_content_rule(terms_, kernel_, part, launch_);
            else
                launch_.facts.push_back(read_condition(terms_, part, launch_.names));
        }
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
        add_stated_lengths();
        if (premises_.host) add_host_lengths(*premises_.host);
    }

    /// Not of arrays whose length is in the text: another one may have the same name.
    void add_stated_lengths() {
        for (const auto& [name, text] : premises_.lengths) {
            Term length = read_number(terms_, text, launch_.names);
            launch_.given_lengths[name] = length;
            bool is_known = false, is_free = false;
            for (std::size_t i = 0; i < kernel_.code.buffers.size(); ++i) {
                if (kernel_.code.buffers[i].name != name) continue;
                is_known = true;
                is_free =
                    launch_.lengths.try_emplace(static_cast<dsl::BufferId>(i), length).second || is_free;
            }
            if (!is_known) throw std::invalid_argument(fmt::format("the kernel has no array {}", name));
            if (!is_free)
                throw std::invalid_argument(
                    fmt::format("the length of {} is in the text of the kernel", name));
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
    std::vector<Term> computed_;  ///< that what the host computes fits
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
