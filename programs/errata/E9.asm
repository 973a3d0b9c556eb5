; E9: threads that have no value to replace. Dormant threads are woken, and are sent a word by shfl.
;
; As printed, SV wants x to be defined in the thread that reads, and threads 2 and 3 have none.
.threads 4
.active 0 1
        x = tid + 7
        everywhere
        shfl x, 1
        [tid] = x
        end_everywhere
        stop
.expect stop
.expect memory 0: 8 8 8 8
.covers SV
