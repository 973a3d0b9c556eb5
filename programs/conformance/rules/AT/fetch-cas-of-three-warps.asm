; AT: warp 1 loads, warp 2 fails to compare, and then warp 1 adds: only its own load has read before it.
.threads 1
.warps 3
.memory 0: 7
        bz wid, end
        c = wid - 1
        bnz c, second
        x = [0]
        y = 0
        z = fetch_add [0], 1
        jump join
second: x = fetch_cas [0], 1, 2
join:   sync
end:    sync
        stop
.expect stop
.expect memory 0: 8
.covers AT LD
