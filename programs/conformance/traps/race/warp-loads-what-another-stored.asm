; race: warp 0 stores, warp 1 loads: the load is the later access (rule LD).
.threads 1
.warps 2
.memory 0: 5
        bnz wid, reader
        [0] = 6
        jump join
reader: x = [0]
join:   sync
        stop
.expect trap race 8
.expect memory 0: 6
.covers ST race
