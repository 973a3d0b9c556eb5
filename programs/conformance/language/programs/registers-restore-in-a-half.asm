; With `restore`, threads that wait or are done are restored too, whichever half the block is in.
.threads 4
.registers restore
        x = tid
        bz tid, second
        everywhere
        x = 50
        end_everywhere
        x = x + 100
        jump join
second: everywhere
        x = 70
        end_everywhere
        x = x + 200
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: 200 101 102 103
.expect steps 14
.covers EE SS SP
