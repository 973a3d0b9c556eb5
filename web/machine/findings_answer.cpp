#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "isa/diagnostic.hpp"
#include "kernels/cuda/element_names.hpp"
#include "kernels/cuda/observed_run.hpp"
#include "semantics/machine.hpp"
#include "simulator/endless/endless.hpp"
#include "web/machine/kernel_answer.hpp"
#include "web/machine/kernel_launch.hpp"

namespace musimd::web {
namespace {

using kernels::Finding;
using kernels::cuda::LaunchProgram;

constexpr std::uint64_t kMostSteps = 200'000;  // of all warps
constexpr std::uint64_t kLeastSteps = 1'000;   // of a warp

/// The findings of a run in the lines of a text.
class FindingList {
  public:
    explicit FindingList(const std::string& text) : lines_(lines_of(text)) {}

    void add(std::string_view kind, std::string_view severity, dsl::SourcePoint at,
             const std::string& message) {
        const bool is_usual = model_ == ThreadModel::lockstep;
        Json one = {{"line", at.line},
                    {"kind", kind},
                    {"severity", severity},
                    {"message", message + (is_usual ? "" : " (under volta)")}};
        const bool has_place = at.line != 0 && at.line <= lines_.size() && at.column != 0;
        if (has_place) one["column"] = column_of(lines_[at.line - 1], at.column - 1);
        list_.push_back(std::move(one));
    }
    /// Unless the list has it, or one of the same cause.
    void add(const Finding& found, std::string_view severity) {
        const auto repeats = [&](const Finding& known) { return is_same(known, found); };
        if (std::ranges::any_of(known_, repeats)) return;
        known_.push_back(found);
        const std::string hint =
            found.hint ? fmt::format("; line {}: {}", found.hint->line, found.hint->text) : "";
        add(found.kind, found.is_note ? "info" : severity, found.line, found.message + hint);
    }
    /// What is added next is of a run under this model.
    void set_model(ThreadModel model) { model_ = model; }
    bool empty() const { return list_.empty(); }
    Json take() { return std::move(list_); }

  private:
    std::vector<std::string_view> lines_;
    std::vector<Finding> known_;
    ThreadModel model_ = ThreadModel::lockstep;
    Json list_ = Json::array();
};

/// A sentence with the elements of arrays in place of addresses: `lock[0]` for `[65536]`.
std::string with_elements(const std::string& text, const LaunchProgram& launch, Label pc) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t end = text[i] == '[' ? text.find_first_not_of("0123456789", i + 1) : i;
        if (end == i || end == i + 1 || end == std::string::npos || text[end] != ']' || end > i + 18) {
            result += text[i];
            continue;
        }
        const std::int64_t address = std::stoll(text.substr(i + 1, end - i - 1));
        const auto element = kernels::cuda::element_at(address, 0, pc, launch);
        result += element && element->is_inside() ? element->name : text.substr(i, end + 1 - i);
        i = end;
    }
    return result;
}

void add_endless(const Result& result, const LaunchProgram& launch, FindingList& list) {
    const auto endless = why_endless(launch.program, launch.options, result);
    if (!endless) return;
    const Label pc = result.limit->pc;
    const dsl::SourcePoint at =
        pc < launch.program.end() ? launch.point_of(pc) : dsl::SourcePoint(result.limit->line);
    list.add("endless", "error", at, "this never ends: " + with_elements(endless->text, launch, pc));
}

/// Runs the launch, adds what is wrong, and returns how it ended.
std::string run_under(KernelLaunch& given, const Json& request, FindingList& list) {
    const auto threads = static_cast<std::uint64_t>(given.config.threads());
    const std::uint64_t warps = (threads + given.config.warp - 1) / given.config.warp;
    given.config.max_steps =
        number_in(request, "max_steps").value_or(std::max(kMostSteps / warps, kLeastSteps));
    auto launch = kernels::cuda::program_of(*given.kernel, given.arguments, given.config);
    Observers none;
    const auto run = observed_run(launch, given.config, none, [&](Observer& observer) {
        return run_rules(launch.program, launch.options, &observer);
    });
    for (const Finding& found : run.findings) list.add(found, "error");
    for (const Finding& found : run.warnings)
        list.add(found, kernels::cuda::is_error(found) ? "error" : "warning");
    if (run.result.outcome == Outcome::limit && list.empty()) add_endless(run.result, launch, list);
    return std::string(to_string(run.result.outcome));
}

}  // namespace

Json findings_answer(const Json& request) {
    KernelLaunch given = kernel_launch(request);
    if (!given.kernel) return given.refusal;
    const std::string text = *text_in(request, "text");
    FindingList list(text);
    Json ended = Json::object();
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        if (model == ThreadModel::volta && given.kernel->everywhere_line != 0) continue;
        given.config.model = model;
        list.set_model(model);
        ended[std::string(to_string(model))] = run_under(given, request, list);
    }
    return {{"findings", list.take()}, {"ended", std::move(ended)}};
}

}  // namespace musimd::web
