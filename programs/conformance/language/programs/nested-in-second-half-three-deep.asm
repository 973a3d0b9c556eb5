; A conditional in the second half of one in the second half of one in the second half of one (E2).
.threads 8
        bnz tid, second         ; 0 continues
        x = 10
        jump fi
second: c = tid > 1
        bnz c, third            ; 1 continues
        x = 11
        jump fi2
third:  c = tid > 2
        bnz c, fourth           ; 2 continues
        x = 12
        jump fi3
fourth: c = tid > 3
        bnz c, fifth            ; 3 continues
        x = 13
        jump fi4
fifth:  x = 14
fi4:    sync
fi3:    sync
fi2:    sync
fi:     sync
        y = x
        stop
.expect stop
.expect active 0-7
.expect var y: 10 11 12 13 14 14 14 14
.expect steps 26
.expect stat max_sync_depth == 4
.expect stat branches_divergent == 4
.expect stat by_instruction.sync == 8
.covers BD SS SP
