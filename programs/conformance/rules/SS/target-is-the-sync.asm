; A conditional with no second half: the threads that waited begin at the `sync` itself, so it is done twice in a row.
.threads 2
        bz tid, join
        x = 1
join:   sync
        stop
.expect stop
.expect active 0-1
.expect var x: _ 1
.expect steps 5
.expect stat by_instruction.sync == 2
.covers SS SP
