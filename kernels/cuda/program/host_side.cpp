#include "kernels/cuda/program/host_side.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/cuda/headers/musimd_cuda_channel.h"
#include "kernels/cuda/launch_uses.hpp"

namespace musimd::kernels::cuda {
namespace {

using musimd_cuda::Message;
using musimd_cuda::Reader;
using musimd_cuda::StreamCall;
using musimd_cuda::Writer;

constexpr const char* kHost = "the host";

std::vector<UsedBytes> bytes_of(const std::vector<DeviceBlock>& blocks) {
    std::vector<UsedBytes> bytes;
    for (const DeviceBlock& block : blocks) bytes.push_back({block.address, block.address + block.bytes});
    std::ranges::sort(bytes, {}, &UsedBytes::begin);
    return bytes;
}

/// The bytes of the elements that the launch uses, each line's neighbours in one.
Uses exact_uses(const EndedLaunch& launch, const std::map<std::int64_t, ElementUse>& elements) {
    Uses uses;
    const auto add = [&](std::uint32_t number, const DeviceBlock& bytes, std::vector<UsedBytes>& list) {
        if (number == 0) return;
        const dsl::cuda::FileLine line =
            dsl::cuda::place_of(number, launch.source->file, launch.kernel->included);
        if (!list.empty() && list.back().end == bytes.address && list.back().line == line)
            list.back().end += bytes.bytes;
        else
            list.push_back({bytes.address, bytes.address + bytes.bytes, line});
    };
    for (const auto& [address, use] : elements) {
        const auto bytes = launch.memory->bytes_at(address);
        if (!bytes) continue;
        add(use.read, *bytes, uses.read);
        add(use.written, *bytes, uses.written);
    }
    std::ranges::sort(uses.read, {}, &UsedBytes::begin);
    std::ranges::sort(uses.written, {}, &UsedBytes::begin);
    return uses;
}

Task task_of(const std::shared_ptr<EndedLaunch>& launch) {
    Task task{.what = "the kernel " + launch->kernel->code.name,
              .call = launch->request.call,
              .uses = {bytes_of(launch->memory->readable()), bytes_of(launch->memory->writable())},
              .changed = bytes_of(launch->changed)};
    task.exact = [launch, uses = std::optional<Uses>(), is_known = false]() mutable -> const Uses* {
        if (!std::exchange(is_known, true) && launch->memory) {
            const auto elements = uses_of(*launch->kernel, launch->memory->state(), launch->request.config);
            if (elements) uses = exact_uses(*launch, *elements);
        }
        return uses ? &*uses : nullptr;
    };
    return task;
}

}  // namespace

std::optional<std::string> HostSide::answer(Message kind, Reader& message) {
    if (kind == Message::watched) return watches();
    if (kind == Message::touched) return touch(message);
    if (kind == Message::allocated) allocate(message);
    if (kind == Message::freed) free(message);
    if (kind == Message::task) add_task(message);
    if (kind == Message::order) {
        const auto what = static_cast<StreamCall>(message.number());
        const std::uint64_t a = message.number();
        tasks_.order(what, a, message.number());
    }
    return std::nullopt;
}

void HostSide::allocate(Reader& message) {
    const std::uint64_t address = message.number();
    const std::uint64_t bytes = message.number();
    const bool of_host = message.number() != 0;
    const std::string function = message.text();
    memory_.allocated(address, bytes, of_host, function, read_call(message));
}

void HostSide::free(Reader& message) {
    const std::uint64_t address = message.number();
    const bool could = message.number() != 0;
    const std::string function = message.text();
    if (auto wrong = memory_.freed(address, could, function, read_call(message))) found(*std::move(wrong));
}

void HostSide::add_task(Reader& message) {
    const std::uint64_t stream = message.number();
    Task task{.what = "the " + message.text(), .call = {}, .uses = {}};
    for (std::uint64_t n = message.number(); n > 0 && message.good(); --n) {
        const std::uint64_t begin = message.number();
        const std::uint64_t end = begin + message.number();
        (message.number() != 0 ? task.uses.written : task.uses.read).push_back({begin, end});
    }
    task.call = read_call(message);
    add(stream, task);
}

void HostSide::launched(EndedLaunch launch) {
    const auto kept = std::make_shared<EndedLaunch>(std::move(launch));
    const Task task = task_of(kept);
    keep(kept);
    add(kept->request.stream, task);
}

/// To find out what a launch uses takes its memory; that of the latest is kept.
void HostSide::keep(std::shared_ptr<EndedLaunch> launch) {
    constexpr std::uint64_t kMostWords = 1 << 23;
    kept_words_ += launch->memory->words();
    kept_.push_back(std::move(launch));
    while (kept_words_ > kMostWords) {
        kept_words_ -= kept_.front()->memory->words();
        kept_.front()->memory.reset();
        kept_.pop_front();
    }
}

void HostSide::add(std::uint64_t stream, const Task& task) {
    for (const TaskRace& race : tasks_.add(stream, task)) {
        found(finding_of(race, task.what, task.call));
    }
}

std::string HostSide::touch(Reader& message) {
    constexpr std::uint64_t kPage = 4096;
    const std::uint64_t address = message.number();
    const bool is_written = message.number() != 0;
    const HostCall call = read_call(message);
    const auto race = tasks_.host_uses(address, is_written);
    if (race) found(finding_of(*race, kHost, call));
    const std::uint64_t page = address / kPage * kPage;
    Writer answer;
    answer.number(!race && tasks_.may_race(page, page + kPage) ? 1 : 0);
    return answer.bytes();
}

std::string HostSide::watches() const {
    const Uses uses = tasks_.watched();
    Writer answer;
    answer.number(uses.read.size() + uses.written.size());
    for (const auto* list : {&uses.read, &uses.written}) {
        for (const UsedBytes& bytes : *list) {
            answer.number(bytes.begin);
            answer.number(bytes.end - bytes.begin);
            answer.number(list == &uses.written ? 1 : 0);
        }
    }
    return answer.bytes();
}

/// `byte 16 of the 64 bytes from cudaMalloc`.
std::string HostSide::name_of(std::uint64_t address) const {
    const auto in = memory_.block_at(address);
    if (!in) return "a __managed__ variable, or memory of the host";
    return fmt::format("byte {} of the {} bytes from {}", address - in->first, in->second.bytes,
                       in->second.function);
}

HostFinding HostSide::finding_of(const TaskRace& race, const std::string& later, const HostCall& call) const {
    const auto verb = [](bool writes) { return writes ? "writes" : "reads"; };
    const std::string line =
        race.second.line.line == 0 ? "" : fmt::format(" on line {}", race.second.line.line);
    HostFinding finding{.kind = "race",
                        .message = fmt::format(
                            "{} {} {}{}, which {} {}; nothing orders the two: {}", later,
                            verb(race.second_writes), name_of(std::max(race.first.begin, race.second.begin)),
                            line, race.earlier.what, verb(race.first_writes),
                            later == kHost ? "wait for its stream first"
                                           : "wait for its stream, or let this one wait for an event of it"),
                        .is_error = true,
                        .call = call,
                        .other = race.earlier.call,
                        .other_says = fmt::format("{} is enqueued here", race.earlier.what)};
    if (race.first.line.line != 0) {
        finding.other = race.first.line;
        finding.other_says = fmt::format("{} {} it here", race.earlier.what, verb(race.first_writes));
    }
    return finding;
}

std::optional<std::string> HostSide::freed_text(std::uint64_t address,
                                                const std::vector<reader::Source>& sources) const {
    const auto in = memory_.block_at(address);
    if (!in || !in->second.free_call) return std::nullopt;
    const std::string text = fmt::format("memory freed by {}", in->second.free_function);
    const dsl::cuda::FileLine place = HostLines(sources).line_of(*in->second.free_call);
    if (place.line == 0) return text;
    return place.file == sources.front().file ? fmt::format("{} on line {}", text, place.line)
                                              : fmt::format("{} at {}", text, to_string(place));
}

HostFindings::Located HostSide::findings(const std::vector<reader::Source>& sources) {
    return findings_.located(sources);
}

HostFindings::Located HostSide::leaks(const std::vector<reader::Source>& sources) const {
    HostFindings leaks;
    for (HostFinding& leak : memory_.leaks()) leaks.add(std::move(leak));
    return leaks.located(sources);
}

}  // namespace musimd::kernels::cuda
