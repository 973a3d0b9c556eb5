// Trace files: what is read is what was written, whatever the program; and no bytes crash the reader.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

#include "engines/engines.hpp"
#include "semantics/machine.hpp"
#include "simulator/observers/trace.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/programs.hpp"
#include "views/trace/chrome.hpp"
#include "views/trace/filter.hpp"
#include "views/trace/json_lines.hpp"
#include "views/trace/reader.hpp"
#include "views/trace/vcd.hpp"
#include "views/trace/writer.hpp"

namespace musimd::views::trace::trace_test {
namespace {

using testing::HasSubstr;

/// Everything that events say, as text.
class Listing final : public Observer {
  public:
    void on_step(const StepEvent& e) override {
        text += fmt::format("{} w{} @{} line {} {}", e.number, e.warp, e.pc, e.instruction().line,
                            to_string(e.rule));
        for (std::size_t r = 0; r < kRuleCount; ++r)
            if (e.rules.contains(static_cast<RuleId>(r))) text += fmt::format(" {}", r);
        text += fmt::format(" {} Π{} Λ{} {} {} {} {} {}", to_string(e.active), all_of(e.sync_stack),
                            to_string(e.context_stack), e.sync_depth, e.context_depth, e.woken, e.groups,
                            e.opens);
        for (const Access& a : e.accesses)
            text += fmt::format(" {}[{}]{}{}", a.thread, a.address, a.value, a.only_reads ? "r" : "");
        text += '\n';
    }
    void on_wait(std::uint32_t warp) override { text += fmt::format("w{} waits\n", warp); }
    void on_trap(const Trap& trap) override {
        text += trap_text(trap) + '\n';
        is_same = read_trap(trap_text(trap)) == trap;
    }

    std::string text;
    bool is_same = true;

  private:
    static std::string all_of(const SyncStack& stack) {
        std::string text;
        stack.for_each([&](const SyncEntry& e) {
            text += fmt::format("({} {} {} {} {})", e.branch, e.next, e.join, to_string(e.done),
                                to_string(e.todo));
        });
        return text;
    }
};

struct Recorded {
    std::string bytes;
    std::string events;  ///< a Listing of the run
    std::string text;    ///< what `run --trace` prints
};

Recorded recorded(const Program& program, const MachineOptions& options, std::string_view engine) {
    Recorded recorded;
    Writer writer({.version = "musimd", .max_address = options.max_address}, program,
                  [&](std::string_view piece) { recorded.bytes += piece; });
    Listing listing;
    Trace text([&](const std::string& line) { recorded.text += line; });
    Observers observers;
    observers.add(writer);
    observers.add(listing);
    observers.add(text);
    const Result result = find_engine(engine)->run(program, options, &observers);
    writer.finish(result.outcome == Outcome::stop ? "stop" : "other");
    recorded.events = listing.text;
    EXPECT_TRUE(listing.is_same);
    return recorded;
}

Reader::Read reading(std::string_view bytes) {
    return [bytes](char* to, std::size_t size) mutable {
        const std::size_t count = std::min(size, bytes.size());
        std::copy_n(bytes.data(), count, to);
        bytes.remove_prefix(count);
        return count;
    };
}

/// The events of a trace, and the problem or the outcome.
std::string replayed(std::string_view bytes, std::string* end_text = nullptr) {
    auto reader = Reader::open(reading(bytes));
    if (!reader) return reader.error();
    Listing listing;
    const End end = reader->replay(listing);
    if (end_text != nullptr) *end_text = end.problem.empty() ? end.outcome : end.problem;
    return listing.text;
}

template <typename Export>
std::string exported(const Recorded& run, Export&& make) {
    auto reader = Reader::open(reading(run.bytes)).value();
    std::string text;
    auto observer = make(reader.program(), [&](std::string_view piece) { text += piece; });
    reader.replay(observer);
    if constexpr (requires { observer.finish(); }) observer.finish();
    return text;
}

constexpr const char* kBranch = ".threads 4\nc = tid < 2\nbz c, end\n[tid] = c\nend: sync\nstop\n";

TEST(TraceFile, ReplaysTheRunsOfAllProfiles) {
    for (const differential::ProfileInfo& profile : differential::profiles()) {
        if (profile.profile == differential::Profile::models)
            continue;  // traces record machines of one group
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const differential::Case run = differential::generate(profile.profile, seed);
            for (const char* engine : {"fast", "rules"}) {
                const Recorded trace = recorded(run.program, run.options, engine);
                std::string end;
                ASSERT_EQ(replayed(trace.bytes, &end), trace.events) << profile.name << ' ' << seed;
                ASSERT_THAT(end, testing::AnyOf("stop", "other"));
            }
        }
    }
}

TEST(TraceFile, ReplaysRulesAsThePaperPrintsThem) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const differential::Case run = differential::generate(differential::Profile::everywhere, seed);
        for (std::size_t e = 0; e < kErrata.size(); ++e) {
            MachineOptions options = run.options;
            options.printed.insert(static_cast<Erratum>(e));
            const Recorded trace = recorded(run.program, options, "rules");
            ASSERT_EQ(replayed(trace.bytes), trace.events) << seed << ' ' << kErrata[e];
        }
    }
}

TEST(TraceFile, ReplaysWideWarps) {
    const Program program = support::read(
        ".threads 200\nc = tid < 70\nbz c, end\nx = 1\nend: sync\neverywhere\n[tid] = tid\n"
        "end_everywhere\nstop\n");
    const Recorded trace = recorded(program, {}, "fast");
    EXPECT_EQ(replayed(trace.bytes), trace.events);
}

TEST(TraceFile, AnObserverOfATraceSeesTheRun) {
    const Recorded trace = recorded(support::read(kBranch), {}, "fast");
    auto reader = Reader::open(reading(trace.bytes)).value();
    std::string text;
    Trace observer([&](const std::string& line) { text += line; });
    reader.replay(observer);
    EXPECT_EQ(text, trace.text);
}

TEST(TraceFile, StepsThatRepeatTakeNoBytes) {
    const Program program =
        support::read("k = 0\nhead: c = k < 10000\nbz c, end\nk = k + 1\njump head\nend: sync\nstop\n");
    const Recorded trace = recorded(program, {}, "fast");
    EXPECT_LT(trace.bytes.size(), 2000u);
    EXPECT_EQ(std::ranges::count(trace.events, '\n'), 40005);
}

// ---- damage

TEST(TraceFile, WhatPrecedesACutIsShown) {
    const Recorded trace = recorded(support::read(kBranch), {}, "fast");
    std::string end;
    EXPECT_EQ(replayed(std::string_view(trace.bytes).substr(0, trace.bytes.size() - 3), &end), trace.events);
    EXPECT_EQ(end, "the trace ends after step 6: it was cut off");
    EXPECT_THAT(replayed("musimd trace 1\nH"), HasSubstr("an incomplete trace"));
}

TEST(TraceFile, OtherFilesAreReported) {
    EXPECT_THAT(replayed(""), HasSubstr("it was cut off before its first step"));
    EXPECT_THAT(replayed("x = tid\nstop\n and more"), HasSubstr("not a trace"));
    EXPECT_EQ(replayed("musimd trace 7\n"), "a trace of format version 7; this musimd reads version 1");
}

TEST(TraceFile, AChangedByteIsFound) {
    const Recorded trace = recorded(support::read(kBranch), {}, "fast");
    std::string bytes = trace.bytes;
    const std::size_t steps = bytes.rfind('S');
    bytes[steps + 5] = static_cast<char>(bytes[steps + 5] ^ 1);
    std::string end;
    EXPECT_EQ(replayed(bytes, &end), "");
    EXPECT_EQ(end, "the trace is damaged after step 0: a checksum differs");
}

/// The trace with other bytes in its blocks of steps, whose checksums are right again.
std::string with_other_steps(const std::string& trace,
                             const std::vector<std::pair<std::size_t, char>>& changes) {
    std::string result;
    std::string_view rest = trace;
    result += rest.substr(0, rest.find('\n') + 1);
    rest.remove_prefix(result.size());
    while (!rest.empty()) {
        const char letter = rest.front();
        ByteReader in(rest.substr(1));
        const std::uint64_t length = in.varint();
        const std::size_t before = rest.size() - in.size();
        std::string contents(in.take(length));
        in.take(8);
        if (letter == 'S' && !contents.empty())
            for (const auto& [at, byte] : changes) contents[at % contents.size()] = byte;
        result += rest.substr(0, before);
        result += contents;
        const std::uint64_t check = checksum(letter, contents);
        for (unsigned i = 0; i < 8; ++i) result += static_cast<char>(check >> (8 * i) & 0xFF);
        rest.remove_prefix(rest.size() - in.size());
    }
    return result;
}

TEST(TraceFile, StepsAreInOrder) {
    const Recorded trace = recorded(support::read("x = tid\nstop\n"), {}, "fast");
    // After the number of steps and two lengths, the codes: `0, 4, 0`, the next step has the number 0.
    const std::string bytes = with_other_steps(trace.bytes, {{3, 0}, {4, 4}, {5, 0}});
    std::string end;
    EXPECT_EQ(replayed(bytes, &end), "");
    EXPECT_EQ(end, "the trace is damaged after step 0: its steps are out of order");
}

RC_GTEST_PROP(TraceFile, NoBytesCrashTheReader, ()) {
    const Program program = *tests::any_program();
    MachineOptions options;
    options.max_steps = 200;
    std::string bytes = recorded(program, options, "rules").bytes;
    const auto changes = *rc::gen::container<std::vector<std::pair<std::size_t, char>>>(
        rc::gen::pair(rc::gen::arbitrary<std::size_t>(), rc::gen::arbitrary<char>()));
    if (*rc::gen::arbitrary<bool>()) {
        bytes = with_other_steps(bytes, changes);
    } else {
        for (const auto& [at, byte] : changes) bytes[at % bytes.size()] = byte;
    }
    auto reader = Reader::open(reading(bytes));
    if (!reader) return;
    std::uint64_t pieces = 0;
    const auto count = [&](std::string_view) { ++pieces; };
    ChromeEvents chrome(count);
    JsonLines lines(count);
    ValueChanges changed(reader->program(), 0, count);
    Observers observers;
    observers.add(chrome);
    observers.add(lines);
    observers.add(changed);
    const End end = reader->replay(observers, 5000);
    RC_ASSERT(end.steps <= 5000);
}

// ---- filters and other formats

std::string steps_of(const Filter& filter) {
    const Recorded trace = recorded(support::read(kBranch), {}, "fast");
    auto reader = Reader::open(reading(trace.bytes)).value();
    std::string steps;
    Trace text([&](const std::string& line) { steps += line.substr(0, line.find(' ')) + ' '; });
    Filtered filtered(filter, text);
    reader.replay(filtered, filter.until);
    return steps;
}

TEST(TraceFile, FiltersSteps) {
    RuleSet sync;
    sync.insert(RuleId::SS);
    sync.insert(RuleId::SP);
    EXPECT_EQ(steps_of({}), "1 2 3 4 5 6 ");
    EXPECT_EQ(steps_of({.threads = Ranges{{3, 3}}}), "1 2 5 6 ");
    EXPECT_EQ(steps_of({.pcs = Ranges{{1, 2}}}), "1 2 ");
    EXPECT_EQ(steps_of({.lines = Ranges{{5, 5}}}), "4 5 ");
    EXPECT_EQ(steps_of({.rules = sync}), "4 5 ");
    EXPECT_EQ(steps_of({.warps = Ranges{{1, 9}}}), "");
    EXPECT_EQ(steps_of({.from = 3, .until = 4}), "3 4 ");
}

TEST(TraceFile, AsJsonLines) {
    const std::string text = exported(recorded(support::read(kBranch), {}, "fast"),
                                      [](const Program&, const auto& write) { return JsonLines(write); });
    EXPECT_THAT(
        text,
        HasSubstr(R"({"step":3,"warp":0,"pc":3,"line":4,"rule":"IT","rules":["IT","TL","MT","MV","ST"],)"
                  R"("active":[0,1],"sync_stack":[{"branch":2,"next":4,"done":[],"todo":[2,3]}],)"
                  R"("context_stack":[],"instruction":"[tid] = c","accesses":)"
                  R"([{"thread":0,"address":0,"value":1},{"thread":1,"address":1,"value":1}]})"));
}

TEST(TraceFile, AsChromeEvents) {
    const std::string text = exported(recorded(support::read(kBranch), {}, "fast"),
                                      [](const Program&, const auto& write) { return ChromeEvents(write); });
    EXPECT_THAT(text, HasSubstr(R"("name":"lane 3")"));
    EXPECT_THAT(text,
                HasSubstr(R"({"ph":"X","name":"waits for its side of the branch on line 3","cat":"waits",)"
                          R"("pid":0,"tid":3,"ts":3,"dur":2})"));
}

TEST(TraceFile, AsValueChanges) {
    const std::string text =
        exported(recorded(support::read(kBranch), {}, "fast"),
                 [](const Program& program, const auto& write) { return ValueChanges(program, 0, write); });
    EXPECT_THAT(text, HasSubstr("$var wire 1 ' lane0 $end\n"));
    EXPECT_THAT(text, HasSubstr("#3\nb11 !\nb100 \"\nsIT #\nb1 $\n0)\n0*\nb0011 &\n"));
}

}  // namespace
}  // namespace musimd::views::trace::trace_test
