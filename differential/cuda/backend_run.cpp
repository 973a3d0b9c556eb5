#include "differential/cuda/backend_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "differential/cuda/opencl_source.hpp"
#include "differential/cuda/plain_run.hpp"
#include "gpu_backend/portable/backend.hpp"
#include "host/child.hpp"
#include "host/files.hpp"

namespace musimd::differential::cuda {
namespace {

using harness::Run;

std::size_t bytes_of(const Array& array) {
    return static_cast<std::size_t>(width_of(array.type)) / 8;
}

portable::Launch launch_of(const Drawn& kernel) {
    portable::Launch launch;
    const auto before = elements_before(kernel);
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const Array& array = kernel.arrays[a];
        const std::size_t size = bytes_of(array);
        if (array.space == Array::Space::dynamic) launch.local_bytes.push_back(size * array.elements);
        if (!array.is_parameter()) continue;
        auto& buffer = launch.buffers.emplace_back(size * before[a].size());
        for (std::size_t i = 0; i < before[a].size(); ++i)
            std::memcpy(&buffer[i * size], &before[a][i], size);  // the least byte is the first
    }
    launch.numbers = {kernel.n};
    std::ranges::copy(kernel.grid, launch.groups.begin());
    std::ranges::copy(kernel.block, launch.threads.begin());
    return launch;
}

std::vector<std::vector<std::uint64_t>> memory_of(const Drawn& kernel, const portable::Launch& launch) {
    std::vector<std::vector<std::uint64_t>> memory(kernel.arrays.size());
    auto buffer = launch.buffers.begin();
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const Array& array = kernel.arrays[a];
        if (!array.is_parameter()) continue;
        const std::size_t size = bytes_of(array);
        memory[a].resize(buffer->size() / size);
        for (std::size_t i = 0; i < memory[a].size(); ++i)
            std::memcpy(&memory[a][i], &(*buffer)[i * size], size);
        ++buffer;
    }
    return memory;
}

/// What a child process knows. The first of its kernels loads the backend and compiles them all.
class BackendSession {
  public:
    BackendSession(std::string backend, std::span<const Drawn> kernels)
        : name_(std::move(backend)), kernels_(kernels) {}

    Run run(std::size_t i) {
        if (!loaded_) load();
        if (!problem_.empty()) return {Run::Kind::refused, problem_};
        std::unique_ptr<portable::Unit> own;
        if (all_ == nullptr) {  // one of them does not compile
            auto unit = backend_->compile(opencl_source_of(kernels_[i]));
            if (!unit) return {Run::Kind::refused, unit.error()};
            own = std::move(*unit);
        }
        portable::Launch launch = launch_of(kernels_[i]);
        const auto done = own != nullptr ? own->run("k", launch) : all_->run(opencl_name(i), launch);
        if (!done) return {Run::Kind::refused, done.error()};
        return {.message = new_reports(), .memory = memory_of(kernels_[i], launch)};
    }

  private:
    void load() {
        loaded_ = true;
        if (name_ == kOclgrindChecks) set_checks();
        const auto found = portable::find_backend(name_ == kOclgrindChecks ? "oclgrind" : name_);
        if (!found) {
            problem_ = found.error();
            return;
        }
        backend_ = *found;
        if (auto unit = backend_->compile(opencl_program_of(kernels_))) all_ = std::move(*unit);
    }

    /// Oclgrind reads them when it is loaded.
    void set_checks() const {
        setenv("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable", 1);
        setenv("OCLGRIND_LOG", reports_.c_str(), 1);
        setenv("OCLGRIND_MAX_ERRORS", "1000000", 1);  // of all kernels together
        for (const char* check : {"OCLGRIND_DATA_RACES", "OCLGRIND_UNINITIALIZED", "OCLGRIND_CHECK_API"})
            setenv(check, "1", 1);
    }

    /// Those since the last call.
    std::string new_reports() {
        const std::string all = host::read_file(reports_);
        std::string reports = all.substr(std::min(all.size(), read_));
        read_ = all.size();
        return reports;
    }

    std::string name_;
    std::span<const Drawn> kernels_;
    host::TemporaryFolder folder_;  // of the parent, which removes it
    std::filesystem::path reports_ = folder_.path() / "reports";
    std::size_t read_ = 0;
    bool loaded_ = false;
    std::string problem_;
    portable::Backend* backend_ = nullptr;
    std::unique_ptr<portable::Unit> all_;
};

struct ReportKind {
    std::string_view begin;
    std::string_view kind;
};

constexpr ReportKind kReportKinds[] = {
    {"Read-write data race", "race"},
    {"Write-write data race", "race"},
    {"Invalid read", "invalid-address"},
    {"Invalid write", "invalid-address"},
    {"Invalid memory address", "invalid-address"},
    {"Index (", "invalid-address"},
    {"Uninitialized", "undefined-memory"},
    {"Controlflow depends on uninitialized", "undefined-memory"},
    {"Instruction depends on an uninitialized", "undefined-memory"},
    {"Work-group divergence", "barrier"},
};

}  // namespace

std::vector<Run> run_on_backend(const std::string& backend, std::span<const Drawn> kernels) {
    BackendSession session(backend, kernels);
    return harness::runs_in_children(kernels.size(), [&](std::size_t i) { return session.run(i); });
}

std::string version_of_backend(const std::string& backend) {
    return host::in_child([&] {
               const auto found = portable::find_backend(backend);
               return found ? (*found)->version() : "";
           })
        .text;
}

std::set<std::string> kinds_of_reports(std::string_view reports) {
    std::set<std::string> kinds;
    while (!reports.empty()) {
        const std::string_view line = reports.substr(0, reports.find('\n'));
        reports.remove_prefix(std::min(reports.size(), line.size() + 1));
        if (line.empty() || line.front() == '\t') continue;  // more about the line before
        const auto known = std::ranges::find_if(
            kReportKinds, [&](const ReportKind& each) { return line.starts_with(each.begin); });
        kinds.emplace(known == std::end(kReportKinds) ? "other" : known->kind);
    }
    return kinds;
}

}  // namespace musimd::differential::cuda
