// What `musimd lockstep` prints.

#include "cli/kernels/lockstep_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "cli/command/command.hpp"
#include "cli/kernels/lockstep_models.hpp"

namespace musimd::cli {

using namespace kernels::lockstep;
using kernels::FindingKey;
using kernels::FindingList;
using kernels::FindingState;
using kernels::ListedFinding;
using End = TargetRun::End;

namespace {

std::string_view word_of(End end) {
    switch (end) {
        case End::stop:
            return "ok";
        case End::finding:
            return "finding";
        case End::limit:
            return "limit";
        case End::refused:
            return "refused";
        case End::skipped:
            return "skipped";
        case End::not_compiled:
            return "error";
        case End::compiled:
            break;
    }
    return "compiles";
}

/// By cause: what the result must not depend on.
constexpr const char* kCauses[] = {"order of the indices", "thread model", "number of workers", "simdSize",
                                   "target"};
static_assert(std::size(kCauses) == std::size(kernels::lockstep::kCauseNames));

bool is_failure(End end) {
    return end == End::limit || end == End::refused || end == End::not_compiled;
}

/// `7, 32 workers`, in ascending order.
std::string numbers_text(const std::set<std::uint32_t>& numbers) {
    return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

}  // namespace

LockstepReport::LockstepReport(const LockstepRequest& request, AllRuns all)
    : request_(request), all_(std::move(all)), lines_(request.setting.source, request.kernel().included) {
    for (const Run& run : all_.runs) collect(run);
    if (request.compares_models) agreement_ = agreement_of(request, all_.runs, lines_);
    for (const Difference& difference : all_.compared.differences) {
        auto known = std::ranges::find_if(differences_, [&](const FoundDifference& found) {
            return found.first->cause == difference.cause && found.first->array == difference.array;
        });
        if (known == differences_.end())
            known = differences_.insert(differences_.end(), FoundDifference{&difference, {}});
        known->runs.push_back(&all_.runs[difference.b]);
    }
}

void LockstepReport::collect(const Run& run) {
    const auto add = [&](const kernels::Finding& finding, bool is_warning) {
        auto known = std::ranges::find_if(
            findings_, [&](const Found& found) { return is_same(found.finding, finding); });
        if (known == findings_.end())
            known = findings_.insert(findings_.end(), Found{finding, is_warning, {}});
        known->runs.push_back(&run);
    };
    for (const auto& finding : run.findings) add(finding, false);
    for (const auto& finding : run.warnings) add(finding, !request_.judgement.warnings_are_errors);
}

// ---- the table

/// With the first list of arguments, in the first order. One worker is the same for all of them.
const TargetRun* LockstepReport::find(Target target, const Shape& shape) const {
    const Shape wanted = target == Target::one_worker ? Shape{1, shape.simd} : shape;
    const auto found = std::ranges::find_if(all_.runs, [&](const Run& run) {
        return run.target == target && run.shape == wanted && run.arguments == 0 &&
               run.order == request_.setting.orders.front();
    });
    return found == all_.runs.end() ? nullptr : &*found;
}

bool LockstepReport::differs(const Run& run) const {
    return all_.compared.differs[static_cast<std::size_t>(&run - all_.runs.data())];
}

std::string LockstepReport::verdict(const Run& run) const {
    if (!run.findings.empty()) return run.findings.front().kind;
    if (run.end == End::stop && differs(run)) return "differs";
    if (!run.warnings.empty()) return run.warnings.front().kind;
    return run.end == End::skipped ? "-" : std::string(word_of(run.end));
}

std::string LockstepReport::verdict(Target target, const Shape& shape) const {
    const Run* const run = find(target, shape);
    if (run == nullptr) return "-";
    const std::string own = verdict(*run);
    if (own != "ok") return own;
    for (const Run& other : all_.runs) {
        if (other.target != target || other.shape != run->shape || other.order == run->order) continue;
        if (verdict(other) == "differs") return "order";
        if (verdict(other) != "ok" && other.end != End::skipped) return verdict(other);
    }
    return own;
}

std::size_t LockstepReport::width_of(Target target) const {
    std::size_t width = std::string_view(to_string(target)).size();
    for (const Shape& shape : request_.setting.shapes) width = std::max(width, verdict(target, shape).size());
    return width;
}

std::string LockstepReport::row(const Shape& shape) const {
    std::string text = fmt::format("{:>7}{:>6}", shape.workers, shape.simd);
    const Target first = *request_.setting.targets.begin();
    const Run* const machine = is_of_machine(first) ? find(first, shape) : nullptr;
    if (machine == nullptr)
        text += fmt::format("{:>12}{:>12}{:>14}", "-", "-", "-");
    else if (!machine->is_observed)
        text += fmt::format("{:>12}{:>12}{:>14}", machine->cost.steps, "-", "-");
    else
        text += fmt::format("{:>12}{:>12.3f}{:>14}", machine->cost.steps,
                            machine->cost.efficiency(request_.setting.config.warp),
                            machine->cost.memory_transactions);
    const Run* const host = find(Target::threads, shape);
    if (host != nullptr && host->counts) {
        const DomainCounts& counts = *host->counts;
        const double idle =
            counts.slots == 0 ? 0
                              : 100.0 * static_cast<double>(counts.idle) / static_cast<double>(counts.slots);
        text += fmt::format("{:>12}{:>9.1f}%", counts.iterations, idle);
    } else {
        text += fmt::format("{:>12}{:>10}", "-", "-");
    }
    for (const Target target : request_.setting.targets)
        text += fmt::format("  {:<{}}", verdict(target, shape), width_of(target));
    while (text.ends_with(' ')) text.pop_back();
    return text + "\n";
}

std::string LockstepReport::missing_targets() const {
    std::string text;
    std::set<Target> known;
    for (const Run& run : all_.runs) {
        const bool is_missing = run.end == End::skipped || (run.end == End::compiled && !run.message.empty());
        if (!is_missing || !known.insert(run.target).second) continue;
        text += fmt::format("{} {}: {}\n", to_string(run.target),
                            run.end == End::skipped ? "is skipped" : "does not run", first_line(run.message));
    }
    return text.empty() ? text : "\n" + text;
}

std::string LockstepReport::text() const {
    const Setting& setting = request_.setting;
    std::string text = fmt::format("{}<workers{}><<<{}, workers>>>\n", request_.kernel().code.name,
                                   setting.has_simd ? ", simd" : "", setting.config.grid[0]);
    for (std::size_t p = 0; p < request_.arguments.front().size(); ++p)
        text += fmt::format("    {} = {}\n", request_.kernel().code.parameters[p].name,
                            request_.arguments.front()[p]);
    text += fmt::format("\n{:>7}{:>6}{:>12}{:>12}{:>14}{:>12}{:>10}", "workers", "simd", "steps",
                        "efficiency", "transactions", "iterations", "idle");
    for (const Target target : setting.targets)
        text += fmt::format("  {:<{}}", to_string(target), width_of(target));
    while (text.ends_with(' ')) text.pop_back();
    text += "\n";
    for (const Shape& shape : setting.shapes) text += row(shape);
    if (agreement_) text += fmt::format("\n{}{}\n", agreement_->table(), agreement_->sentence());
    return text + missing_targets();
}

// ---- findings

/// `volta; 7, 64 workers, simd 4`
std::string LockstepReport::shown(const std::vector<const Run*>& runs) const {
    std::set<Target> targets;
    std::set<std::uint32_t> workers;
    std::set<std::uint32_t> simd;
    std::set<std::string> orders;
    for (const Run* run : runs) {
        targets.insert(run->target);
        workers.insert(run->shape.workers);
        simd.insert(run->shape.simd);
        orders.insert(to_string(run->order));
    }
    std::vector<std::string> names;
    for (const Target target : targets) names.emplace_back(to_string(target));
    std::string text = fmt::format("{}; {} worker{}", fmt::join(names, ", "), numbers_text(workers),
                                   workers == std::set<std::uint32_t>{1} ? "" : "s");
    if (request_.setting.has_simd && simd != std::set<std::uint32_t>{1})
        text += fmt::format(", simd {}", numbers_text(simd));
    if (!orders.contains(to_string(request_.setting.orders.front())))
        text += fmt::format(", {}", fmt::join(orders, ", "));
    if (runs.front()->arguments != 0) text += ", with other numbers";
    return text;
}

/// `7 workers, simd 4, descending, on volta`
std::string LockstepReport::name_of(const Run& run) const {
    return fmt::format("{} worker{}{}, {}, on {}", run.shape.workers, run.shape.workers == 1 ? "" : "s",
                       request_.setting.has_simd ? fmt::format(", simd {}", run.shape.simd) : "",
                       to_string(run.order), to_string(run.target));
}

std::string LockstepReport::again(const Run& run) const {
    std::string text = fmt::format("{} --workers {}", request_.replays[run.arguments], run.shape.workers);
    if (request_.setting.has_simd) text += fmt::format(" --simd {}", run.shape.simd);
    if (run.order != IndexOrder::ascending) text += fmt::format(" --orders {}", to_string(run.order));
    return text + fmt::format(" --targets {}", to_string(run.target));
}

std::string LockstepReport::again(const Difference& difference) const {
    const auto both = [](const auto& a, const auto& b) {
        return a == b ? fmt::format("{}", a) : fmt::format("{},{}", a, b);
    };
    const Run& a = all_.runs[difference.a];
    const Run& b = all_.runs[difference.b];
    std::string text =
        fmt::format("{} --workers {}", request_.replays[b.arguments], both(a.shape.workers, b.shape.workers));
    if (request_.setting.has_simd) text += fmt::format(" --simd {}", both(a.shape.simd, b.shape.simd));
    return text + fmt::format(" --orders {} --targets {}",
                              both(std::string(to_string(a.order)), std::string(to_string(b.order))),
                              both(std::string(to_string(a.target)), std::string(to_string(b.target))));
}

std::string LockstepReport::tried() const {
    std::vector<std::string> targets;
    std::set<std::uint32_t> workers;
    for (const Run& run : all_.runs) {
        if (run.end != End::stop) continue;
        const std::string target = to_string(run.target);
        if (std::ranges::find(targets, target) == targets.end()) targets.push_back(target);
        workers.insert(run.shape.workers);
    }
    return fmt::format("{}; {} workers", fmt::join(targets, ", "), numbers_text(workers));
}

FindingKey LockstepReport::key_of(const Found& found) const {
    return kernels::key_of(found.finding, request_.kernel().code.name, lines_);
}

ListedFinding LockstepReport::listed(const Found& found) const {
    ListedFinding result;
    result.state = request_.judgement.state_of(key_of(found));
    result.test = static_cast<std::size_t>(found.runs.front() - all_.runs.data());
    result.finding = found.finding;
    result.kernel = request_.kernel().code.name;
    result.lines = &lines_;
    result.is_warning = found.is_warning;
    result.again = again(*found.runs.front());
    for (const Run* run : found.runs) {
        const std::string name = to_string(run->target);
        if (std::ranges::find(result.models, name) == result.models.end()) result.models.push_back(name);
    }
    return result;
}

/// Its test case is that after those of the runs.
ListedFinding LockstepReport::listed(const FoundDifference& found) const {
    const Difference& difference = *found.first;
    ListedFinding result;
    result.finding.kind = "difference";
    result.finding.message =
        fmt::format("the result depends on the {}: {}[{}] is {} with {}; {} with {}",
                    kCauses[static_cast<std::size_t>(difference.cause)], difference.array, difference.element,
                    difference.value_a, name_of(all_.runs[difference.a]), difference.value_b,
                    name_of(all_.runs[difference.b]));
    result.finding.line = difference.line;
    result.kernel = request_.kernel().code.name;
    result.lines = &lines_;
    result.is_difference = true;
    result.again = again(difference);
    result.test = all_.runs.size();
    return result;
}

std::vector<FindingKey> LockstepReport::keys() const {
    std::vector<FindingKey> keys;
    for (const Found& found : findings_)
        if (listed(found).state != FindingState::suppressed) keys.push_back(key_of(found));
    return keys;
}

FindingList LockstepReport::list() const {
    FindingList list{.file = request_.setting.source.file,
                     .has_baseline = request_.judgement.baseline.has_value(),
                     .status = status()};
    for (const Found& found : findings_) list.findings.push_back(listed(found));
    for (const FoundDifference& found : differences_) list.findings.push_back(listed(found));
    const std::string& kernel = request_.kernel().code.name;
    for (const Run& run : all_.runs) {
        if (is_failure(run.end))
            list.failures.push_back({.rule = std::string(word_of(run.end)),
                                     .message = run.message,
                                     .line = run.line,
                                     .lines = &lines_,
                                     .again = again(run),
                                     .test = list.tests.size()});
        list.tests.push_back(fmt::format("{} with {}", kernel, name_of(run)));
    }
    list.tests.push_back(kernel + " has the same results");
    return list;
}

std::string LockstepReport::text_of(const Found& found) const {
    return listed(found).text(
        shown(found.runs),
        kernels::length_note(found.finding, request_.kernel(), request_.setting.source.file, request_.given));
}

std::string LockstepReport::text_of(const FoundDifference& found) const {
    const Difference& difference = *found.first;
    std::string text = fmt::format(
        "{}: error: the result depends on the {}: {}[{}] is {} with {}; {} with {}; {} elements differ\n{}",
        lines_.where(difference.line), kCauses[static_cast<std::size_t>(difference.cause)], difference.array,
        difference.element, difference.value_a, name_of(all_.runs[difference.a]), difference.value_b,
        name_of(all_.runs[difference.b]), difference.count, lines_.indented(difference.line));
    if (found.runs.size() > 1)
        text += fmt::format("    in {} runs: {}\n", found.runs.size(), shown(found.runs));
    return text + fmt::format("    again: {}\n", again(difference));
}

std::string LockstepReport::failures() const {
    std::string text;
    std::set<std::string> known;
    for (const Run& run : all_.runs) {
        if (!is_failure(run.end) || (agreement_ && !run.is_accepted)) continue;  // the table says it
        const bool is_compiler = run.end == End::not_compiled;
        const std::string failure =
            is_compiler
                ? fmt::format("{}: error: {} does not compile it:\n{}{}", request_.setting.source.file,
                              to_string(run.target), run.message, run.message.ends_with('\n') ? "" : "\n")
                : fmt::format("{}: error: {} ({})\n", lines_.where(run.line), run.message, name_of(run));
        if (known.insert(failure).second) text += failure;
    }
    return text;
}

std::string LockstepReport::findings() const {
    std::string text;
    for (const Found& found : findings_)
        if (listed(found).state != FindingState::suppressed) text += text_of(found);
    text += failures();
    for (const FoundDifference& found : differences_) text += text_of(found);
    return text + request_.judgement.no_longer_found(request_.setting.source.file,
                                                     request_.kernel().code.name, keys());
}

int LockstepReport::status() const {
    const bool depends = agreement_ && !agreement_->is_same();
    const bool is_wrong =
        depends || !differences_.empty() ||
        std::ranges::any_of(findings_, [&](const Found& found) { return listed(found).is_error(); }) ||
        std::ranges::any_of(all_.runs, [](const Run& run) { return run.end == End::not_compiled; });
    if (is_wrong) return request_.judgement.error_status;
    const auto has = [&](End end) {
        return std::ranges::any_of(all_.runs, [&](const Run& run) { return run.end == end; });
    };
    const bool is_refused = std::ranges::any_of(all_.runs, [&](const Run& run) {
        return run.end == End::refused && (run.is_accepted || !agreement_);
    });
    if (is_refused) return kBadInput;
    return has(End::limit) ? kLimit : kOk;
}

}  // namespace musimd::cli
