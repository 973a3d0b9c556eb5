#include "kernels/openmp/run.hpp"

#include "kernels/openmp/call_run.hpp"
#include "kernels/openmp/host.hpp"

namespace musimd::kernels::openmp {

FunctionRun run_function(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
                         const Configuration& configuration, const Engine& engine,
                         const OnLaunch& on_launch) {
    CallRun run(function, arguments, configuration, engine, on_launch);
    try {
        walk(function.body, run);
    } catch (const Ended&) {
    }
    return run.finish();
}

dsl::Kernel tree_of(const dsl::openmp::LoopFunction& function) {
    return part_of(function, function.body).kernel;
}

}  // namespace musimd::kernels::openmp
