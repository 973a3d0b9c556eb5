; 300 warps fit a trap word of 16 bits.
.threads 1
.warps 300
.word 16
        [wid] = wid
        stop
.expect memory 255: 255 256
.expect memory 299: 299 _
.covers MT
