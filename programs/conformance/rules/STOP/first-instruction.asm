; `stop` as the first instruction: one step, and the result has every thread of the warp.
.threads 8
        stop
.expect stop
.expect active 0-7
.expect steps 1
.expect stat by_instruction.stop == 1
.expect stat simd_efficiency == 1
.covers STOP
