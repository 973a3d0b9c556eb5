; Figure 3: a kernel that calls the copying function of figure 1 (d) from both halves of a conditional, each time
; with the addresses that its threads hold.
;
;     if (wanted[tid]) memcopy(dest[tid], src[tid], ROW);
;     else             memcopy(dest[tid], SPARE,    ROW);
;
; Written out at both places, as a compiler without calls would. In the second half the threads of the first one
; wait in the synchronisation stack: `everywhere` wakes them all the same, and its end puts them back to wait.
.threads 32
.const ROW 64
.const WANTED 0                 ; wanted[tid]
.const SRC 64                   ; src[tid], an address
.const DEST 128                 ; dest[tid], an address
.const SPARE 256                ; the row that the others get
.iota WANTED 32 0
.iota SRC 32 4096 64
.iota DEST 32 16384 64
.iota 4096 2048 0
.fill SPARE ROW 7
        d = tid + DEST
        d = [d]
        s = SPARE
        w = tid + WANTED
        w = [w]
        w = w & 1
        bz w, else
        s = tid + SRC
        s = [s]

        everywhere              ; memcopy(d, s, ROW)
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

else:   everywhere              ; memcopy(d, SPARE, ROW)
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
.expect stat memory_requests == 131             ; 3 for the pointers, 4 for each of the 32 rows
.expect stat memory_transactions == 131         ; one each
.covers SS SP EB EE BA BI SV
