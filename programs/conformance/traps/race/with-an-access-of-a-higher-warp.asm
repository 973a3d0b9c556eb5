; race: warp 1 stores in its first turn, warp 0 in a later one: the later access is that of warp 0.
.threads 1
.warps 2
        bz wid, low
        [0] = 1
        jump join
low:    x = 2
        [0] = x
join:   sync
        stop
.expect trap race 8
.expect memory 0: 1
.expect var x: 2
.covers ST race
