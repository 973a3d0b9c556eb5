; race: warp 0 loads, warp 1 stores: the store is the later access (rule ST), and is not executed.
.threads 1
.warps 2
.memory 0: 5
        bnz wid, writer
        x = [0]
        jump join
writer: [0] = 6
join:   sync
        stop
.expect trap race 8
.expect memory 0: 5
.expect var x: 5
.covers LD race
