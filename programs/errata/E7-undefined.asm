; E7: each thread takes the word of the thread below; thread 0 has none below, and loses its word.
;
; As printed, thread 1 looks for the word of thread 0 after that, and has no derivation.
.threads 4
        x = tid + 10
        below = tid - 1
        shfl x, below
        stop
.expect stop
.expect var x: _ 10 11 12
.covers TL SV SI
