; The paper's ↑a = o is a store.
.threads 2
        vx = tid + 4
        v = 9
        ↑vx = v
        ↑ 1 = 3
        ↑tid=tid
        stop
.expect memory 0: 0 1
.expect memory 4: 9 9
.covers ST
