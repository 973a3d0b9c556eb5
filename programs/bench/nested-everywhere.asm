; Three nested everywhere blocks. A library has shelves of books of pages of words. Some threads count
; how often a word occurs on their shelf, on marked pages of books of the right kind.
;
;     if (this thread has a shelf) everywhere
;         for (each lane that has one) for (b = tid; b < BOOKS; b += warp_size)           // a thread for each book
;             if (the book is of the right kind) everywhere
;                 for (each lane that has one) for (p = tid; p < PAGES; p += warp_size)   // a thread for each page
;                     if (the page is marked) everywhere
;                         for (each lane that has one) for (k = tid; k < WORDS; k += warp_size) // … for each word
;                             if (the word is the right one) atomic ++COUNT[shelf];
;
; Each level finds its work with the whole warp, and passes its finds, thread by thread, to the whole warp again.
; Registers stay across the blocks, so each level has its own variables. One thread in eight has a shelf.
; The words in memory are just numbered: a book is of the right kind if its number mod 7 is 3, a page is marked if its
; number mod 5 is 2, a word is the right one if its number mod 11 is 4.
; In --stats: max_context_depth 3; lanes_woken and everywhere_blocks.
; To scale: BOOKS, PAGES, WORDS, with BOOK_COUNT = BOOKS * number of shelves, PAGE_COUNT = PAGES * BOOK_COUNT and
; WORD_COUNT = WORDS * PAGE_COUNT, which may be up to 8,000,000.
.threads 32
.const BOOKS 16
.const PAGES 16
.const WORDS 64
.const BOOK_COUNT 64
.const PAGE_COUNT 1024
.const WORD_COUNT 65536
.const COUNT 0
.const BOOK 65536
.const PAGE 1048576
.const WORD 8388608
.fill COUNT warp_size 0
.iota BOOK BOOK_COUNT
.iota PAGE PAGE_COUNT
.iota WORD WORD_COUNT
        book = 0                ; also defined in the threads that will be dormant
        page = 0
        shelf = tid >> 3
        wants = tid & 7
        wants = wants == 1
        bz wants, none

        everywhere              ; the shelves
        lane1 = 0
lanes1: more = lane1 < warp_size
        bz more, laned1
        branch_mask lane1, do1
        jump next1
do1:    s = shelf
        shfl s, lane1
        b = tid
books:  more = b < BOOKS
        bz more, booked
        book = s * BOOKS
        book = book + b
        x = book + BOOK
        x = [x]
        x = x % 7
        x = x == 3
        bz x, other

        everywhere              ; the books
        lane2 = 0
lanes2: more = lane2 < warp_size
        bz more, laned2
        branch_mask lane2, do2
        jump next2
do2:    start = book
        shfl start, lane2
        start = start * PAGES
        p = tid
pages:  more = p < PAGES
        bz more, paged
        page = start + p
        x = page + PAGE
        x = [x]
        x = x % 5
        x = x == 2
        bz x, plain

        everywhere              ; the pages
        lane3 = 0
lanes3: more = lane3 < warp_size
        bz more, laned3
        branch_mask lane3, do3
        jump next3
do3:    w = page
        shfl w, lane3
        w = w * WORDS
        w = w + WORD
        k = tid
words:  more = k < WORDS
        bz more, worded
        x = w + k
        x = [x]
        x = x % 11
        x = x == 4
        bz x, wrong
        x = s + COUNT
        n = atomic_inc [x]
wrong:  sync
        k = k + warp_size
        jump words
worded: sync
next3:  lane3 = lane3 + 1
        jump lanes3
laned3: sync
        end_everywhere

plain:  sync
        p = p + warp_size
        jump pages
paged:  sync
next2:  lane2 = lane2 + 1
        jump lanes2
laned2: sync
        end_everywhere

other:  sync
        b = b + warp_size
        jump books
booked: sync
next1:  lane1 = lane1 + 1
        jump lanes1
laned1: sync
        end_everywhere
none:   sync
        stop
.expect stop
.expect memory COUNT: 34 59 36 42 0 0
.expect stat max_context_depth == 3
.expect stat max_sync_depth == 3
.expect stat everywhere_blocks == 14
.expect stat lanes_woken == 406
.expect stat simd_efficiency > 0.9
.covers EB EE BA BI SV
