; The half that waits may begin before its branch: it is a loop.
.threads 2
        i = 0
back:   i = i + 1
        more = i <= tid         ; thread 1 iterates once more
        bnz more, back
        sync
        stop
.expect stop
.expect active 0-1
.expect var i: 1 2
.expect steps 10
.expect stat by_instruction.sync == 2
.covers SS SP BF
