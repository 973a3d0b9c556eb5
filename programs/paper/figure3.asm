; Figure 3: a kernel that calls the copying function of figure 1 (d) in an `everywhere` block within a conditional.
;
;     if (tid % 2) everywhere { memcpy(dest[tid], src[tid], ROW); }
;     else         everywhere { memcpy(dest[tid], SPARE,    ROW); }
;
; The paper does not say what the other half does. Here it also calls the function, to copy one row to many: while it
; runs, the threads of the first half wait in the synchronisation stack. `everywhere` wakes them as well, and its end
; makes them wait again. Both halves contain the function's code, because the machine has no calls.
.threads 32
.const ROW 64
.const SRC 64                   ; src[tid], an address
.const DEST 128                 ; dest[tid], an address
.const SPARE 256                ; the row for the other threads
.iota SRC 32 4096 64
.iota DEST 32 16384 64
.iota 4096 2048 0
.fill SPARE ROW 7
        d = tid + DEST
        d = [d]
        s = SPARE
        odd = tid % 2
        bz odd, else
        s = tid + SRC
        s = [s]

        everywhere              ; memcpy(d, s, ROW)
        lane = 0
lanes1: more = lane < warp_size
        bz more, end1
        branch_mask lane, copy1
        jump next1
copy1:  from = s
        shfl from, lane
        to = d
        shfl to, lane
        i = tid
loop1:  more = i < ROW
        bz more, done1
        a = from + i
        x = [a]
        a = to + i
        [a] = x
        i = i + warp_size
        jump loop1
done1:  sync
next1:  lane = lane + 1
        jump lanes1
end1:   sync
        end_everywhere
        jump fi

else:   everywhere              ; memcpy(d, SPARE, ROW)
        lane = 0
lanes2: more = lane < warp_size
        bz more, end2
        branch_mask lane, copy2
        jump next2
copy2:  from = s
        shfl from, lane
        to = d
        shfl to, lane
        i = tid
loop2:  more = i < ROW
        bz more, done2
        a = from + i
        x = [a]
        a = to + i
        [a] = x
        i = i + warp_size
        jump loop2
done2:  sync
next2:  lane = lane + 1
        jump lanes2
end2:   sync
        end_everywhere
fi:     sync
        stop
.expect stop
.expect memory 16384: 7 7 7 7                   ; row 0 is the spare one
.expect memory 16446: 7 7 64 65 66              ; row 1 is copied
.expect memory 16510: 126 127 7 7
.expect memory 18430: 2046 2047 _
.expect active: 0-31
.expect stat branches_divergent == 1
.expect stat everywhere_blocks == 2
.expect stat lanes_woken == 32
.expect stat simd_efficiency > 0.95
.expect stat memory_requests == 130             ; 2 for the pointers, 4 for each of the 32 rows
.expect stat memory_transactions == 130         ; one each
.covers SS SP EB EE BA BI SV
