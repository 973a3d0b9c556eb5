; All eight threads of a word of 8 bits: -1.
.threads 8
.word 8
        m = activemask
        stop
.expect lockstep stop
.expect lockstep var m: -1 -1 -1 -1 -1 -1 -1 -1
.expect volta stop
.expect volta var m: -1 -1 -1 -1 -1 -1 -1 -1
.covers AM
