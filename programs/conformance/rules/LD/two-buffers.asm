; LD: an address may lie in any of the buffers.
.threads 2
.buffer A 0 1
.buffer B 100 1
.memory A: 3
.memory B: 4
        a = tid * 100
        x = [a]
        stop
.expect var x: 3 4
.covers LD
