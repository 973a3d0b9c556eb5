; Each thread sorts its own array by quicksort. The machine has no calls: the recursion is a stack in memory, of
; the ranges that are still to be sorted.
;
;     push (0, LEN - 1);
;     while (the stack is not empty) {
;         pop (lo, hi);
;         if (lo < hi) {
;             move the words that are less than array[hi] in front of the others, and array[hi] between them, to m;
;             push (lo, m - 1), (m + 1, hi);
;         }
;     }
;
; In --stats: threads wait for the longest of the ranges that the others have popped; and because arrays and stacks are
; far apart, nearly each active thread's access is a transaction. Compare bitonic-sort.asm.
; To scale: LEN to 1,024, WARPS and --threads (3 * LEN words per thread, together up to 16,000,000).
.const WARPS 2
.threads 32
.warps WARPS
.const LEN 24
.const STACK 4194304            ; of 2 * LEN + 2 words for each thread
.const ARRAYS 0                 ; of LEN words for each thread
        g = wid * warp_size
        g = g + tid
        base = g * LEN
        base = base + ARRAYS
        x = g
        i = 0
make:   more = i < LEN
        bz more, made
        x = x * 1103515245
        x = x + 12345
        x = x & 2147483647
        q = x >> 16
        a = base + i
        [a] = q
        i = i + 1
        jump make
made:   sync

        bottom = LEN << 1
        bottom = bottom + 2
        bottom = bottom * g
        bottom = bottom + STACK
        [bottom] = 0
        top = bottom + 1
        x = LEN - 1
        [top] = x
        top = top + 1
ranges: more = bottom < top
        bz more, sorted
        top = top - 1
        hi = [top]
        top = top - 1
        lo = [top]
        big = lo < hi
        bz big, small
        m = base + lo           ; partition
        j = m
        last = base + hi
        pivot = [last]
part:   more = j < last
        bz more, parted
        x = [j]
        less = x < pivot
        bz less, stay
        y = [m]
        [m] = x
        [j] = y
        m = m + 1
stay:   sync
        j = j + 1
        jump part
parted: sync
        y = [m]
        [m] = pivot
        [last] = y
        m = m - base
        [top] = lo              ; push the two ranges
        top = top + 1
        x = m - 1
        [top] = x
        top = top + 1
        x = m + 1
        [top] = x
        top = top + 1
        [top] = hi
        top = top + 1
small:  sync
        jump ranges
sorted: sync

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
        stop
.expect stop
.expect memory 0: 0 3498 5659 8191 8410 9758 9988 12122 12261 15212 16045 16927 17661 19741 20496 21087 21468 22117 23065 23471 25875 26233 27052 32368 2749 4086 4978 5627 5758 7419 9084 10113 10311 12060 12767 16212 16838 17515 17543 20495 21183 23010 25089 25137 25566 26966 31051 32225
.expect memory 960: 1896 3363 3544 6177 7857 10735 11565 11885 12716 15017 15684 17164 18172 18376 18593 18989 20295 20862 21375 23692 24285 24996 32073 32514
.expect memory 1512: 1888 2142 2367 2651 2828 3028 7652 11845 12237 13617 14816 17884 17909 23727 24150 24791 25033 25279 25944 27134 28876 29879 30933 32560 _
.expect var messy: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
.expect stat simd_efficiency < 0.4
.expect stat branches_divergent > 500
