; Under `.races thread` a barrier orders the accesses before it before those after it, also in a grid of one warp:
; after the barrier thread 0 reads what thread 1 stored before it, and vice versa. The big-step evaluation
; stepped past the barrier without opening it, and found a race at instruction 4.
.threads 2
.races thread
        [tid] = tid
        barrier
        other = 1 - tid
        x = [other]
        stop
.expect stop
.expect var x: 1 0
.covers BR LD ST
