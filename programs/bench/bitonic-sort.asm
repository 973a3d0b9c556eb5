; Each thread has an array of LEN words. A thread that finds its array out of order calls a sort, which is the
; work of the whole warp: a bitonic network over LEN/2 pairs, in an `everywhere` block entered from a divergent region.
;
;     if (!in_order(array[tid])) everywhere
;         for (lane = 0; lane < warp_size; ++lane) if (lane needs its array sorted)
;             for (size = 2; size <= LEN; size *= 2)
;                 for (stride = size / 2; stride > 0; stride /= 2)
;                     for (c = tid; c < LEN / 2; c += warp_size)
;                         put the words i = 2c - c mod stride and i + stride into the order given by (i & size)
;
; One thread in four starts with words of a random generator, the others with 0, 1, 2, …. The network never branches on
; the data: arithmetic on the addresses computes up and down.
; In --stats: building and checking the arrays costs one transaction per thread (they are LEN words apart), the sort
; one or two per request, for any number of threads.
; To scale: LEN to 4,096, a power of two, and --threads.
.threads 32
.const LEN 64
.const ARRAYS 0                 ; array[t] is at ARRAYS + t * LEN
        base = tid * LEN
        base = base + ARRAYS
        random = tid & 3
        random = random == 1
        x = tid
        i = 0
make:   more = i < LEN
        bz more, made
        x = x * 1103515245
        x = x + 12345
        x = x & 2147483647
        q = i
        bz random, tidy
        q = x >> 16
tidy:   sync
        a = base + i
        [a] = q
        i = i + 1
        jump make
made:   sync

        messy = 0
        before = -1
        i = 0
look:   more = i < LEN
        bz more, looked
        a = base + i
        q = [a]
        less = q < before
        messy = messy | less
        before = q
        i = i + 1
        jump look
looked: sync

        bz messy, sorted
        everywhere
        half = LEN >> 1
        lane = 0
lanes:  more = lane < warp_size
        bz more, laned
        branch_mask lane, sort
        jump next
sort:   b = base
        shfl b, lane
        size = 2
sizes:  more = size <= LEN
        bz more, sized
        stride = size >> 1
strides: more = 0 < stride
        bz more, strode
        low = stride - 1
        c = tid
pairs:  more = c < half
        bz more, paired
        i = c << 1
        j = c & low
        i = i - j
        down = i & size
        down = down != 0
        up = down ^ 1
        i = i + b
        j = i + stride
        x = [i]
        y = [j]
        w = down * stride       ; where the smaller goes
        w = w + i
        z = up * stride         ; where the larger goes
        z = z + i
        q = min x, y
        [w] = q
        q = max x, y
        [z] = q
        c = c + warp_size
        jump pairs
paired: sync
        stride = stride >> 1
        jump strides
strode: sync
        size = size << 1
        jump sizes
sized:  sync
next:   lane = lane + 1
        jump lanes
laned:  sync
        end_everywhere
sorted: sync
        stop
.expect stop
.expect memory 0: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
.expect memory 64: 920 1422 1945 2749 3894 4086 4143 4978 5627 5758 6561 6967 7419 7962 9084 10113 10311 10444 10457 11367 11653 12060 12754 12767 13145 13403 13628 14479 15188 16212 16838 17031 17515 17543 18751 19067 19318 19882 20495 21183 22102 23010 24165 24803 24834 24851 25089 25137 25562 25566 25736 26966 27096 28394 28505 29983 30054 30524 31051 31327 31353 31406 32085 32225
.expect memory 1856: 1233 1921 2291 3737 6009 6055 6271 6367 6385 6664 7991 8120 8164 9633 9822 10183 10339 10870 10987 11527 12528 12659 13312 13634 13638 14088 14097 14312 16111 16410 16871 16917 17205 17527 17893 18822 19482 19569 19668 19745 20763 20776 21431 22723 22848 23013 24647 26156 27295 27695 28247 28572 28801 29154 29297 29559 29614 30529 30747 30765 31325 31963 32430 32701
.expect var messy: 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0
.expect stat everywhere_blocks == 1
.expect stat lanes_woken == 24
.expect stat max_context_depth == 1
.covers EB EE BA BI SV
