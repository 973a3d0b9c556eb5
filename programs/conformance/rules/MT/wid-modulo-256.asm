; MT: in a wrap word of 8 bits wid is read modulo 256: of 300 warps, those from 128 to 255 have a negative one.
.threads 1
.warps 300
.word 8 wrap
.memory 0: 0 0
        a = wid < 0
        n = atomic_inc [a]
        stop
.expect memory 0: -84 -128       ; 172 and 128, which wrap too
.covers MT
