; The sum of X[0 … COUNT-1]: each thread adds up every warp_size-th word, then the warp adds up its threads with shfl.
;
;     for (i = tid; i < COUNT; i += warp_size) s += X[i];
;     for (o = 1; o < warp_size; o *= 2)       s += shfl(s, tid ^ o);         // a butterfly: all threads get the sum
;
; In --stats: the reduction takes log2(warp_size) shuffles (bp and shfl) and no memory request at all.
; To scale: COUNT to 16,000,000, and --threads to any power of two.
.threads 32
.const COUNT 1000
.const SUM 0
.const X 32
.iota X COUNT 1 3
        s = 0
        i = tid
load:   more = i < COUNT
        bz more, loaded
        x = i + X
        x = [x]
        s = s + x
        i = i + warp_size
        jump load
loaded: sync

        o = 1
tree:   more = o < warp_size
        bz more, done
        from = tid ^ o
        y = s
        shfl y, from
        s = s + y
        o = o << 1
        jump tree
done:   sync
        [SUM] = s
        stop
.expect stop
.expect memory SUM: 1499500
.expect var s: 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500 1499500
.expect stat by_instruction.shfl == 5
.expect stat memory_requests == 33              ; 32 rows of X, and the result
.expect stat memory_transactions == 33
.expect stat branches_divergent == 1            ; the last row of X has 8 words
