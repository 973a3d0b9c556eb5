; A scan of a grid: Y[i] = x[0] + … + x[i] with x[i] = i² mod 10 + 1, by WARPS warps that meet at barriers.
;
;     each warp: x of its block of ROWS * warp_size words, SUMS[wid] = the block's sum
;     barrier
;     each warp: offset = SUMS[0] + … + SUMS[wid - 1], and the scan of its block from there on
;     barrier
;     each thread: is Y[j] - Y[j - 1] == X[j] for words j that other warps wrote?
;
; Without either barrier the program has a race, which is a trap and not a wrong result.
; In --stats: by_instruction.barrier, two steps of each warp.
; To scale: WARPS to 4,096, ROWS, --threads (a power of two); WARPS * ROWS * threads to 4,000,000.
.const WARPS 4
.threads 32
.warps WARPS
.const ROWS 3
.const SUMS 0
.const X 65536
.const Y 8388608
        block = warp_size * ROWS
        start = block * wid     ; this warp's words: start … end - 1
        end = start + block

        sum = 0                 ; the words and their sum
        i = start + tid
make:   more = i < end
        bz more, made
        x = i * i
        x = x % 10
        x = x + 1
        a = i + X
        [a] = x
        sum = sum + x
        i = i + warp_size
        jump make
made:   sync
        o = 1
tree1:  more = o < warp_size
        bz more, added1
        from = tid ^ o
        y = sum
        shfl y, from
        sum = sum + y
        o = o << 1
        jump tree1
added1: sync
        a = wid + SUMS
        [a] = sum
        barrier

        offset = 0              ; the sums of the blocks before this one
        k = tid
before: more = k < wid
        bz more, all
        a = k + SUMS
        y = [a]
        offset = offset + y
        k = k + warp_size
        jump before
all:    sync
        o = 1
tree2:  more = o < warp_size
        bz more, added2
        from = tid ^ o
        y = offset
        shfl y, from
        offset = offset + y
        o = o << 1
        jump tree2
added2: sync

        carry = offset          ; the scan, row by row
        last = warp_size - 1
        i = start + tid
rows:   more = i < end
        bz more, scanned
        a = i + X
        s = [a]
        o = 1
step:   more = o < warp_size
        bz more, done
        from = tid - o
        have = 0 <= from
        from = max from, 0
        y = s
        shfl y, from
        y = y * have
        s = s + y
        o = o << 1
        jump step
done:   sync
        s = s + carry
        a = i + Y
        [a] = s
        carry = s
        shfl carry, last
        i = i + warp_size
        jump rows
scanned: sync
        barrier

        errors = 0              ; the words of the block opposite
        count = block * WARPS
        i = start + tid
check:  more = i < end
        bz more, checked
        j = count - i
        j = j - 1
        bz j, first
        a = j + Y
        y = [a]
        a = a - 1
        x = [a]
        y = y - x
        a = j + X
        x = [a]
        x = x != y
        errors = errors + x
first:  sync
        i = i + warp_size
        jump check
checked: sync
        stop
.expect stop
.expect memory SUMS: 526 522 540 520
.expect memory Y: 1 3 8 18 25 31 38 48 53 55 56 58 63 73 80 86 93 103 108 110 111 113 118 128 135 141 148 158 163 165 166 168 173 183 190 196
.expect memory 8388980: 2043 2053 2060 2066 2073 2083 2088 2090 2091 2093 2098 2108 _
.expect var offset: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
.expect var carry: 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526 526
.expect var errors: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
.expect stat by_instruction.barrier == 8
.covers BR SV
