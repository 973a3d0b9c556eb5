; Bellman-Ford shortest paths from vertex 0; each thread walks the edges into its own vertices.
;
;     do
;         for (v = g; v < N; v += all threads)
;             NEW[v] = v == 0 ? 0 : min(OLD[v], OLD[FROM[e]] + WEIGHT[e] for the edges e into v);
;     while (something became nearer);                                         // barriers between the rounds
;
; The graph: N vertices; the edges into v are ROW[v] … ROW[v + 1] - 1, LOW of them, but HUB if v mod EVERY is 0. They
; come from roughly the next SPAN vertices; edge e weighs 11e mod 17 + 1. The hubs make it
; hard: the threads without one wait for those that have one.
; Edges are walked into a vertex, because stores of different distances to one vertex would be a race. A round reads
; one array of distances and writes the other. A conditional must not contain a barrier, and a loop is one: the
; loop of the rounds pops its branch with a sync on both paths, and its body is outside.
; In --stats, compared with bellman-ford-everywhere.asm: simd_efficiency, and memory_transactions / memory_requests.
; To scale: N to 65,000, LOW, HUB, EVERY (up to some 8,000,000 edges), WARPS, --threads; and SPAN, or there are many
; rounds.
.const WARPS 2
.threads 32
.warps WARPS
.const N 128
.const LOW 4
.const HUB 384
.const EVERY 4
.const SPAN 64
.const FAR 1000000
.const ROW 0
.const CHANGED 65536            ; a word for each round: did anything become nearer?
.const DIST 131072              ; the distances of a round, and of the next
.const OTHER 196608
.const FROM 262144              ; the edge's tail
.const WEIGHT 8388608           ; and its weight
.fill CHANGED N 0
        g = wid * warp_size     ; build the graph
        g = g + tid
        all = warp_size * WARPS
        v = g
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
        d = v != 0
        d = d * FAR
        [a] = d
        v = v + all
        jump rows
rowed:  sync
        barrier
        a = ROW + N
        count = [a]
        mean = count / N
        e = g
fill:   more = e < count
        bz more, filled
        x = e * 40503
        x = x >> 4
        x = x % SPAN
        v = e / mean
        x = x + v
        x = x % N
        a = e + FROM
        [a] = x
        x = e * 11
        x = x % 17
        x = x + 1
        a = e + WEIGHT
        [a] = x
        e = e + all
        jump fill
filled: sync

        first = 0               ; also defined in the threads that will be dormant
        last = 0
        best = FAR
        old = DIST
        new = OTHER
        round = CHANGED
rounds: barrier
        v = g
verts:  more = v < N
        bz more, tried
        a = v + old
        was = [a]
        best = was
        bz v, source
        a = v + ROW
        first = [a]
        a = a + 1
        last = [a]
        e = first
edges:  more = e < last
        bz more, walked
        a = e + FROM
        u = [a]
        u = u + old
        d = [u]
        a = e + WEIGHT
        w = [a]
        d = d + w
        best = min best, d
        e = e + 1
        jump edges
walked: sync
source: sync
        a = v + new
        [a] = best
        nearer = best < was
        bz nearer, same
        n = atomic_inc [round]
same:   sync
        v = v + all
        jump verts
tried:  sync
        barrier
        x = old
        old = new
        new = x
        more = [round]
        round = round + 1
        bz more, end
        sync
        jump rounds
end:    sync
        round = round - CHANGED
        stop
.expect stop
.expect memory DIST: 0 12 4 11 3 15 7 14 3 8 6 6 3 9 9 6 3 10 9 15 3 8 15 11 2 11 7 4 3 7 3 12 2 3 10 13 2 12 6 3
.expect memory 131160: 1 12 8 6 2 11 6 6 3 12 6 9 2 4 14 9 1 12 7 12 1 7 9 4 3 3 14 12 3 10 7 12 2 10 4 7 1 5 13 7
.expect memory OTHER: 0 12 4 11 3 15 7 14 3 8
.expect var round: 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8
.expect stat simd_efficiency < 0.3
.expect stat steps == 155334
.expect stat memory_requests == 37836
.expect stat memory_transactions == 228948      ; 6.05 per request
.covers BR
