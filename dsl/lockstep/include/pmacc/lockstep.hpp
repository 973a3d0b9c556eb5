// PMacc's lockstep programming model: ForEachIdx, IdxConfig, CtxArray, PMACC_SMEM, and thin names for the
// spelling of later versions of PMacc.
#pragma once

#include <pmacc/lockstep/ForEach.hpp>
#include <pmacc/lockstep/Worker.hpp>
#include <pmacc/mappings/threads/ForEachIdx.hpp>
#include <pmacc/mappings/threads/IdxConfig.hpp>
#include <pmacc/memory/Array.hpp>
#include <pmacc/memory/CtxArray.hpp>
#include <pmacc/memory/shared/Allocate.hpp>
#include <pmacc/types.hpp>
