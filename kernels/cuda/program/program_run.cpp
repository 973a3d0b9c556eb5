#include "kernels/cuda/program/program_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "dsl/cuda/headers/musimd_cuda_channel.h"
#include "host/files.hpp"
#include "host/parallel.hpp"
#include "kernels/cuda/program/cuda_errors.inc"
#include "kernels/cuda/program/host_side.hpp"
#include "kernels/cuda/program/program_code.hpp"
#include "kernels/cuda/program/program_options.hpp"
#include "kernels/cuda/program/program_report.hpp"
#include "kernels/cuda/sampling.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::KernelFunction;
using musimd_cuda::Message;
using musimd_cuda::Reader;
using musimd_cuda::Writer;

constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t kMaxArguments = 4096;
constexpr std::uint64_t kMaxBlocks = 1 << 28;
constexpr std::uint64_t kMaxSampledBlocks = UINT32_MAX;

/// Ends the program.
struct Refused {
    std::string messages;
};

std::uint64_t error_of(const LaunchRun& run) {
    if (run.end == LaunchRun::End::stop) return cudaSuccess;
    if (run.end == LaunchRun::End::limit) return cudaErrorLaunchTimeout;
    const std::string kind = run.findings.empty() ? "" : run.findings.front().kind;
    if (kind == "assertion") return cudaErrorAssert;
    if (kind == "misaligned") return cudaErrorMisalignedAddress;
    return kind == "invalid-address" || kind == "null-pointer" ? cudaErrorIllegalAddress
                                                               : cudaErrorLaunchFailure;
}

std::uint64_t error_of(const Refusal& refused) {
    switch (refused.because) {
        case Refusal::Because::configuration:
            return cudaErrorInvalidConfiguration;
        case Refusal::Because::resources:
            return cudaErrorLaunchOutOfResources;
        case Refusal::Because::argument:
            break;
    }
    return cudaErrorInvalidValue;
}

/// The same number of answers as of questions, whatever the bytes of the program.
class Machine {
  public:
    Machine(const ProgramSetting& setting, const DeviceBytes& device)
        : report(setting), setting_(setting), device_(device), code_(setting.sources) {}

    std::optional<std::string> answer(const std::string& bytes) {
        Reader message(bytes);
        const auto kind = static_cast<Message>(message.number());
        switch (kind) {
            case Message::kernel:
                return sizes(message);
            case Message::launch:
                return launch(message);
            case Message::finding:
                add_host_finding(message);
                return std::nullopt;
            case Message::allocated:
            case Message::freed:
            case Message::task:
            case Message::order:
            case Message::watched:
            case Message::touched:
                return host_.answer(kind, message);
            case Message::module:
                return load(message);
            case Message::compile:
                return compile(message);
        }
        throw Refused{"musimd cuda: error: the program has overwritten its runtime\n"};
    }

    /// At the end of the program.
    void end() { report.end(host_); }

    ProgramReport report;

  private:
    // ---- kernels

    void choose(std::uint64_t module, const std::string& name) {
        begins("reading " + name);
        auto found = code_.kernel(module, name);
        begins("");
        if (!found) throw Refused{found.error()};
        kernel_ = found->code;
        source_ = found->source;
        module_ = module;
    }

    void begins(const std::string& what) const {
        if (setting_.begins) setting_.begins(what);
    }

    std::string sizes(Reader& message) {
        const std::uint64_t module = message.number();
        choose(module, message.text());
        return numbers(kernel_->argument_bytes);
    }

    // ---- modules

    static void add_texts(const std::vector<std::string>& texts, Writer& answer) {
        answer.number(texts.size());
        for (const std::string& text : texts) answer.text(text);
    }

    std::string load(Reader& message) {
        begins("reading a module");
        const std::string file = message.text();
        const auto loaded = code_.load(file, message.text());
        begins("");
        Writer answer;
        answer.number(loaded ? cudaSuccess : loaded.error().error);
        answer.text(loaded ? "" : loaded.error().reason);
        if (!loaded) return answer.bytes();
        answer.number(loaded->number);
        add_texts(loaded->contents.kernels, answer);
        answer.number(loaded->contents.variables.size());
        for (const reader::ModuleReading::Variable& variable : loaded->contents.variables) {
            answer.text(variable.name);
            answer.number(variable.bytes);
        }
        return answer.bytes();
    }

    std::string compile(Reader& message) {
        begins("reading a module");
        const ProgramCode::Compilation compiled = ProgramCode::compile(message.text());
        begins("");
        Writer answer;
        answer.number(compiled.error);
        answer.text(compiled.log);
        add_texts(compiled.contents.kernels, answer);
        add_texts(compiled.contents.named, answer);
        return answer.bytes();
    }

    static std::string numbers(const std::vector<std::int64_t>& list) {
        std::vector<std::uint64_t> words = {cudaSuccess, list.size()};
        words.insert(words.end(), list.begin(), list.end());
        return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t)};
    }

    /// `watches`: the host may use what the launch uses, before it waits.
    static std::string ended(std::uint64_t error, const std::string& printed = {}, bool watches = false) {
        Writer answer;
        answer.number(error);
        answer.text(printed);
        answer.number(watches ? 1 : 0);
        return answer.bytes();
    }

    // ---- launches

    LaunchRequest read_request(Reader& message) {
        const std::uint64_t module = message.number();
        choose(module, message.text());
        LaunchRequest request;
        request.config = setting_.config;
        for (std::uint32_t& d : request.config.grid) d = static_cast<std::uint32_t>(message.number());
        for (std::uint32_t& d : request.config.block) d = static_cast<std::uint32_t>(message.number());
        request.config.shared_bytes =
            static_cast<std::int64_t>(std::min<std::uint64_t>(message.number(), 1 << 30));
        message.number();  // cooperative or not, all blocks run at once
        request.stream = message.number();
        request.config.shared_limit =
            static_cast<std::int64_t>(std::min<std::uint64_t>(message.number(), kSharedBytes));
        for (std::uint64_t n = message.number(); n > 0 && message.good(); --n)
            request.arguments.push_back(message.text());
        for (std::uint64_t n = message.number(); n > 0 && message.good(); --n) {
            const std::uint64_t address = message.number();
            request.allocations.push_back({address, message.number()});
        }
        for (std::uint64_t n = message.number(); n > 0 && message.good(); --n) {
            const std::string name = message.text();
            const std::uint64_t address = message.number();
            request.symbols.push_back({name, {address, message.number()}});
        }
        const bool by_stub = message.number() != 0;
        request.call = read_call(message);
        request.call.by_stub = by_stub;
        const auto is_there = [&](const DeviceBlock& block) { return device_.contains(block); };
        const bool good = message.good() && request.arguments.size() <= kMaxArguments &&
                          request.arguments.size() == kernel_->argument_bytes.size() &&
                          std::ranges::all_of(request.allocations, is_there) &&
                          std::ranges::is_sorted(request.allocations, {}, &DeviceBlock::address) &&
                          std::ranges::all_of(request.symbols, is_there, &LaunchRequest::Symbol::block);
        if (!good) throw Refused{"musimd cuda: error: the program has overwritten its runtime\n"};
        return request;
    }

    /// Variables of the device that host code does not name are unknown to the runtime.
    void add_own_variables(LaunchRequest& request) {
        for (const dsl::cuda::DeviceVariable& variable : kernel_->variables) {
            if (std::ranges::find(request.symbols, variable.symbol, &LaunchRequest::Symbol::name) !=
                request.symbols.end())
                continue;
            const std::pair name(module_, variable.symbol);
            auto own = own_variables_.find(name);
            if (own == own_variables_.end()) {
                const std::uint64_t bytes =
                    variable.initial.size() * static_cast<std::uint64_t>(variable.element.bytes);
                own_end_ -= (bytes / kAlignment + 2) * kAlignment;
                own = own_variables_.emplace(name, DeviceBlock{own_end_, bytes}).first;
            }
            request.symbols.push_back({variable.symbol, own->second});
            request.allocations.push_back(own->second);
        }
        std::ranges::sort(request.allocations, {}, &DeviceBlock::address);
    }

    std::string launch(Reader& message) {
        LaunchRequest request = read_request(message);
        add_own_variables(request);
        report.begin_launch();
        if (request.config.sample_blocks != 0 && has_grid_barrier(*kernel_))
            report.note(whole_text(*kernel_));
        if (const auto refused = why_not_here(request.config)) {
            host_.found({.kind = "invalid-launch",
                         .message = fmt::format("{}: {}", kernel_->code.name, refused->reason),
                         .is_error = true,
                         .call = request.call});
            return ended(error_of(*refused));
        }
        auto memory = LaunchMemory::of(*kernel_, written_by_kernel(), request, device_);
        if (!memory)
            throw Refused{
                fmt::format("{}: error: {}: {}\n", kernel_->code.file, kernel_->code.name, memory.error())};
        for (const auto& [buffer, pointer] : memory->wrong())
            request.config.wrong_pointers.push_back({buffer, what_is(pointer)});
        std::vector<PlannedRun> planned = plan(*memory, request.config);
        begins(fmt::format("launch {}: {}", report.launches(), kernel_->code.name));
        run_all(*memory, planned);
        std::optional<openmp::CallState> first;
        std::uint64_t error = cudaSuccess;
        for (auto& [config, engine, run] : planned) {
            request.config.model = config.model;
            if (run.end == LaunchRun::End::refused)
                throw Refused{
                    fmt::format("{}: error: {}: {}\n", kernel_->code.file, kernel_->code.name, run.message)};
            report.add(kernel_, source_, run, request.config, *engine);
            if (!run.memory && error == cudaSuccess) error = error_of(run);
            if (!run.memory && run.end == LaunchRun::End::stop)
                report.note(
                    fmt::format("{}: its run under {} ends where it reads what blocks that did not run may "
                                "have written",
                                kernel_->code.name, to_string(config.model)));
            if (!run.memory) continue;
            if (!first)
                first = std::move(run.memory);
            else
                report.compare(kernel_->code.name, *first, *run.memory, config.model, *engine);
        }
        const std::string& printed = planned.front().run.printed;
        begins("");
        if (error != cudaSuccess) return ended(error, printed);
        if (first) {
            const std::vector<DeviceBlock> changed = memory->write_back(*first, device_);
            host_.launched({kernel_, source_, *std::move(memory), request, changed});
        }
        return ended(cudaSuccess, printed, first.has_value());
    }

    /// Of a pointer to no device memory that there is; see WrongPointer.
    std::string what_is(std::uint64_t pointer) const {
        if (const auto freed = host_.freed_text(pointer, setting_.sources)) return "points to " + *freed;
        if (device_.contains({pointer, 0})) return "does not point to device memory";
        return "is a host pointer: copy its memory by cudaMemcpy, or allocate it by cudaMallocManaged";
    }

    // ---- runs of a launch, under each model and on each engine

    struct PlannedRun {
        LaunchConfiguration config;
        const Engine* engine;
        LaunchRun run = {};
    };

    std::vector<PlannedRun> plan(const LaunchMemory& memory, LaunchConfiguration config) const {
        std::vector<PlannedRun> planned;
        if (!config.tries_all && report.has_many_launches(kernel_->code.name)) config.schedules = 1;
        if (config.explored != 0 && report.has_many_launches(kernel_->code.name)) config.explored = 0;
        for (const ThreadModel model : models_of_kernel()) {
            config.model = model;
            for (const Engine* engine : setting_.engines) planned.push_back({config, engine});
        }
        if (setting_.watch)
            planned.front().config.watch =
                setting_.watch(*kernel_, *source_, memory.state(), planned.front().config);
        return planned;
    }

    /// Long ones at the same time.
    void run_all(const LaunchMemory& memory, std::vector<PlannedRun>& planned) {
        const auto run_from = [&](std::size_t first, std::size_t end) {
            host::in_parallel(runs_at_once(planned.front().config), end - first, [&](std::size_t i) {
                PlannedRun& one = planned[first + i];
                one.run = run_on(memory.state(), one.config, *one.engine);
            });
        };
        const bool are_models = planned.size() == 2 && setting_.engines.size() == 1;
        const bool decides =
            are_models && setting_.engines.front()->tallies && may_decide(memory, planned[0].config);
        if (!decides) return run_from(0, planned.size());
        planned[0].config.for_volta = true;
        run_from(0, 1);
        if (planned[0].run.volta_cost)
            planned[1].run = run_under_volta(planned[0].run);
        else
            run_from(1, 2);
    }

    /// The buffers; found out once of a kernel.
    const std::vector<dsl::BufferId>& written_by_kernel() {
        const auto [known, is_new] = written_.try_emplace(kernel_);
        if (is_new) known->second = openmp::part_of(kernel_->code, kernel_->code.body).written;
        return known->second;
    }

    /// Asked once of a kernel: its launches differ in numbers.
    bool may_decide(const LaunchMemory& memory, const LaunchConfiguration& config) {
        const auto known = may_decide_.find(kernel_);
        if (known != may_decide_.end()) return known->second;
        return may_decide_[kernel_] = may_decide_volta(*kernel_, memory.state(), config);
    }

    /// Under volta no thread wakes others, as an `everywhere` block does.
    std::vector<ThreadModel> models_of_kernel() const {
        if (kernel_->everywhere_line == 0) return setting_.models;
        std::vector<ThreadModel> models = setting_.models;
        std::erase(models, ThreadModel::volta);
        if (models.empty())
            throw Refused{fmt::format("{}:{}: error: {}: `everywhere` needs `--model lockstep`\n",
                                      source_->file, kernel_->everywhere_line, kernel_->code.name)};
        return models;
    }

    /// What blocks that did not run may have written.
    static bool reads_unwritten(const LaunchRun& run) {
        return std::ranges::any_of(run.findings, [](const Finding& found) {
            return found.kind == to_string(TrapKind::undefined_memory) && found.access &&
                   found.access->element.space == Space::global;
        });
    }

    /// After a finding, the program goes on if it can.
    LaunchRun run_on(const openmp::CallState& memory, LaunchConfiguration config,
                     const Engine& engine) const {
        LaunchRun run = run_launch(*kernel_, memory, config, engine);
        if (config.sample_blocks != 0 && reads_unwritten(run)) {
            config.undefined = Undefined::zero;
            config.reports_unwritten = true;  // of shared and local memory
            run = run_launch(*kernel_, memory, config, engine);
            if (reads_unwritten(run)) {  // in an array that is too large for zeros
                run.findings.clear();
                run.end = LaunchRun::End::stop;
            }
        }
        if (run.findings.empty() || config.goes_on || run.findings.back().kind == openmp::kDeadlock)
            return run;
        config.goes_on = true;
        config.watch = nullptr;  // it has seen a run
        return run_launch(*kernel_, memory, config, engine);
    }

    /// Chooses the blocks that run.
    std::optional<Refusal> why_not_here(LaunchConfiguration& config) const {
        std::uint64_t blocks = 1;
        const std::uint64_t most = config.sample_blocks == 0 ? kMaxBlocks : kMaxSampledBlocks;
        for (const std::uint32_t d : config.grid) blocks = d > most || blocks > most ? most + 1 : blocks * d;
        if (blocks > most)
            return Refusal{fmt::format("{} × {} × {} blocks; the machine has at most {}{}", config.grid[0],
                                       config.grid[1], config.grid[2], most,
                                       config.sample_blocks == 0 ? "; --sample runs some of them" : "")};
        config.sample = sample_of(*kernel_, config);
        return why_not(*kernel_, config);
    }

    void add_host_finding(Reader& message) {
        HostFinding found;
        found.kind = message.text();
        found.is_error = message.number() != 0;
        found.message = message.text();
        found.call = read_call(message);
        host_.found(std::move(found));
    }

    const ProgramSetting& setting_;
    DeviceBytes device_;
    ProgramCode code_;
    std::map<std::pair<std::uint64_t, std::string>, DeviceBlock> own_variables_;  ///< by module and name
    std::uint64_t own_end_ = device_.base + device_.size;  ///< of the addresses: the runtime takes the first
    std::shared_ptr<const KernelFunction> kernel_;         ///< of the next launch
    std::shared_ptr<const reader::Source> source_;         ///< the kernel's
    std::uint64_t module_ = 0;                             ///< the kernel's
    std::map<std::shared_ptr<const KernelFunction>, bool> may_decide_;
    std::map<std::shared_ptr<const KernelFunction>, std::vector<dsl::BufferId>> written_;
    HostSide host_;
};

}  // namespace

tl::expected<ProgramResult, std::string> run_program(const ProgramSetting& setting) {
    const std::shared_ptr<const ProgramBuild> build =
        setting.build ? setting.build : std::make_shared<const ProgramBuild>(setting.sources, setting.limit);
    if (setting.begins) setting.begins("compiling");
    const auto& program = build->result();
    if (setting.begins) setting.begins("");
    if (!program) return tl::unexpected(program.error());
    const host::SharedFile memory(musimd_cuda::kDeviceAddresses);
    const host::SharedFile written(musimd_cuda::kDeviceAddresses);
    if (memory.data() == nullptr || written.data() == nullptr)
        return tl::unexpected(std::string("musimd cuda: error: device memory could not be mapped\n"));
    Machine machine(setting,
                    {memory.data(), written.data(), musimd_cuda::kDeviceBase, memory.size(), written.file()});
    machine.report.result.messages = program->messages;
    const std::filesystem::path output = build->folder() / "output";
    std::vector<std::string> words = {program->file.string()};
    words.insert(words.end(), setting.arguments.begin(), setting.arguments.end());
    {
        host::ServedProgram served({.words = std::move(words),
                                    .variable = musimd_cuda::kVariable,
                                    .files = {&memory, &written},
                                    .output_file = setting.keeps_output ? output.string() : ""});
        try {
            machine.report.result.ending =
                served.serve([&](const std::string& message) { return machine.answer(message); },
                             setting.limit, musimd_cuda::kMaxBytes, setting.config.interrupt);
        } catch (const Refused& refused) {
            machine.report.result.refused = refused.messages;
        }
    }
    machine.end();
    if (setting.keeps_output) machine.report.result.output = host::read_file(output);
    return std::move(machine.report.result);
}

}  // namespace musimd::kernels::cuda
