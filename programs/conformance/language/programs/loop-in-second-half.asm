; A loop with its test at the top in the half that runs second: its threads leave one by one, those done keep waiting.
.threads 4
        i = 0
        bnz tid, second         ; thread 0 continues
        i = 50
        jump fi
second: more = i < tid
        bz more, done
        i = i + 1
        jump second
done:   sync
fi:     sync
        stop
.expect stop
.expect active 0-3
.expect var i: 50 1 2 3
.expect steps 23
.expect stat max_sync_depth == 2
.covers BD SS SP
