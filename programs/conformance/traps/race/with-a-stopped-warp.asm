; race: accesses of a warp that has stopped count: warp 0 is done long before warp 1 loads.
.threads 1
.warps 2
        bz wid, writer
        x = 1
        x = 2
        x = 3
        x = 4
        x = [0]
        jump join
writer: [0] = 9
join:   sync
        stop
.expect trap race 9
.expect memory 0: 9
.covers STOP race
