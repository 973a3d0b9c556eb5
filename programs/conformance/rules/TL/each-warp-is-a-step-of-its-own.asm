; TL: the threads of one warp do an instruction together; two warps are two steps.
.threads 2
.warps 2
.memory 0: 0
        x = atomic_inc [0]
        a = wid * 2
        a = a + tid
        a = a + 8
        [a] = x
        stop
.expect memory 0: 4
.expect memory 8: 1 2 3 4
.expect steps 12
.expect stat by_instruction.atomic_inc == 2
.covers TL AT
