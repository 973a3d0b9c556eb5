; BP: div.u8 by zero
.threads 4
.word 32
.memory 0: 7 7 0 7
.memory 4: 2 0 0 0
        x = [tid]
        a = tid + 4
        y = [a]
        r = div.u8 x, y
        stop
.expect trap division-by-zero 9 threads: 1
.expect var r: _ _ _ _
.covers division-by-zero
