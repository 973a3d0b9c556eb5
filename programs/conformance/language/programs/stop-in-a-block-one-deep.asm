; `stop` in a block of a loop's body: the loop's entry, saved in Λ, has threads waiting, and is dropped.
.threads 4
        i = 0
loop:   more = i < tid
        bz more, done
        i = i + 1
        two = i == 2
        bz two, next
        everywhere
        last = i
        stop
next:   sync
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-3
.expect var i: 0 1 2 2
.expect var last: 0 1 2 2
.expect steps 16
.expect stat max_sync_depth == 2
.covers STOP EB
