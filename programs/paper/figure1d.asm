; Figure 1 (d): the work of figure1c.asm with an `everywhere` block. The odd threads do not copy their rows alone: the
; whole warp copies one row after another, as in figure 1 (a).
;
;     if (tid % 2) everywhere {
;         for (lane = 0; lane < warp_size; ++lane)
;             if (lane was active)                                             // branch_mask
;                 memcpy(shfl(dest, lane), shfl(src, lane), ROW);
;     }
;
; All threads are active, neighbours access neighbouring words, and each request is one segment (figure 2, right).
.threads 32
.const ROW 64
.const SRC 64                   ; src[tid], an address
.const DEST 128                 ; dest[tid], an address
.iota SRC 32 4096 64
.iota DEST 32 16384 64
.iota 4096 2048 0
        s = 0                   ; also defined in the threads that will be dormant
        d = 0
        odd = tid % 2
        bz odd, skip
        s = tid + SRC
        s = [s]
        d = tid + DEST
        d = [d]
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask lane, copy
        jump next
copy:   from = s
        shfl from, lane
        to = d
        shfl to, lane
        i = tid
loop:   more = i < ROW
        bz more, done
        a = from + i
        x = [a]
        a = to + i
        [a] = x
        i = i + warp_size
        jump loop
done:   sync
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
skip:   sync
        stop
.expect stop
.expect memory 16447: _ 64 65 66                ; the same as figure1c.asm
.expect memory 16510: 126 127 _ _
.expect memory 18430: 2046 2047 _
.expect stat branches_divergent == 1
.expect stat simd_efficiency > 0.95
.expect stat everywhere_blocks == 1
.expect stat lanes_woken == 16
.expect stat memory_requests == 66              ; 2 for the pointers, 4 for each of the 16 rows
.expect stat memory_transactions == 66          ; one each
.covers EB EE BA BI SV
