; race under .races thread: threads of two warps race as well.
.threads 1
.warps 2
.races thread
.memory 0: 0
        bnz wid, reader
        [0] = 1
        jump join
reader: x = [0]
join:   sync
        stop
.expect trap race 9
.expect memory 0: 1
.covers ST race
