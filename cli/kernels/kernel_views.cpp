#include "cli/kernels/kernel_views.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

namespace musimd::cli {
namespace {

std::vector<views::ProfileSource> sources_of(const kernels::SourceLines& lines) {
    std::vector<views::ProfileSource> sources;
    for (const kernels::SourceLines::File& file : lines.files())
        sources.push_back(profile_source(file.name, file.lines_before, file.text));
    return sources;
}

views::CallsOf calls_of(const kernels::SourceLines& lines, const dsl::InlinedCalls& calls) {
    if (calls.sites.empty()) return {};
    return [lines, calls](Label pc) {
        std::vector<views::ProfileCall> result;
        const std::vector<dsl::InlinedCall> around = calls.around(pc);
        for (auto call = around.rbegin(); call != around.rend(); ++call)
            result.push_back({call->function, call->line == 0 ? 0 : lines.place(call->line).line});
        return result;
    };
}

/// The format of the file; that of standard output if there is no file.
ProfileFormat format_of_file(const Options& options) {
    return profile_format(options, "profile-format", options.text("profile-out"));
}

}  // namespace

bool shows_views(const Options& options) {
    const bool shows_profile = options.has("profile");
    const bool writes_profile = options.has("profile-out");
    if (!shows_profile && !writes_profile && options.has("profile-format"))
        throw UsageError("'--profile-format' needs '--profile' or '--profile-out'");
    if (shows_profile && options.has("json")) throw exclusive("profile", "json");
    if (writes_profile) format_of_file(options);
    return shows_lanes(options) || shows_profile || writes_profile;
}

// ---- profiles

KernelProfile::KernelProfile(const Options& options)
    : title_(fmt::format("musimd {} {}", options.command(), fmt::join(options.operands(), " "))),
      shows_(options.has("profile")),
      file_(options.text("profile-out")),
      format_(format_of_file(options)),
      observer_(views::ProfileMemory{}) {}

void KernelProfile::begin(const std::string& kernel, const kernels::SourceLines& lines,
                          const dsl::InlinedCalls& calls) {
    observer_.begin(kernel, sources_of(lines), calls_of(lines, calls));
}

void KernelProfile::finish(std::ostream& stream) {
    if (!is_wanted()) return;
    const views::Profile profile = observer_.profile(format_ == ProfileFormat::folded);
    if (shows_) print_profile(profile, file_ ? ProfileFormat::text : format_, title_, stream);
    if (file_) write_profile(profile, format_, title_, *file_);
}

// ---- both

KernelViews::KernelViews(const Options& options, const kernels::SourceLines& lines)
    : lines_(lines), profile_(options) {
    if (shows_lanes(options)) observers_.add(lanes_.emplace(options, lines));
    if (profile_.is_wanted()) observers_.add(profile_.observer());
}

Observer* KernelViews::observer() {
    return observers_.empty() ? nullptr : &observers_;
}

void KernelViews::begin(const std::string& kernel, const dsl::InlinedCalls& calls) {
    if (profile_.is_wanted()) profile_.begin(kernel, lines_, calls);
}

void KernelViews::begin_section(const std::string& kernel, const dsl::InlinedCalls& calls) {
    if (lanes_) {
        lanes_->finish();
        std::cout << fmt::format("==> {} <==\n", kernel);
    }
    begin(kernel, calls);
}

void KernelViews::finish() {
    if (lanes_) lanes_->finish();
    profile_.finish(std::cout);
}

void show_launch(const Options& options, const reader::Source& source,
                 const dsl::cuda::KernelFunction& kernel, const kernels::openmp::CallArguments& arguments,
                 kernels::cuda::LaunchConfiguration config, const Engine& engine) {
    KernelViews views(options, kernels::SourceLines(source, kernel.included));
    views.begin(kernel.code.name, program_of(kernel, arguments, config).calls);
    config.watch = views.observer();
    run_launch(kernel, arguments, config, engine);
    views.finish();
}

}  // namespace musimd::cli
