; Figure 2, right: the whole warp copies the rows of figure2-left.asm, one after another, as in figure 1 (d).
;
; The lanes whose rows are copied are 0, 1 and 3. Neighbours access neighbouring words: each request is one segment.
.threads 4
.const SRC 0                    ; src[tid], an address: rows a, b, none, c
.const DEST 4                   ; dest[tid], an address
.const LENGTH 8                 ; n[tid]
.memory SRC: 32 64 0 96
.memory DEST: 128 160 0 192
.memory LENGTH: 4 8 0 8
.iota 32 4 100                  ; row a
.iota 64 8 200                  ; row b
.iota 96 8 300                  ; row c
        s = 0                   ; also defined in thread 2, which reads a row's address by shfl
        d = 0
        n = 0
        calls = tid != 2
        bz calls, skip
        s = tid + SRC
        s = [s]
        d = tid + DEST
        d = [d]
        n = tid + LENGTH
        n = [n]
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
        length = n
        shfl length, lane
        i = tid
loop:   more = i < length
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
.expect memory 127: _ 100 101 102 103 _         ; rows a, b and c, copied
.expect memory 159: _ 200 201 202 203 204 205 206 207 _
.expect memory 191: _ 300 301 302 303 304 305 306 307 _
.expect stat branches_divergent == 1            ; at the call
.expect stat simd_efficiency > 0.97
.expect stat memory_requests == 13              ; 3 for the pointers and lengths, 2 for each 4 words of a row
.expect stat memory_transactions == 13          ; one each
.covers EB EE BA BI SV
