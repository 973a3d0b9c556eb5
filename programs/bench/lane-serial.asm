; A run-length decoder: run r is LENGTH[r] times the word WORD[r], and the runs are written one after another. Where
; a run begins depends on all runs before it, so the warp loads warp_size runs at once, then writes them lane by lane.
;
;     for (r = tid; r < RUNS; r += warp_size) {
;         length = LENGTH[r]; word = WORD[r];
;         if (length > 0) everywhere
;             for (lane = 0; lane < warp_size; ++lane) if (lane has a run)
;                 { fill OUT[cursor …] with shfl(word, lane); cursor += shfl(length, lane); }
;     }
;
; The lane-serial loop: branch_mask tests which threads entered the block, and `cursor`, the same in all threads, passes
; from one lane to the next. Its value stays after the block, also in the threads that were dormant (.registers keep).
; LENGTH[r] is max(0, r² mod LONGEST - LONGEST / 4), and WORD[r] is 1000 + r.
; To scale: RUNS to 60,000, LONGEST (RUNS * LONGEST to 16,000,000), --threads.
.threads 32
.const RUNS 80
.const LONGEST 50
.const LENGTH 0
.const WORD 65536
.const OUT 131072
.iota LENGTH RUNS 0             ; r, before the program turns it into a length
.iota WORD RUNS 1000
        cursor = OUT
        length = 0
        word = 0
        r = tid
runs:   more = r < RUNS
        bz more, over
        a = r + LENGTH
        length = [a]
        length = length * length
        length = length % LONGEST
        x = LONGEST / 4
        length = length - x
        length = max length, 0
        a = r + WORD
        word = [a]
        bz length, none
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, laned
        branch_mask lane, run
        jump next
run:    n = length
        shfl n, lane
        w = word
        shfl w, lane
        i = tid
fill:   more = i < n
        bz more, filled
        a = cursor + i
        [a] = w
        i = i + warp_size
        jump fill
filled: sync
        cursor = cursor + n
next:   lane = lane + 1
        jump lanes
laned:  sync
        end_everywhere
none:   sync
        r = r + warp_size
        jump runs
over:   sync
        stop
.expect stop
.expect memory OUT: 1004 1004 1004 1004 1005 1005 1005 1005 1005 1005 1005 1005 1005 1005 1005 1005 1005 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1006 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007 1007
.expect memory 132105: 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 1079 _
.expect var cursor: 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125 132125
.expect stat everywhere_blocks == 3
.expect stat simd_efficiency > 0.8
.covers EB EE BA BI SV
