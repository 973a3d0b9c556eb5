; E9: threads without a value to replace. A block wakes dormant threads, and shfl sends them a word.
;
; As printed, SV requires x to be defined in the reading thread, and threads 2 and 3 have none.
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
