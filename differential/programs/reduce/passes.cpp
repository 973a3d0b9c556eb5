#include "differential/programs/reduce/passes.hpp"

namespace musimd::differential {
namespace {

constexpr Pass kPasses[] = {
    {"statements", drop_statements},
    {"instructions", drop_instructions},
    {"blocks", unnest_blocks},
    {"grid", shrink_grid},
    {"block", shrink_block},
    {"warps", shrink_warps},
    {"threads", shrink_threads},
    {"memory", drop_memory},
    {"shared", drop_shared},
    {"expectations", drop_expectations},
    {"active", simplify_active},
    {"modes", simplify_modes},
    {"run options", simplify_run_options},
    {"opcodes", simplify_instructions},
    {"targets", retarget},
    {"variables", merge_variables},
    {"operands", simplify_operands},
    {"preloads", shrink_preloads},
    {"buffers", shrink_buffers},
    {"masks", simplify_masks},
    {"shared words", shrink_shared},
    {"pairs", drop_pairs},
};

}  // namespace

std::span<const Pass> passes() {
    return kPasses;
}

}  // namespace musimd::differential
