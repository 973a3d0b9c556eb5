; no race where each phase has one access: store, load by the other, store by the other.
.threads 2
.warps 2
        a = wid * 2
        a = a + tid
        b = a ^ 2           ; the other warp's word
        [a] = tid
        barrier
        x = [b]
        barrier
        x = x + 10
        [b] = x
        barrier
        y = [a]
        stop
.expect stop
.expect memory 0: 10 11 10 11
.expect var y: 10 11
.expect stat by_instruction.barrier == 6
.covers BR
