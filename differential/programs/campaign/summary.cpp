#include "differential/programs/campaign/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "differential/harness/defect.hpp"

namespace musimd::differential {
namespace {

using harness::Json;
using harness::or_null;

Json identity(const Campaign& c, std::string_view version) {
    Json engines = Json::array();
    for (const Engine& engine : c.engines) engines.push_back(engine.name);
    return {{"version", version},
            {"seed", c.seed},
            {"profile", c.profile ? Json(to_string(*c.profile)) : Json()},
            {"exhaustive", c.small ? Json(c.small->longest()) : Json()},
            {"engines", engines},
            {"count", or_null(c.count)},
            {"seconds", c.count ? Json() : or_null(c.seconds)},
            {"size", c.shape.size},
            {"depth", c.shape.depth},
            {"threads", or_null(c.shape.threads)},
            {"warps", or_null(c.shape.warps)},
            {"max_steps", c.shape.max_steps},
            {"mix", c.shape.mix ? Json(mix_differences(*c.shape.mix, mix_of(*c.profile))) : Json()},
            {"shards", c.shards}};
}

Json entry(const Report& report) {
    return {{"program", report.mismatch.program},
            {"kind", to_string(report.mismatch.kind)},
            {"profile", to_string(report.profile)},
            {"seed", report.seed},
            {"engine", report.engine.empty() ? Json() : Json(report.engine)},
            {"what", report.message},
            {"again", report.again},
            {"outline", report.outline.empty() ? Json() : Json(report.outline)},
            {"file", report.file.empty() ? Json() : Json(report.file)}};
}

// ---- counts by name

template <std::size_t N, typename Name>
Json counts(const std::array<std::uint64_t, N>& list, Name name) {
    Json json = Json::object();
    for (std::size_t i = 0; i < N; ++i) json[std::string(name(i))] = list[i];
    return json;
}

template <std::size_t N, typename Name>
void read_counts(const Json& json, std::array<std::uint64_t, N>& list, Name name) {
    for (std::size_t i = 0; i < N; ++i) list[i] = json.at(std::string(name(i))).get<std::uint64_t>();
}

std::string_view rule_name(std::size_t i) {
    return to_string(static_cast<RuleId>(i));
}
std::string_view trap_name(std::size_t i) {
    return to_string(static_cast<TrapKind>(i));
}
std::string_view profile_name(std::size_t i) {
    return to_string(static_cast<Profile>(i));
}

void read_tally(const Json& json, Tally& t) {
    t.programs = json.at("programs").get<std::uint64_t>();
    t.steps = json.at("steps").get<std::uint64_t>();
    read_counts(json.at("profiles"), t.profiles, profile_name);
    t.stops = json.at("outcomes").at("stop").get<std::uint64_t>();
    t.limits = json.at("outcomes").at("limit").get<std::uint64_t>();
    read_counts(json.at("traps"), t.traps, trap_name);
    read_counts(json.at("rules"), t.rules, rule_name);
    t.differences = json.at("differences").get<std::uint64_t>();
    t.crashes = json.at("crashes").get<std::uint64_t>();
    t.hangs = json.at("hangs").get<std::uint64_t>();
    t.unsupported = json.value("unsupported", std::uint64_t{0});
    t.fallbacks = json.value("fallbacks", std::uint64_t{0});
}

// Throws if a mismatch lacks a member that tables and joins need.
void check_finding(const Json& json) {
    json.at("program").get<std::uint64_t>();
    for (const char* name : {"kind", "what", "again"}) json.at(name).get<std::string>();
    if (!json.at("file").is_null()) json.at("file").get<std::string>();
}

std::uint64_t sum(const std::array<std::uint64_t, kTrapCount>& list) {
    std::uint64_t all = 0;
    for (const std::uint64_t count : list) all += count;
    return all;
}

harness::Defect defect(const Json& finding) {
    const Json outline = finding.value("outline", Json());  // summaries of earlier versions have none
    const Json& engine = finding.at("engine");
    return {finding.at("kind").get<std::string>(), engine.is_null() ? "" : engine.get<std::string>(),
            outline.is_null() ? "" : outline.get<std::string>()};
}

// ---- the table

class Table {
  public:
    explicit Table(const Summary& summary) : s_(summary), t_(summary.tally) {}

    std::string text() {
        head();
        programs();
        coverage();
        unsupported();
        fallbacks();
        mismatches();
        return std::move(text_);
    }

  private:
    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }

    void row(std::string_view name, std::uint64_t count) {
        const double share =
            t_.programs == 0 ? 0 : 100.0 * static_cast<double>(count) / static_cast<double>(t_.programs);
        line("  {:<36}{:>12}{:>7.1f} %", name, count, share);
    }

    void head() {
        const Json& c = s_.campaign;
        const std::string engines =
            fmt::format("{}", fmt::join(c.at("engines").get<std::vector<std::string>>(), ", "));
        if (c.at("exhaustive").is_null()) {
            line("campaign of seed {}: {}, engines {}", c.at("seed").get<std::uint64_t>(),
                 c.at("profile").is_null() ? "every profile in turn"
                                           : "profile " + c.at("profile").get<std::string>(),
                 engines);
        } else {
            line("every program of up to {} instructions, engines {}", c.at("exhaustive").get<int>(),
                 engines);
        }
        text_ += harness::shards_line(s_);
        if (s_.interrupted) line("interrupted");
    }

    void programs() {
        line("{} programs, {} steps", t_.programs, t_.steps);
        const bool random = s_.campaign.at("exhaustive").is_null();
        for (std::size_t i = 0; random && i < kProfileCount; ++i) {
            if (t_.profiles[i] != 0) row(profile_name(i), t_.profiles[i]);
        }
        line("ended in");
        row("stop", t_.stops);
        for (std::size_t i = 0; i < kTrapCount; ++i) {
            if (t_.traps[i] != 0) row(trap_name(i), t_.traps[i]);
        }
        if (t_.limits != 0) row("limit", t_.limits);
        if (t_.crashes + t_.hangs != 0) row("no outcome: a crash or a hang", t_.crashes + t_.hangs);
    }

    void coverage() {
        const auto seen = [](const auto& list) {
            return list.size() - static_cast<std::size_t>(std::ranges::count(list, 0U));
        };
        line("seen: {} of {} rules, {} of {} traps", seen(t_.rules), kRuleCount, seen(t_.traps), kTrapCount);
        const auto never = never_seen(t_);
        if (!never.empty()) line("never seen: {}", fmt::join(never, ", "));
    }

    void unsupported() {
        if (t_.unsupported == 0) return;
        line("{} runs were left out: the engine does not support the program", t_.unsupported);
    }

    void fallbacks() {
        if (t_.fallbacks == 0) return;
        line("{} programs ran on fast instead of native: the compiler failed on them", t_.fallbacks);
    }

    void mismatches() {
        if (t_.mismatches() == 0)
            return t_.programs == 0 ? line("nothing was compared") : line("no difference");
        line("{} programs differ, {} crash, {} hang", t_.differences, t_.crashes, t_.hangs);
        std::uint64_t shown = 0;
        for (const Json& f : s_.mismatches) {
            if (f.at("file").is_null() && shown == kMaxShown) continue;
            mismatch(f);
            ++shown;
        }
        if (t_.mismatches() > shown) line("and {} more", t_.mismatches() - shown);
    }

    void mismatch(const Json& f) {
        const auto text = [&](const char* name) { return f.at(name).get<std::string>(); };
        line("\n{} in program {}{}", text("kind"), f.at("program").get<std::uint64_t>(),
             f.at("file").is_null() ? "" : ": " + text("file"));
        const auto first = harness::find_defect(s_.mismatches, defect(f), defect);
        if (first != s_.mismatches.end() && &*first != &f)
            line("  reduced, it has the same instructions as program {}",
                 first->at("program").get<std::uint64_t>());
        const std::string message = text("what");
        for (std::size_t at = 0; at < message.size();) {
            const std::size_t end = std::min(message.find('\n', at), message.size());
            line("  {}", message.substr(at, end - at));
            at = end + 1;
        }
        line("  again: {}", text("again"));
    }

    static constexpr std::uint64_t kMaxShown = 10;
    const Summary& s_;
    const Tally& t_;
    std::string text_;
};

}  // namespace

Summary summarise(const Campaign& campaign, std::string_view version, const CampaignRun& run,
                  const std::vector<Report>& reports) {
    Summary result{{identity(campaign, version), {campaign.shard}, run.interrupted}, run.tally, {}};
    for (const Report& report : reports) result.mismatches.push_back(entry(report));
    return result;
}

std::vector<std::string> never_seen(const Tally& tally) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        if (tally.rules[i] == 0) names.emplace_back(rule_name(i));
    }
    for (std::size_t i = 0; i < kTrapCount; ++i) {
        if (tally.traps[i] == 0) names.emplace_back(trap_name(i));
    }
    return names;
}

std::string to_json(const Summary& s) {
    const Tally& t = s.tally;
    Json json = {
        {"format", 1},
        {"campaign", s.campaign},
        {"shards", s.shards},
        {"interrupted", s.interrupted},
        {"programs", t.programs},
        {"steps", t.steps},
        {"profiles", counts(t.profiles, profile_name)},
        {"outcomes", {{"stop", t.stops}, {"trap", sum(t.traps)}, {"limit", t.limits}}},
        {"traps", counts(t.traps, trap_name)},
        {"rules", counts(t.rules, rule_name)},
        {"never_seen", never_seen(t)},
        {"differences", t.differences},
        {"crashes", t.crashes},
        {"hangs", t.hangs},
    };
    if (t.unsupported != 0) json["unsupported"] = t.unsupported;
    if (t.fallbacks != 0) json["fallbacks"] = t.fallbacks;
    json["findings"] = s.mismatches;
    return harness::text_of(json, 1);
}

void Summary::read(const Json& json) {
    read_tally(json, tally);
    mismatches = json.at("findings").get<std::vector<Json>>();
    std::ranges::for_each(mismatches, check_finding);
    table(*this);  // throws if a member is missing
}

void Summary::add(Summary part, const std::string& folder) {
    tally += part.tally;
    for (Json& mismatch : part.mismatches) {
        if (!mismatch.at("file").is_null())
            mismatch.at("file") = folder + "/" + mismatch.at("file").get<std::string>();
        mismatches.push_back(std::move(mismatch));
    }
}

void Summary::finish() {
    std::ranges::stable_sort(mismatches, {},
                             [](const Json& f) { return f.at("program").get<std::uint64_t>(); });
    if (mismatches.size() > kMaxMismatches) mismatches.resize(kMaxMismatches);
}

std::string table(const Summary& summary) {
    return Table(summary).text();
}

}  // namespace musimd::differential
