# The prelude of each program that the native engine compiles, embedded in the room simulator as musimd::codegen::texts().
set(musimd_native_prelude simulator/codegen/prelude/interface.hpp
  simulator/codegen/prelude/config.hpp simulator/codegen/prelude/cpu.hpp
  simulator/codegen/prelude/cpu_arithmetic.inc simulator/codegen/prelude/cpu_typed.inc
  simulator/codegen/prelude/cpu_memory.inc
  simulator/codegen/prelude/cpu_blocks.inc
  simulator/codegen/prelude/cpu_counters.inc
  simulator/codegen/prelude/types.inc simulator/codegen/prelude/typed.hpp simulator/codegen/prelude/bits.inc
  simulator/fast/typed_lanes.inc simulator/fast/fetch_lanes.inc isa/fetch_operations.def)
