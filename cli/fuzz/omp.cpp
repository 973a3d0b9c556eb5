// musimd fuzz --omp

#include <fmt/format.h>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/campaign_options.hpp"
#include "cli/fuzz/run_campaign.hpp"
#include "differential/openmp/kind.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::cli {
namespace of_omp {
namespace {

using namespace differential;
using namespace kernels;
using namespace differential::openmp;
using dsl::LoopModel;

constexpr std::uint64_t kDefaultCount = 256;
constexpr std::size_t kDefaultBatch = 64;
constexpr std::uint64_t kTripEvery = 50;  // nests go to C and back
constexpr std::string_view kDefaultFolder = "musimd-fuzz-omp";
constexpr std::uint64_t kMaxSteps = 300'000;

/// The targets of a campaign, the reference first.
class NestTargets {
  public:
    explicit NestTargets(const Options& options) {
        for (const std::string& name : comma_list(options.text("engines").value_or("fast,rules,native"))) {
            const Engine* const engine = find_engine(name);
            if (engine == nullptr) throw invalid_choice("engines", name, engine_names());
            add_engine(*engine, planned_.empty() ? 1 : name == "native" ? kNativeEvery : kOthersEvery);
        }
        const std::chrono::milliseconds limit(options.integer("limit", 10, 3'600'000).value_or(5'000));
        for (const NestCompiler& compiler : usual_nest_compilers(commands(options)))
            add(compiled_target(compiler, limit), 1);
    }

    std::span<const PlannedTarget> planned() const { return planned_; }

  private:
    static constexpr std::uint64_t kOthersEvery = 16;   // the rules take about ten times as long
    static constexpr std::uint64_t kNativeEvery = 256;  // it compiles for half a second

    static std::vector<std::string> commands(const Options& options) {
        const auto text = options.text("compilers");
        if (text == "none") return {};
        std::vector<std::string> found;
        for (const std::string& command :
             text ? comma_list(*text) : std::vector<std::string>{"gcc", "clang"}) {
            if (is_runnable(command))
                found.push_back(command);
            else if (text)
                throw UsageError(fmt::format("the compiler '{}' cannot be run", shown(command)));
        }
        return found;
    }

    void add_engine(const Engine& engine, std::uint64_t every) {
        const bool all_widths = every == 1;
        const auto with = [&](LoopModel model, std::uint32_t width) {
            add(machine_target(engine, {.model = model, .width = width, .max_steps = kMaxSteps}), every);
        };
        with(LoopModel::spmd, 16);
        with(LoopModel::simd, 16);
        if (!all_widths) return;
        with(LoopModel::spmd, 8);
        with(LoopModel::spmd, 32);
    }

    void add(std::unique_ptr<NestTarget> target, std::uint64_t every) {
        planned_.push_back({target.get(), every});
        owned_.push_back(std::move(target));
    }

    std::vector<std::unique_ptr<NestTarget>> owned_;
    std::vector<PlannedTarget> planned_;
};

NestShape read_shape(const Options& options) {
    NestShape shape;
    read_number(options, "statements", 1, 1'000, shape.statements);
    read_number(options, "loops", 1, 10, shape.loops);
    return shape;
}

}  // namespace
}  // namespace of_omp

int fuzz_omp(const Arguments& arguments) {
    using namespace of_omp;
    Options options = declare_fuzz_omp();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    if (options.has("merge")) return merge_campaigns_of(NestKind({}, {}, 0), options, kDefaultFolder);
    const auto plan = read_campaign_plan(options, kDefaultCount, kDefaultBatch);
    const NestTargets targets(options);
    const std::uint64_t trip_every = kernels::front_end_file() ? kTripEvery : 0;
    return run_campaign_of(NestKind(read_shape(options), targets.planned(), trip_every), plan, options,
                           kDefaultFolder);
}

}  // namespace musimd::cli
