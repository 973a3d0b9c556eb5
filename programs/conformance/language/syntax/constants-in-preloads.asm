; Named constants in .memory, .fill, .iota and .buffer, and in what is expected.
.const N 4
.const BASE 16
.const STEP -2
.threads N
.buffer IN BASE N
.buffer OUT 32 12
.memory IN: N BASE -N 7
.fill 32 N N
.iota 36 N BASE STEP
        x = tid + IN
        x = [x]
        y = OUT
        stop
.expect var x: N BASE -N 7
.expect var y: 32 32
.expect memory BASE: 4 16 -4 7
.expect memory OUT: 4 4 4 4 16 14 12 10 _
.covers LD CT
