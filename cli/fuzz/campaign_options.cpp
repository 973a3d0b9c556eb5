#include "cli/fuzz/campaign_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "cli/fuzz/run_campaign.hpp"
#include "host/processor.hpp"
#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"

namespace musimd::cli {
namespace {

void make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!error && !std::filesystem::is_directory(folder, error) && !error)
        error = std::make_error_code(std::errc::not_a_directory);
    if (error) throw InputError(folder, error.message());
}

void read_shard(const Options& options, differential::harness::Plan& plan) {
    const auto text = options.text("shard");
    if (!text) return;
    const std::size_t slash = text->find('/');
    const auto part = parse_signed_integer(text->substr(0, slash));
    const auto parts = parse_signed_integer(slash == std::string::npos ? "" : text->substr(slash + 1));
    if (!part || !parts || *part < 1 || *parts < *part || *parts > INT64_MAX) {
        throw invalid_value("shard", *text, "expected I/K with 1 ≤ I ≤ K, as in 2/16");
    }
    plan.shard = static_cast<std::uint64_t>(*part);
    plan.shards = static_cast<std::uint64_t>(*parts);
}

}  // namespace

void read_plan(const Options& options, std::uint64_t usual_count, differential::harness::Plan& plan) {
    if (options.has("count") && options.has("seconds")) throw exclusive("count", "seconds");
    if (!options.has("seconds")) plan.count = usual_count;
    read_number(options, "count", 1, INT64_MAX, plan.count);
    read_number(options, "seconds", 1, 31'622'400, plan.seconds);
    read_number(options, "seed", 0, UINT64_MAX, plan.seed);
    read_shard(options, plan);
}

differential::harness::CampaignPlan read_campaign_plan(const Options& options, std::uint64_t usual_count,
                                                       std::size_t usual_batch) {
    refuse_folders(options);
    differential::harness::CampaignPlan plan;
    plan.batch = usual_batch;
    read_plan(options, usual_count, plan);
    read_number(options, "batch", 1, 256, plan.batch);
    read_number(options, "reports", 0, 1'000, plan.reports);
    return plan;
}

std::function<void(const std::string&)> shown_on(ProgressLine& line) {
    return [&line](const std::string& text) {
        if (line.due()) line.show(text);
    };
}

void refuse_folders(const Options& options) {
    if (options.operands().empty()) return;
    throw UsageError(fmt::format("unexpected '{}'; folders need '--merge'", shown(options.operands()[0])));
}

void check_merge(const Options& options, std::initializer_list<const char*> others) {
    for (const char* other : others) {
        if (options.has(other)) throw exclusive(other, "merge");
    }
    if (options.operands().empty()) throw UsageError("'--merge' needs the folders of the shards");
}

unsigned read_jobs(const Options& options) {
    unsigned jobs = host::usable_processors();
    read_number(options, "jobs", 1, 1024, jobs);
    return jobs;
}

differential::harness::Control control_of(const Options& options, ProgressLine& line) {
    differential::harness::Control control;
    control.jobs = read_jobs(options);
    control.interrupted = interrupted;
    control.progress = shown_on(line);
    return control;
}

FindingsFolder::FindingsFolder(const Options& options, std::string_view usual)
    : named_(options.text("out")), folder_(named_.value_or(std::string(usual))) {}

void FindingsFolder::create_named() const {
    if (named_) make_folder(*named_);
}

void FindingsFolder::write(const std::string& file, std::string_view text) {
    try {
        if (!created_) {
            created_ = true;
            make_folder(folder_);
        }
        write_text(folder_ + "/" + file, text);
    } catch (const InputError& error) {
        std::cerr << error.message();
        failed_ = true;
    }
}

void FindingsFolder::write_summary(std::string_view json) {
    if (named_) write(std::string(kSummaryFile), json);
}

}  // namespace musimd::cli
