#include "kernels/lockstep/host_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>

#include "kernels/compiled/crash_line.hpp"
#include "kernels/compiled/runner.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "kernels/lockstep/compiled_source.hpp"
#include "kernels/lockstep/headers_folder.hpp"

namespace musimd::kernels::lockstep {
namespace {

using dsl::cuda::KernelFunction;
using reader::Source;
using End = TargetRun::End;

Toolchain toolchain_of(const Source& source, Target target, IndexOrder order, const std::string& headers) {
    Toolchain toolchain;
    toolchain.compiler = host_compiler();
    toolchain.flags = {"-std=c++20",
                       "-w",
                       "-O1",
                       "-fPIC",
                       "-gdwarf-4",
                       "-ffp-contract=off",
                       "-fno-strict-aliasing",
                       "-fwrapv",
                       "-pthread",
                       "-DPMACC_LOCKSTEP_COUNT",
                       "-DPMACC_LOCKSTEP_POISON",
                       order_option(order),
                       "-isystem",
                       headers};
    if (target == Target::threads) toolchain.flags.emplace_back("-DPMACC_LOCKSTEP_THREADS");
    toolchain.flags.insert(toolchain.flags.end(), source.options.begin(), source.options.end());
    const std::string folder = std::filesystem::path(source.file).parent_path().string();
    toolchain.flags.push_back("-iquote" + (folder.empty() ? "." : folder));
    toolchain.own_dsl = false;
    return toolchain;
}

/// What is compiled: one worker is the same whatever the number of workers is.
std::vector<Shape> shapes_of(const Setting& setting, Target target) {
    if (target == Target::threads) return setting.shapes;
    std::vector<Shape> shapes;
    for (const Shape& shape : setting.shapes) {
        const Shape alone{1, shape.simd};
        if (std::ranges::find(shapes, alone) == shapes.end()) shapes.push_back(alone);
    }
    return shapes;
}

/// `past the end of block 1` becomes `past the end of a`.
std::string with_names(std::string text, const KernelFunction& kernel) {
    std::size_t number = 0;
    for (std::size_t p = 0; p < kernel.places.size(); ++p) {
        if (!kernel.code.parameters[p].buffer) continue;
        const std::string block = fmt::format("block {}", number++);
        const std::size_t at = text.find(block);
        const bool is_whole = at != std::string::npos &&
                              (at + block.size() == text.size() || !std::isdigit(text[at + block.size()]));
        if (is_whole) text.replace(at, block.size(), kernel.code.parameters[p].name);
    }
    return text;
}

/// What the headers report: `exit status 3: FILE:LINE: error: deadlock: block …`.
std::optional<Finding> reported(const std::string& message, const std::string& file) {
    constexpr std::string_view kEnd = "exit status 3: ";
    constexpr std::string_view kLabel = ": error: ";
    constexpr std::string_view kDeadlock = "deadlock: ";
    if (!message.starts_with(kEnd)) return std::nullopt;
    const std::string text = message.substr(kEnd.size());
    const std::size_t label = text.find(kLabel);
    if (label == std::string::npos) return std::nullopt;
    const std::string place = text.substr(0, label);
    Finding found;
    found.message = text.substr(label + kLabel.size());
    while (found.message.ends_with('\n')) found.message.pop_back();
    const bool is_deadlock = found.message.starts_with(kDeadlock);
    found.kind = is_deadlock ? "deadlock" : "lockstep";
    if (is_deadlock) found.message.erase(0, kDeadlock.size());
    if (place.starts_with(file + ":"))
        found.line = static_cast<std::uint32_t>(std::strtoul(place.c_str() + file.size() + 1, nullptr, 10));
    return found;
}

class HostRunner {
  public:
    HostRunner(const Setting& setting, const Instances& instances, Target target, IndexOrder order)
        : setting_(setting),
          kernel_(instances.kernels.begin()->second.front()),
          shapes_(shapes_of(setting, target)),
          target_(target),
          order_(order) {}

    std::vector<TargetRun> run(const std::vector<openmp::CallArguments>& arguments) {
        for (std::size_t a = 0; a < arguments.size(); ++a) {
            for (const Shape& shape : shapes_)
                runs_.push_back({.target = target_, .shape = shape, .order = order_, .arguments = a});
        }
        if (const auto unit = compile()) run_all(*unit, arguments);
        return std::move(runs_);
    }

  private:
    void end_all(End end, const std::string& message) {
        for (TargetRun& run : runs_) {
            run.end = end;
            run.message = message;
        }
    }

    std::optional<CompiledUnit> compile() {
        if (std::string reason = why_not_compiled(kernel_); !reason.empty()) {
            end_all(End::skipped, reason);
            return std::nullopt;
        }
        if (!is_runnable(host_compiler())) {
            end_all(End::skipped,
                    fmt::format("'{}' is not installed; CXX names another compiler", host_compiler()));
            return std::nullopt;
        }
        Toolchain toolchain = toolchain_of(setting_.source, target_, order_, headers_.path());
        toolchain.prelude = "#include <cstdio>\n#include <pmacc/lockstep.hpp>\n";
        toolchain.entries_prelude = host_entries(setting_, shapes_, kernel_);
        auto compiled = build(toolchain, {.source = setting_.source.text, .entries = {}},
                              {.limit = setting_.limit,
                               .source_name = in_string_literal(setting_.source.file),
                               .line_table = true});
        if (compiled) return *std::move(compiled);
        end_all(End::not_compiled, compiled.error());
        return std::nullopt;
    }

    void run_all(const CompiledUnit& unit, const std::vector<openmp::CallArguments>& arguments) {
        std::vector<KernelLaunch> launches;
        for (const openmp::CallArguments& call : arguments) {
            for (std::size_t i = 0; i < shapes_.size(); ++i)
                launches.push_back(compiled_launch(kernel_, call, i, true));
        }
        try {
            const std::vector<CaseResult> results = run_cases(unit, launches, {RunLimits{setting_.limit}});
            for (std::size_t i = 0; i < results.size(); ++i) note(unit, results[i], runs_[i]);
        } catch (const std::runtime_error& error) {
            end_all(End::not_compiled, error.what());
        }
    }

    void note(const CompiledUnit& unit, const CaseResult& result, TargetRun& run) const {
        if (result.kind == CaseResult::Kind::timed_out) {
            run.end = End::limit;
            run.message = result.message;
            return;
        }
        if (result.kind == CaseResult::Kind::crashed) {
            run.end = End::finding;
            auto found = reported(result.message, setting_.source.file);
            if (!found) {
                found = {.kind = "crash", .message = with_names(result.message, kernel_), .line = 0};
                found->line = crash_line(unit, result, setting_.source.file).value_or(0);
            }
            run.findings.push_back(*std::move(found));
            return;
        }
        run.buffers = elements_of(kernel_, result.memory);
        DomainCounts counts;
        static_assert(sizeof counts == 24);
        std::memcpy(&counts, result.memory.back().data(), sizeof counts);
        run.counts = counts;
    }

    const Setting& setting_;
    const KernelFunction& kernel_;
    std::vector<Shape> shapes_;
    Target target_;
    IndexOrder order_;
    HeadersFolder headers_;
    std::vector<TargetRun> runs_;
};

}  // namespace

std::vector<TargetRun> run_on_host(const Setting& setting, const Instances& instances, Target target,
                                   IndexOrder order, const std::vector<openmp::CallArguments>& arguments) {
    setting.report(fmt::format("compiling for {} ({})", to_string(target), to_string(order)));
    return HostRunner(setting, instances, target, order).run(arguments);
}

}  // namespace musimd::kernels::lockstep
