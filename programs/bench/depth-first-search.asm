; Depth-first search: thread g searches the graph from vertex g mod N, with its own stack in memory: the vertices
; on its path, and the number of edges that each has tried.
;
;     visit(g % N);
;     while (the stack is not empty) {
;         (v, j) = the top;
;         if (j == DEGREE) pop;
;         else {
;             the top = (v, j + 1);
;             u = EDGES[v * DEGREE + j];
;             if (u was not visited) visit(u);        // ++reached, push (u, 0), deepest = the stack's greatest height
;         }
;     }
;
; Edge j of vertex v leads to v² + 7j² + 3 mod N. Thread t marks visited vertices at VISITED + v * all threads + t.
; In --stats: the threads take the steps of their searches at the same time, so efficiency is fair; but each is at
; a different vertex, and a request has nearly as many transactions as active threads.
; To scale: N to 1,024 with 2 WARPS (3 * N words per thread, together up to 16,000,000), DEGREE, WARPS, --threads.
.const WARPS 2
.threads 32
.warps WARPS
.const N 40
.const DEGREE 3
.const EDGES 0
.const STACK 1048576            ; of 2 * N words for each thread
.const VISITED 8388608
        g = wid * warp_size
        g = g + tid
        all = warp_size * WARPS
        count = N * DEGREE
        e = g
fill:   more = e < count
        bz more, filled
        v = e / DEGREE
        v = v * v
        j = e % DEGREE
        j = j * j
        j = j * 7
        u = v + j
        u = u + 3
        u = u % N
        a = e + EDGES
        [a] = u
        e = e + all
        jump fill
filled: sync
        marks = g + VISITED
        v = 0
        a = marks
clear:  more = v < N
        bz more, clean
        [a] = 0
        a = a + all
        v = v + 1
        jump clear
clean:  sync
        barrier

        bottom = N << 1
        bottom = bottom * g
        bottom = bottom + STACK
        v = g % N
        a = v * all
        a = a + marks
        [a] = 1
        reached = 1
        [bottom] = v
        a = bottom + 1
        [a] = 0
        top = bottom            ; the entry on top
        deepest = 1
search: more = bottom <= top
        bz more, done
        v = [top]
        a = top + 1
        j = [a]
        more = j < DEGREE
        bz more, leave
        u = j + 1
        [a] = u
        a = v * DEGREE
        a = a + j
        a = a + EDGES
        u = [a]
        a = u * all
        a = a + marks
        seen = [a]
        bnz seen, known
        [a] = 1
        reached = reached + 1
        top = top + 2
        [top] = u
        a = top + 1
        [a] = 0
        x = top - bottom
        x = x >> 1
        x = x + 1
        deepest = max deepest, x
known:  sync
        jump left
leave:  top = top - 2
left:   sync
        jump search
done:   sync
        stop
.expect stop
.expect var reached: 21 22 23 21 21 22 21 21 22 22 21 21 21 22 22 21 21 22 23 21 22 22 23 21 22 22 21 21 21 22 21 21
.expect var deepest: 14 14 13 16 13 17 15 12 16 14 16 13 15 16 15 11 11 16 13 15 17 14 13 16 16 17 15 15 16 14 16 14
.expect stat max_sync_depth == 3
.expect stat simd_efficiency > 0.4
