; Warps leave a loop after different numbers of rounds: uniform branches all, as each warp's threads agree.
.threads 2
.warps 4
.memory 0: 0
        i = 0
loop:   more = i < wid
        bz more, done
        n = atomic_inc [0]
        i = i + 1
        jump loop
done:   sync
        stop
.expect stop
.expect var i: 0 0
.expect memory 0: 12
.expect steps 50
.expect stat branches_divergent == 0
.expect stat branches_uniform == 10
.covers BF BT
