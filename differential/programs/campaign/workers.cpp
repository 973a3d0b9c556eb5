#include "differential/programs/campaign/workers.hpp"

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

constexpr int kSliceMs = 100;  // between two looks at clocks and signals

// An engine that prepares many programs at once, and compiles them, may take this many times as long as for
// one, and at least this long: a compiler has a time limit of its own.
constexpr std::int64_t kPreparing = 5;
constexpr std::int64_t kPreparingMs = 180'000;

std::int64_t now_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count();
}

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

std::uint64_t most_turns_at_once(const Campaign& c) {
    std::uint64_t most = 1;
    for (const Engine& engine : c.engines) most = std::max(most, engine.preferred_batch);
    return most;
}

// How many k < count have k ≡ shard − 1 modulo shards.
std::uint64_t turns_of(const Campaign& c) {
    if (!c.count) return UINT64_MAX / c.shards;
    return *c.count < c.shard ? 0 : (*c.count - c.shard) / c.shards + 1;
}

}  // namespace

Workers::Workers(const Campaign& campaign, const CampaignOptions& options)
    : campaign_(campaign),
      options_(options),
      turns_(turns_of(campaign)),
      at_once_(std::clamp<std::uint64_t>(turns_ / (8 * options.jobs), 1, most_turns_at_once(campaign))),
      end_(Clock::now() + std::chrono::seconds(campaign.seconds.value_or(0))),
      memory_(sizeof(Shared) + options.jobs * sizeof(Place), host::MemoryMap::Sharing::children),
      workers_(options.jobs) {
    if (memory_.get() == nullptr) fail("no shared memory");
    shared_ = new (memory_.get()) Shared;
    places_ = new (static_cast<std::byte*>(memory_.get()) + sizeof(Shared)) Place[options.jobs];
}

Workers::~Workers() {
    for (const Worker& worker : workers_) {
        if (worker.process == 0) continue;
        kill(worker.process, SIGKILL);
        waitpid(worker.process, nullptr, 0);
        close(worker.from);
    }
}

std::uint64_t Workers::program_at(std::uint64_t turn) const {
    return campaign_.shard - 1 + turn * campaign_.shards;
}

// ---- the parent

CampaignRun Workers::run() {
    for (std::size_t i = 0; i < workers_.size(); ++i) start(i);
    while (any_left()) {
        if (!made_.interrupted && options_.interrupted && options_.interrupted()) {
            made_.interrupted = true;
            shared_->stop = true;
        }
        wait_for_news();
        for (std::size_t i = 0; i < workers_.size(); ++i) watch(i);
        pass_warning_on();
        if (options_.progress) {
            options_.progress(programs_done(),
                              made_.tally.crashes + made_.tally.hangs + made_.findings.size());
        }
    }
    for (std::size_t i = 0; i < workers_.size(); ++i) made_.tally += places_[i].tally;
    if (shared_->failed) {
        made_.interrupted = true;
        made_.failure = shared_->failure.data();
    }
    return std::move(made_);
}

void Workers::start(std::size_t number) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) fail("no pipe");
    places_[number].since = 0;  // it has not begun
    places_[number].preparing = false;
    const pid_t process = fork();
    if (process < 0) {
        close(ends[0]);
        close(ends[1]);
        fail("no process");
    }
    if (process == 0) {
        close(ends[0]);
        host::init_worker_process();
        work(places_[number], ends[1]);
    }
    close(ends[1]);
    workers_[number] = {process, ends[0], false};
}

void Workers::pass_warning_on() {
    if (has_warned_ || !shared_->warning_done) return;
    has_warned_ = true;
    if (options_.warn) options_.warn(shared_->warning.data());
}

bool Workers::any_left() const {
    return std::ranges::any_of(workers_, [](const Worker& w) { return w.process != 0; });
}

std::uint64_t Workers::programs_done() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < workers_.size(); ++i) sum += places_[i].programs;
    return sum;
}

void Workers::wait_for_news() {
    polled_.clear();
    for (const Worker& worker : workers_)
        polled_.push_back({worker.process == 0 ? -1 : worker.from, POLLIN, 0});
    if (poll(polled_.data(), polled_.size(), kSliceMs) <= 0) return;
    for (std::size_t i = 0; i < workers_.size(); ++i) {
        if (polled_[i].revents != 0) read_news(i);
    }
}

void Workers::read_news(std::size_t number) {
    std::array<std::uint64_t, 512> programs{};  // a pipe takes and gives small writes whole
    const ssize_t count = read(workers_[number].from, programs.data(), sizeof programs);
    if (count < 0) return;
    if (count == 0) return ended(number);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count) / sizeof programs[0]; ++i) {
        add_finding({programs[i], Finding::Kind::difference, std::nullopt, {}});
    }
}

void Workers::add_finding(Finding finding) {
    made_.findings.push_back(std::move(finding));
    if (made_.findings.size() < 2 * kMaxFindings) return;
    std::ranges::nth_element(made_.findings, made_.findings.begin() + kMaxFindings, {}, &Finding::program);
    made_.findings.resize(kMaxFindings);
}

// Its pipe is closed: it is done, or it died at a program.
void Workers::ended(std::size_t number) {
    Worker& worker = workers_[number];
    Place& place = places_[number];
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    close(worker.from);
    worker.process = 0;
    if (place.finished) return;

    // It may have gone on to another program while it was being killed for the one before.
    const bool began_another = worker.timed_out && now_ms() - place.since < options_.limit.count() / 2;
    if (!began_another) {
        const std::size_t running = place.running;
        host::ChildEnd end{host::ChildEnd::Kind::exited, WEXITSTATUS(status), {}};
        if (WIFSIGNALED(status)) end = {host::ChildEnd::Kind::signalled, WTERMSIG(status), {}};
        if (worker.timed_out) end = {host::ChildEnd::Kind::timed_out, 0, {}};
        const std::uint64_t program = program_at(place.turn);
        add_finding({program, worker.timed_out ? Finding::Kind::hang : Finding::Kind::crash,
                     running == 0 ? std::nullopt : std::optional(running - 1), to_string(end)});
        (worker.timed_out ? made_.tally.hangs : made_.tally.crashes) += 1;
        made_.tally.programs += 1;
        made_.tally.profiles[static_cast<std::size_t>(profile_of(campaign_, program))] += 1;
        place.programs += 1;
        place.turn += 1;
    }
    if (!shared_->stop) start(number);
}

// Kills a worker that has been at one program for too long.
void Workers::watch(std::size_t number) {
    Worker& worker = workers_[number];
    const Place& place = places_[number];
    if (worker.process == 0 || worker.timed_out || place.since == 0) return;
    const std::int64_t limit = options_.limit.count();
    const std::int64_t most = place.preparing ? std::max(limit * kPreparing, kPreparingMs) : limit;
    if (now_ms() - place.since < most) return;
    worker.timed_out = true;
    kill(worker.process, SIGKILL);
}

// ---- a worker

void Workers::work_off(Place& place, int to) {
    while (!shared_->stop && !time_is_up() && take_turns(place)) {
        prepare(place);
        while (place.turn < place.end && !shared_->stop && !time_is_up()) do_program(place, to);
    }
}

// A device that is gone is gone for all programs to come.
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

void Workers::work(Place& place, int to) noexcept {
    native::set_fallback_warning([this](const std::string& text) { note_warning(text); });
    try {
        work_off(place, to);
    } catch (const Unavailable& error) {
        note_failure(error);
    }
    place.since = 0;
    place.finished = true;
    _exit(0);
}

bool Workers::time_is_up() const {
    return !campaign_.count && campaign_.seconds && Clock::now() >= end_;
}

// The turns that are left to it, or some more; false if there are none.
bool Workers::take_turns(Place& place) {
    if (place.turn < place.end) return true;
    const std::uint64_t first = shared_->next.fetch_add(at_once_);
    if (first >= turns_) return false;
    place.turn = first;
    place.end = std::min(first + at_once_, turns_);
    return true;
}

// Announces the next programs to the engines that prepare them.
void Workers::prepare(Place& place) const {
    std::vector<Case> cases;
    for (std::size_t number = 0; number < campaign_.engines.size(); ++number) {
        const Engine& engine = campaign_.engines[number];
        if (engine.prepare == nullptr) continue;
        place.running = number + 1;
        place.since = now_ms();
        place.preparing = true;
        cases.clear();
        for (std::uint64_t turn = place.turn; turn < place.end; ++turn) {
            if (auto c = case_of(campaign_, program_at(turn))) cases.push_back(std::move(*c));
        }
        std::vector<PlannedRun> runs;
        for (const Case& c : cases) runs.push_back({&c.program, c.options});
        engine.prepare(runs);
        place.since = now_ms();
        place.preparing = false;
    }
}

void Workers::do_program(Place& place, int to) {
    const std::uint64_t program = program_at(place.turn);
    place.running = 0;
    place.since = now_ms();
    const std::optional<Case> c = case_of(campaign_, program);
    if (!c) {
        place.turn += 1;
        return;
    }
    CompareOptions options;
    options.observe_all = observes_all(program);
    options.before_run = [&](std::size_t engine) { place.running = engine + 1; };
    const std::uint64_t fallbacks = native::fallback_runs();
    const Comparison comparison = compare_case(campaign_, *c, options);
    place.tally.fallbacks += native::fallback_runs() != fallbacks ? 1 : 0;
    if (!comparison.same()) {
        place.tally.differences += 1;
        if (write(to, &program, sizeof program) != sizeof program) _exit(1);
    }
    place.tally.add(profile_of(campaign_, program), comparison.first.result, comparison.first.rules);
    place.programs += 1;
    place.turn += 1;
}

}  // namespace musimd::differential
