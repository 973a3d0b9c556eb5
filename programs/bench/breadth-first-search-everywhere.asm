; Breadth-first search from vertex 0, level by level. The edge loop is re-vectorised: the whole warp walks along the
; edges of one vertex after another, those of the threads that entered the everywhere block.
;
;     for (level = 0; the last round found something; ++level)
;         for (v = tid; v < N; v += warp_size)
;             if (DIST[v] == level) everywhere
;                 for (lane = 0; lane < warp_size; ++lane) if (lane has a vertex)
;                     for (e = shfl(ROW[v], lane) + tid; e < shfl(ROW[v + 1], lane); e += warp_size)
;                         if (DIST[EDGES[e]] == -1) DIST[EDGES[e]] = level + 1;
;
; The graph: N vertices; the edges of v are EDGES[ROW[v] … ROW[v + 1] - 1], LOW of them, but HUB if v mod EVERY is 0.
; They lead to roughly the next SPAN vertices. The hubs make it hard: the threads without
; one wait for those that have one.
; The threads of an instruction may store to the same DIST, but then the same value: that is not a race within a warp.
; In --stats, compared with breadth-first-search.asm: the same levels with fuller instructions, and cheaper edges.
; To scale: N to 65,000, LOW, HUB, EVERY (up to some 16,000,000 edges), --threads; and SPAN, or there are many levels.
.threads 32
.const N 512
.const LOW 4
.const HUB 128
.const EVERY 4
.const SPAN 64
.const ROW 0
.const FOUND 65535
.const DIST 65536
.const EDGES 131072
        v = tid                 ; build the graph
rows:   more = v <= N
        bz more, rowed
        h = v + EVERY           ; hubs before v
        h = h - 1
        h = h / EVERY
        x = HUB - LOW
        h = h * x
        x = v * LOW
        x = x + h
        a = v + ROW
        [a] = x
        a = v + DIST
        d = v == 0              ; 0 for vertex 0, else -1
        d = d - 1
        [a] = d
        v = v + warp_size
        jump rows
rowed:  sync
        a = ROW + N
        count = [a]
        mean = count / N
        e = tid
fill:   more = e < count
        bz more, filled
        x = e * 40503
        x = x >> 4
        x = x % SPAN
        v = e / mean
        x = x + v
        x = x % N
        a = e + EDGES
        [a] = x
        e = e + warp_size
        jump fill
filled: sync

        first = 0               ; also defined in the threads that will be dormant
        last = 0
        level = 0
        found = 1
levels: bz found, end
        level1 = level + 1
        [FOUND] = 0
        v = tid
verts:  more = v < N
        bz more, tried
        a = v + DIST
        d = [a]
        now = d == level
        bz now, skip
        a = v + ROW
        first = [a]
        a = a + 1
        last = [a]
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, laned
        branch_mask lane, walk
        jump next
walk:   e = first
        shfl e, lane
        to = last
        shfl to, lane
        e = e + tid
edges:  more = e < to
        bz more, walked
        a = e + EDGES
        u = [a]
        u = u + DIST
        d = [u]
        new = d == -1
        bz new, seen
        [u] = level1
        [FOUND] = 1
seen:   sync
        e = e + warp_size
        jump edges
walked: sync
next:   lane = lane + 1
        jump lanes
laned:  sync
        end_everywhere
skip:   sync
        v = v + warp_size
        jump verts
tried:  sync
        found = [FOUND]
        level = level1
        jump levels
end:    sync
        stop
.expect stop
.expect memory DIST: 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
.expect memory 65984: 7 7 7 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8
.expect var level: 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9
.expect stat simd_efficiency > 0.8
.expect stat steps == 28257
.expect stat memory_requests == 3233
.expect stat memory_transactions == 5180        ; 1.60 per request
.covers EB EE BA BI SV
