; undefined-variable: what the first half has written is undefined in the second.
.threads 2
        bnz tid, second     ; thread 1 waits
        x = 1
        jump join
second: y = x
join:   sync
        stop
.expect trap undefined-variable 6
.expect active: 1
.expect var x: 1 _
.covers undefined-variable SS
