#include "gpu_backend/compiled/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "gpu_backend/compiled/grid.hpp"
#include "gpu_backend/compiled/unit.hpp"
#include "gpu_backend/interpreted/interpreter.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/native/code_cache.hpp"
#include "simulator/native/dense_memory.hpp"

namespace musimd::gpu {
namespace {

/// The initial size of Σ, unless the program names higher addresses: for a single grid, and for one of
/// many.
constexpr std::int64_t kFirstLimit = std::int64_t{1} << 16;
constexpr std::int64_t kFirstLimitOfMany = std::int64_t{1} << 10;

/// The maximum number of grids that run at the same time.
constexpr std::size_t kMaxGrids = std::size_t{1} << 16;
constexpr std::size_t kMaxStateBytes = std::size_t{1} << 30;

// The instruction that a line of a unit was generated from, as the comment above it says; empty if unknown.
std::string instruction_above(const std::vector<std::string_view>& lines, std::size_t line) {
    for (std::size_t i = std::min(line, lines.size()); i-- > 0;) {
        const std::size_t from = lines[i].find_first_not_of(' ');
        if (from == std::string_view::npos) continue;
        const std::string_view text = lines[i].substr(from);
        if (text.starts_with("struct ")) return {};
        if (text.size() > 3 && text.starts_with("// ") && text[3] >= '1' && text[3] <= '9')
            return std::string(text.substr(3));
    }
    return {};
}

// The compiler's output for a unit, with the instruction that each line was generated from.
std::string explained(const std::string& said, const std::string& source) {
    std::vector<std::string_view> lines;
    for (std::string_view rest = source; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        lines.push_back(rest.substr(0, end - 1));
        rest.remove_prefix(end);
    }
    std::string text;
    std::istringstream each(said);
    for (std::string line; std::getline(each, line);) {
        text += line + "\n";
        const std::size_t open = line.find_first_of("(:");
        if (open == std::string::npos || line.find("error") == std::string::npos) continue;
        const auto number = static_cast<std::size_t>(std::strtoul(line.c_str() + open + 1, nullptr, 10));
        const std::string instruction = instruction_above(lines, number);
        if (!instruction.empty()) text += "    in instruction " + instruction + "\n";
    }
    return text;
}

// The lowest limit of Σ that covers all addresses that the program and its inputs name.
std::int64_t named_limit(const Program& program, std::span<const Input> inputs) {
    std::int64_t limit = inputs.size() == 1 ? kFirstLimit : kFirstLimitOfMany;
    for (const Buffer& buffer : program.buffers) limit = std::max(limit, buffer.address + buffer.count);
    for (const Input& input : inputs) {
        for (const Preload& preload : input.preloads)
            limit = std::max(limit, preload.address + preload.count);
    }
    return limit;
}

/// A batch of grids of a program, run in parts that fit the device's memory.
class Batch {
  public:
    Batch(Device& device, const Program& program, const MachineOptions& options, const DeviceCode& code,
          std::span<const Input> inputs)
        : device_(device),
          program_(program),
          options_(options),
          code_(code),
          inputs_(inputs),
          results_(inputs.size()) {}

    tl::expected<std::vector<Result>, std::string> run(std::uint64_t slice, BatchReport& report);

  private:
    std::size_t part_size() const;
    tl::expected<void, std::string> run_part(std::span<const std::size_t> part, std::uint64_t slice,
                                             BatchReport& report);
    Result finish(const DeviceGrids& grids, std::size_t grid, std::size_t input) const;

    Device& device_;
    const Program& program_;
    const MachineOptions& options_;
    const DeviceCode& code_;
    std::span<const Input> inputs_;
    std::vector<Result> results_;
    std::int64_t limit_ = 0;
    std::int64_t most_ = 0;           ///< the maximum limit
    std::int64_t beyond_ = -1;        ///< the highest address above the limit used by a grid of `again_`
    std::vector<std::size_t> again_;  ///< inputs of grids that need a higher limit
};

std::size_t Batch::part_size() const {
    const std::size_t each = DeviceGrids::bytes(program_, code_, limit_);
    const std::size_t state = DeviceGrids::bytes(program_, code_, 0);
    const std::size_t room = device_.free_bytes() / 10 * 9 / each;
    return std::clamp<std::size_t>(std::min(room, kMaxStateBytes / state), 1, kMaxGrids);
}

// Finishes a grid that the code left to another engine; several warps are run again from the start.
Result Batch::finish(const DeviceGrids& grids, std::size_t grid, std::size_t input) const {
    Program program = program_;
    program.preloads = inputs_[input].preloads;
    program.active = inputs_[input].active;
    const bool restarts = program.warps > 1 || program.races == RaceMode::thread;
    if (restarts) return fast::run_fast(program, options_, nullptr);
    return fast::resume(program, options_, grids.snapshot(grid), grids.memory(grid));
}

tl::expected<void, std::string> Batch::run_part(std::span<const std::size_t> part, std::uint64_t slice,
                                                BatchReport& report) {
    std::vector<Input> inputs;
    for (const std::size_t i : part) inputs.push_back(inputs_[i]);
    DeviceGrids grids(device_, program_, options_, code_, inputs, limit_);
    if (!grids.good()) {
        return tl::unexpected(fmt::format(
            "{} is out of memory: the program's state needs {} MiB, {} MiB are free\n", device_.name(),
            (DeviceGrids::bytes(program_, code_, limit_) >> 20) + 1, device_.free_bytes() >> 20));
    }
    if (auto done = grids.run(slice, report); !done) return done;
    for (std::size_t m = 0; m < part.size(); ++m) {
        const std::int64_t beyond = grids.beyond(m);
        if (grids.stopped(m)) {
            results_[part[m]] = grids.result(m);
            ++report.by_device;
            report.steps += results_[part[m]].steps;
        } else if (beyond >= limit_ && beyond < most_) {
            again_.push_back(part[m]);
            beyond_ = std::max(beyond_, beyond);
        } else {
            results_[part[m]] = finish(grids, m, part[m]);
        }
    }
    return {};
}

tl::expected<std::vector<Result>, std::string> Batch::run(std::uint64_t slice, BatchReport& report) {
    most_ = std::min(options_.max_address, native::DenseMemory::kMaxAddresses - 1) + 1;
    limit_ = std::min(named_limit(program_, inputs_), most_);
    again_.resize(inputs_.size());
    std::iota(again_.begin(), again_.end(), std::size_t{0});
    while (!again_.empty()) {
        const std::vector<std::size_t> all = std::move(again_);
        again_.clear();
        beyond_ = -1;
        const std::size_t size = part_size();
        for (std::size_t first = 0; first < all.size(); first += size) {
            const std::span<const std::size_t> part(all.data() + first, std::min(size, all.size() - first));
            if (auto done = run_part(part, slice, report); !done) return tl::unexpected(done.error());
        }
        limit_ = std::min(std::max(8 * limit_, 2 * (beyond_ + 1)), most_);
    }
    return std::move(results_);
}

// ---- the engine

struct DeviceEngine {
    std::string name;
    /// Of programs with blocks and collectives, on the same device.
    Result (*interpret)(const Program&, const MachineOptions&, Observer*);
    native::CodeCache<DeviceCode, bool> code_cache = {};  ///< by MachineOptions::checks
};

Result run_on(Device& device, DeviceEngine& engine, const Program& program, const MachineOptions& options,
              Observer* observer) {
    refuse_model(engine.name, program);
    refuse_strength(engine.name, program);
    if (uses_blocks(program)) return engine.interpret(program, options, observer);
    if (observer != nullptr || options.max_steps == 0) return fast::run_fast(program, options, observer);
    const std::string prefix = "engine '" + engine.name + "': ";
    if (const std::string why = unsupported(program); !why.empty()) throw Unsupported(prefix + why);
    const auto code = engine.code_cache.of(program, options.checks, [&] {
        const Program* const one = &program;
        auto compiled = compile(device, {&one, 1}, options.checks);
        if (!compiled) throw Unavailable(prefix + compiled.error());
        return std::move(compiled->front());
    });
    const Input input = input_of(program);
    auto results = run_batch(device, program, options, *code, {&input, 1});
    if (!results) throw Unavailable(prefix + results.error());
    return std::move(results->front());
}

void prepare_on(Device& device, DeviceEngine& engine, std::span<const PlannedRun> runs) {
    std::vector<const Program*> possible;
    for (const PlannedRun& run : runs) {
        if (run.options.checks && !uses_blocks(*run.program) && unsupported(*run.program).empty())
            possible.push_back(run.program);
    }
    auto compiled = compile(device, possible, true);
    engine.code_cache.prepare(possible, true, compiled ? std::move(*compiled) : std::vector<DeviceCode>{});
}

DeviceEngine& cuda_engine() {
    static DeviceEngine engine{"cuda", run_cuda_interp};
    return engine;
}

DeviceEngine& emulated_engine() {
    static DeviceEngine engine{"cuda-emulated", run_cuda_interp_emulated};
    return engine;
}

}  // namespace

tl::expected<std::vector<DeviceCode>, std::string> compile(Device& device,
                                                           std::span<const Program* const> programs,
                                                           bool checks) {
    for (const Program* program : programs) {
        if (std::string why = unsupported(*program); !why.empty()) return tl::unexpected(std::move(why));
    }
    codegen::Unit unit = make_unit(programs, translation_options(checks), device.prelude());
    auto compiled = device.compile(unit.source);
    if (!compiled) return tl::unexpected(explained(compiled.error(), unit.source));
    const std::shared_ptr<Module> module = std::move(compiled->module);
    std::vector<DeviceCode> code;
    for (std::size_t i = 0; i < programs.size(); ++i)
        code.push_back({std::move(unit.programs[i]), module, kernel_name(i), compiled->from_cache});
    return code;
}

Input input_of(const Program& program) {
    return {program.preloads, program.active};
}

tl::expected<std::vector<Result>, std::string> run_batch(Device& device, const Program& program,
                                                         const MachineOptions& options,
                                                         const DeviceCode& code,
                                                         std::span<const Input> inputs, BatchReport* report,
                                                         std::uint64_t slice) {
    BatchReport ignored;
    // Programs that preload words past the largest Σ run on the fast engine.
    const std::int64_t most = std::min(options.max_address, native::DenseMemory::kMaxAddresses - 1) + 1;
    const bool too_high = std::ranges::any_of(inputs, [&](const Input& input) {
        return std::ranges::any_of(input.preloads,
                                   [&](const Preload& p) { return p.address + p.count > most; });
    });
    if (too_high) {
        std::vector<Result> results;
        for (const Input& input : inputs) {
            Program one = program;
            one.preloads = input.preloads;
            one.active = input.active;
            results.push_back(fast::run_fast(one, options, nullptr));
        }
        return results;
    }
    return Batch(device, program, options, code, inputs).run(slice, report == nullptr ? ignored : *report);
}

Result run_cuda(const Program& program, const MachineOptions& options, Observer* observer) {
    const auto device = cuda_device();
    if (!device) throw Unavailable("engine 'cuda': " + device.error());
    return run_on(**device, cuda_engine(), program, options, observer);
}

Result run_cuda_emulated(const Program& program, const MachineOptions& options, Observer* observer) {
    return run_on(emulated_device(), emulated_engine(), program, options, observer);
}

void prepare_cuda(std::span<const PlannedRun> runs) {
    if (const auto device = cuda_device()) prepare_on(**device, cuda_engine(), runs);
}

void prepare_cuda_emulated(std::span<const PlannedRun> runs) {
    prepare_on(quick_emulated_device(), emulated_engine(), runs);
}

std::uint64_t estimated_bytes(const Program& program) {
    return 2 * fast::estimated_bytes(program);
}

}  // namespace musimd::gpu
