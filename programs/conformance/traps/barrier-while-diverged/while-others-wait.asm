; Warp 0 waits at the barrier as it should; warp 1 comes in a half, and ends the run.
.threads 32
.warps 2
.memory 0: 0
        n = atomic_inc [0]
        bz wid, first           ; warp 0
        sync
        bz tid, join            ; threads of warp 1
        barrier
join:   sync
        stop
first:  sync
        barrier
        x = [0]
        stop
.expect trap barrier-while-diverged 9
.expect active 0-31
.expect memory 0: 64
.expect var x: _
.expect steps 7
.expect stat by_instruction.barrier == 0
.covers barrier-while-diverged
