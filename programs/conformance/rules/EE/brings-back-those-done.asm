; After a block in the half that runs second, the join still knows the threads of the first half.
.threads 33
.memory 0: 0
        bz tid, second
        jump join
second: everywhere
        end_everywhere
join:   sync
        n = atomic_inc [0]
        stop
.expect stop
.expect active 0-32
.expect memory 0: 33
.expect steps 8
.expect stat lanes_woken == 32
.covers EE SP
