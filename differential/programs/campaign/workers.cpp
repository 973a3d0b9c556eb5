#include "differential/programs/campaign/workers.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include "differential/programs/compare/comparison.hpp"
#include "host/child.hpp"
#include "simulator/native/fallback.hpp"

namespace musimd::differential {
namespace {

using Clock = std::chrono::steady_clock;

// What a worker writes of a program on which an engine has not ended within its own limit: also that engine.
constexpr int kEngineShift = 56;

constexpr int kSliceMs = 100;  // between two checks of clocks and signals

// An engine that compiles many programs at once may take this many times the limit of one program, and at
// least this long: a compiler has its own time limit.
constexpr std::int64_t kPreparing = 5;
constexpr std::int64_t kPreparingMs = 180'000;

std::int64_t now_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count();
}

void count(Tally& tally, Profile profile, const Comparison& comparison, bool hangs) {
    tally.unsupported += comparison.unsupported;
    if (!hangs) {
        tally.differences += comparison.same() ? 0 : 1;
        return tally.add(profile, comparison.first.result, comparison.first.rules);
    }
    tally.hangs += 1;
    tally.programs += 1;
    tally.profiles[static_cast<std::size_t>(profile)] += 1;
}

std::uint64_t preferred_turns(const Campaign& c) {
    std::uint64_t most = 1;
    for (const Engine& engine : c.engines) most = std::max(most, engine.preferred_batch);
    return most;
}

}  // namespace

Workers::Workers(const Campaign& campaign, const CampaignOptions& options)
    : campaign_(campaign),
      options_(options),
      turns_(turns_of(campaign)),
      at_once_(std::clamp<std::uint64_t>(turns_ / (8 * options.jobs), 1, preferred_turns(campaign))),
      memory_(sizeof(Shared) + options.jobs * sizeof(WorkerSlot), host::MemoryMap::Sharing::children),
      workers_(options.jobs) {
    if (memory_.get() == nullptr) throw std::system_error(errno, std::generic_category(), "no shared memory");
    shared_ = new (memory_.get()) Shared;
    slots_ = new (static_cast<std::byte*>(memory_.get()) + sizeof(Shared)) WorkerSlot[options.jobs];
}

Workers::~Workers() {
    for (const Worker& worker : workers_) {
        if (worker.process == 0) continue;
        kill(worker.process, SIGKILL);
        waitpid(worker.process, nullptr, 0);
        close(worker.from);
    }
}

// ---- the parent

CampaignRun Workers::run() {
    for (std::size_t i = 0; i < workers_.size(); ++i) start(i);
    while (any_left()) {
        if (!run_.interrupted && options_.is_interrupted()) {
            run_.interrupted = true;
            shared_->stop = true;
        }
        poll_workers();
        for (std::size_t i = 0; i < workers_.size(); ++i) watch(i);
        forward_warning();
        report_progress();
    }
    for (std::size_t i = 0; i < workers_.size(); ++i) run_.tally += slots_[i].tally;
    if (shared_->failed) {
        run_.interrupted = true;
        run_.failure = shared_->failure.data();
    }
    return std::move(run_);
}

void Workers::report_progress() const {
    if (!options_.progress) return;
    const std::uint64_t found = run_.tally.crashes + run_.tally.hangs + run_.mismatches.size();
    options_.progress(fmt::format("{}, {} findings",
                                  harness::rate_text(programs_done(), "programs", clock_.seconds()), found));
}

void Workers::start(std::size_t number) {
    slots_[number].since = 0;  // not started
    slots_[number].preparing = false;
    const auto [process, from] = host::fork_worker([&](int to) -> int {
        work(slots_[number], to);
        return 0;
    });
    workers_[number] = {process, from, false};
}

void Workers::forward_warning() {
    if (has_warned_ || !shared_->warning_done) return;
    has_warned_ = true;
    if (options_.warn) options_.warn(shared_->warning.data());
}

bool Workers::any_left() const {
    return std::ranges::any_of(workers_, [](const Worker& w) { return w.process != 0; });
}

std::uint64_t Workers::programs_done() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < workers_.size(); ++i) sum += slots_[i].programs;
    return sum;
}

void Workers::poll_workers() {
    polled_.clear();
    for (const Worker& worker : workers_)
        polled_.push_back({worker.process == 0 ? -1 : worker.from, POLLIN, 0});
    if (poll(polled_.data(), polled_.size(), kSliceMs) <= 0) return;
    for (std::size_t i = 0; i < workers_.size(); ++i) {
        if (polled_[i].revents != 0) read_results(i);
    }
}

void Workers::read_results(std::size_t number) {
    const host::ChildEnd timed_out{host::ChildEnd::Kind::timed_out, 0, {}};
    std::array<std::uint64_t, 512> programs{};  // small writes to a pipe are atomic
    const ssize_t count = read(workers_[number].from, programs.data(), sizeof programs);
    if (count < 0) return;
    if (count == 0) return ended(number);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count) / sizeof programs[0]; ++i) {
        const std::uint64_t engine = programs[i] >> kEngineShift;
        const std::uint64_t program = programs[i] - (engine << kEngineShift);
        if (engine == 0)
            add_mismatch({program, Fault::difference, std::nullopt, {}});
        else
            add_mismatch({program, Fault::hang, engine, to_string(timed_out)});
    }
}

void Workers::add_mismatch(Mismatch mismatch) {
    run_.mismatches.push_back(std::move(mismatch));
    if (run_.mismatches.size() < 2 * kMaxMismatches) return;
    std::ranges::nth_element(run_.mismatches, run_.mismatches.begin() + kMaxMismatches, {},
                             &Mismatch::program);
    run_.mismatches.resize(kMaxMismatches);
}

// Its pipe is closed: it has finished, or a program killed it.
void Workers::ended(std::size_t number) {
    Worker& worker = workers_[number];
    WorkerSlot& slot = slots_[number];
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    close(worker.from);
    worker.process = 0;
    if (slot.finished) return;

    // It may have started another program while it was being killed for the previous one.
    const bool began_another = worker.timed_out && now_ms() - slot.since < options_.limit.count() / 2;
    if (!began_another) {
        const std::size_t running = slot.running;
        host::ChildEnd end{host::ChildEnd::Kind::exited, WEXITSTATUS(status), {}};
        if (WIFSIGNALED(status)) end = {host::ChildEnd::Kind::signalled, WTERMSIG(status), {}};
        if (worker.timed_out) end = {host::ChildEnd::Kind::timed_out, 0, {}};
        const std::uint64_t program = case_at(campaign_, slot.turn);
        add_mismatch({program, worker.timed_out ? Fault::hang : Fault::crash,
                      running == 0 ? std::nullopt : std::optional(running - 1), to_string(end)});
        (worker.timed_out ? run_.tally.hangs : run_.tally.crashes) += 1;
        run_.tally.programs += 1;
        run_.tally.profiles[static_cast<std::size_t>(profile_of(campaign_, program))] += 1;
        slot.programs += 1;
        slot.turn += 1;
    }
    if (!shared_->stop) start(number);
}

// Kills a worker that has exceeded the limit of one program.
void Workers::watch(std::size_t number) {
    Worker& worker = workers_[number];
    const WorkerSlot& slot = slots_[number];
    if (worker.process == 0 || worker.timed_out || slot.since == 0) return;
    const std::int64_t limit = options_.limit.count();
    const std::int64_t most = slot.preparing ? std::max(limit * kPreparing, kPreparingMs) : limit;
    if (now_ms() - slot.since < most) return;
    worker.timed_out = true;
    kill(worker.process, SIGKILL);
}

// ---- a worker

void Workers::run_assigned(WorkerSlot& slot, int to) {
    const auto is_over = [&] { return shared_->stop || time_is_up(campaign_, clock_); };
    while (!is_over() && take_turns(slot)) {
        prepare(slot);
        while (slot.turn < slot.end && !is_over()) do_program(slot, to);
    }
}

// A lost device is lost for all following programs.
void Workers::note_failure(const Unavailable& error) {
    if (shared_->failed.exchange(true)) return;
    const std::string_view text = error.what();
    text.copy(shared_->failure.data(), shared_->failure.size() - 1);
    shared_->stop = true;
}

void Workers::note_warning(std::string_view text) {
    if (shared_->warned.exchange(true)) return;
    text.copy(shared_->warning.data(), shared_->warning.size() - 1);
    shared_->warning_done = true;
}

void Workers::work(WorkerSlot& slot, int to) noexcept {
    native::set_fallback_warning([this](const std::string& text) { note_warning(text); });
    try {
        run_assigned(slot, to);
    } catch (const Unavailable& error) {
        note_failure(error);
    }
    slot.since = 0;
    slot.finished = true;
}

// Keeps the turns that it has left, or takes more; false if no turns are left.
bool Workers::take_turns(WorkerSlot& slot) {
    if (slot.turn < slot.end) return true;
    const std::uint64_t first = shared_->next.fetch_add(at_once_);
    if (first >= turns_) return false;
    slot.turn = first;
    slot.end = std::min(first + at_once_, turns_);
    return true;
}

// Lets engines precompile the programs that come next.
void Workers::prepare(WorkerSlot& slot) const {
    std::vector<Case> cases;
    for (std::size_t number = 0; number < campaign_.engines.size(); ++number) {
        const Engine& engine = campaign_.engines[number];
        if (engine.prepare == nullptr) continue;
        slot.running = number + 1;
        slot.since = now_ms();
        slot.preparing = true;
        cases.clear();
        for (std::uint64_t turn = slot.turn; turn < slot.end; ++turn) {
            if (auto c = case_of(campaign_, case_at(campaign_, turn))) cases.push_back(std::move(*c));
        }
        std::vector<PlannedRun> runs;
        for (const Case& c : cases) runs.push_back({&c.program, c.options});
        engine.prepare(runs);
        slot.since = now_ms();
        slot.preparing = false;
    }
}

void Workers::do_program(WorkerSlot& slot, int to) {
    const std::uint64_t program = case_at(campaign_, slot.turn);
    slot.running = 0;
    slot.since = now_ms();
    const std::optional<Case> c = case_of(campaign_, program);
    if (!c) {
        slot.turn += 1;
        return;
    }
    CompareOptions options;
    options.observe_all = observes_all(program);
    options.before_run = [&](std::size_t engine) { slot.running = engine + 1; };
    const std::uint64_t fallbacks = native::fallback_runs();
    const Comparison comparison = compare_case(campaign_, *c, options);
    slot.tally.fallbacks += native::fallback_runs() != fallbacks ? 1 : 0;
    const bool hangs = comparison.same() && comparison.timed_out;
    count(slot.tally, profile_of(campaign_, program), comparison, hangs);
    if (!comparison.same() || hangs) {
        const std::uint64_t engine = hangs ? *comparison.timed_out : 0;
        const std::uint64_t message = program | (engine << kEngineShift);
        if (write(to, &message, sizeof message) != sizeof message) _exit(1);
    }
    slot.programs += 1;
    slot.turn += 1;
}

}  // namespace musimd::differential
