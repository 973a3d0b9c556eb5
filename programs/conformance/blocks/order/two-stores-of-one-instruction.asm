; Two threads store different words to one address in one instruction: in lock step both are reported, otherwise the later
; one.
.threads 4
        [0] = tid
        stop
.expect lockstep trap race 4 threads: 0 1
.expect volta trap race 4 threads: 1
.covers race
