#include <fmt/format.h>

#include <cstring>
#include <string_view>

#include "differential/openmp/target.hpp"
#include "host/child.hpp"

// Nests on an engine, in a child process that sends their runs as text.

namespace musimd::differential::openmp {
namespace {

constexpr auto kLongest = std::chrono::seconds(60);  // of a batch

void put_word(std::string& text, std::uint64_t word) {
    text.append(reinterpret_cast<const char*>(&word), sizeof word);
}

void put_run(std::string& text, const NestRun& run) {
    put_word(text, static_cast<std::uint64_t>(run.end));
    put_word(text, run.what.size());
    text += run.what;
    put_word(text, run.buffers.size());
    for (const auto& buffer : run.buffers) {
        put_word(text, buffer.size());
        text.append(reinterpret_cast<const char*>(buffer.data()), buffer.size() * sizeof buffer[0]);
    }
}

/// Reads what put_run wrote.
class NestRunReader {
  public:
    explicit NestRunReader(std::string_view text) : rest_(text) {}

    NestRun next() {
        NestRun run;
        run.end = static_cast<NestRun::End>(word());
        run.what.resize(word());
        bytes(run.what.data(), run.what.size());
        run.buffers.resize(word());
        for (auto& buffer : run.buffers) {
            buffer.resize(word());
            bytes(buffer.data(), buffer.size() * sizeof buffer[0]);
        }
        return run;
    }

  private:
    std::uint64_t word() {
        std::uint64_t value = 0;
        bytes(&value, sizeof value);
        return value;
    }

    void bytes(void* to, std::size_t count) {
        if (count != 0) std::memcpy(to, rest_.data(), count);
        rest_.remove_prefix(count);
    }

    std::string_view rest_;
};

NestRun run_of(kernels::openmp::FunctionRun run) {
    using End = kernels::openmp::FunctionRun::End;
    if (run.end == End::stop) return {NestRun::End::done, {}, std::move(run.buffers)};
    const std::string kind = run.end == End::trap ? run.trap + ": " : "";
    return {run.end == End::refused ? NestRun::End::refused : NestRun::End::trap, kind + run.message};
}

std::string name_of_machine(const Engine& engine, const kernels::openmp::Configuration& c) {
    if (c.model == dsl::LoopModel::simd) return fmt::format("{} simd", engine.name);
    return fmt::format("{} spmd {}", engine.name, c.width);
}

class MachineTarget final : public NestTarget {
  public:
    MachineTarget(const Engine& engine, const kernels::openmp::Configuration& configuration)
        : NestTarget(name_of_machine(engine, configuration)),
          engine_(engine),
          configuration_(configuration) {}

    const Engine* engine() const override { return &engine_; }

    std::vector<NestRun> run(std::span<const NestCase> nests) const override {
        std::vector<NestRun> runs;
        add_runs(nests, runs);
        return runs;
    }

  private:
    void add_runs(std::span<const NestCase> nests, std::vector<NestRun>& runs) const {
        if (nests.empty()) return;
        const auto work = [&] {
            std::string text;
            for (const NestCase& nest : nests)
                put_run(text, run_of(kernels::openmp::run_function(nest.function, nest.arguments,
                                                                   configuration_, engine_)));
            return text;
        };
        const host::ChildEnd end = host::in_child(work, {.limit = kLongest});
        if (end.ok()) {
            NestRunReader reader(end.text);
            for (std::size_t i = 0; i < nests.size(); ++i) runs.push_back(reader.next());
        } else if (nests.size() == 1) {
            const bool hangs = end.kind == host::ChildEnd::Kind::timed_out;
            runs.push_back({hangs ? NestRun::End::hang : NestRun::End::crash, to_string(end)});
        } else {  // nothing was sent
            add_runs(nests.first(nests.size() / 2), runs);
            add_runs(nests.subspan(nests.size() / 2), runs);
        }
    }

    const Engine& engine_;
    kernels::openmp::Configuration configuration_;
};

}  // namespace

std::unique_ptr<NestTarget> machine_target(const Engine& engine,
                                           const kernels::openmp::Configuration& configuration) {
    return std::make_unique<MachineTarget>(engine, configuration);
}

}  // namespace musimd::differential::openmp
