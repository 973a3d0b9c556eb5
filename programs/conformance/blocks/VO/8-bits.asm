; All eight threads in a word of 8 bits: -1.
.threads 8
.word 8
        b = vote.ballot -1, 1
        c = tid < 7
        d = vote.ballot -1, c
        stop
.expect lockstep stop
.expect lockstep var b: -1 -1
.expect lockstep var d: 127 127
.expect volta stop
.expect volta var b: -1 -1
.expect volta var d: 127 127
.covers VO
