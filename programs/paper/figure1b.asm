; Figure 1 (b): a kernel that calls the copying function while half of the threads sleep.
;
;     if (tid % 2) memcpy(dest[tid], src[tid], ROW);
;
; The function is that of figure 1 (d), in which the warp copies one row after another, but without `everywhere`
; around the call. The row of lane 0 comes first. Lane 0 is not active, so the shuffle leaves `from` undefined (rule
; SI), and the load's address cannot be computed: the paper calls the result undefined, and the machine traps where
; it is used. With a test whether the lane is active, as in figure 1 (d), half of each row would not be copied.
.threads 32
.const ROW 64
.const SRC 64                   ; src[tid], an address
.const DEST 128                 ; dest[tid], an address
.iota SRC 32 4096 64
.iota DEST 32 16384 64
.iota 4096 2048 0
        odd = tid % 2
        bz odd, skip
        s = tid + SRC
        s = [s]
        d = tid + DEST
        d = [d]
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        from = s
        shfl from, lane         ; lane 0 sleeps
        to = d
        shfl to, lane
        i = tid
loop:   more = i < ROW
        bz more, done
        a = from + i            ; from is undefined
        x = [a]
        a = to + i
        [a] = x
        i = i + warp_size
        jump loop
done:   sync
        lane = lane + 1
        jump lanes
end:    sync
skip:   sync
        stop
.expect trap undefined-variable 32 threads: 1
.expect memory 16384: _ _ _ _
.covers SI undefined-variable
