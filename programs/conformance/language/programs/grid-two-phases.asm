; All warps count, wait, and store what they find, each at its place; then they wait again, and read the next warp's.
.threads 32
.warps 8
.memory 0: 0
        n = atomic_inc [0]
        barrier
        total = [0]
        total = total + wid
        a = wid + 1
        [a] = total
        barrier
        next = wid + 1
        next = next % 8
        next = next + 1
        got = [next]
        stop
.expect stop
.expect memory 0: 256 256 257 258 259 260 261 262 263
.expect var got: 257 257
.expect steps 96
.expect stat by_instruction.barrier == 16
.covers BR
