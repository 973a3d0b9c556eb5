; LD: threads that a block has woken load too.
.threads 4
.active 3
.memory 0: 1 2 3 4
        everywhere
        x = [tid]
        end_everywhere
        stop
.expect var x: 1 2 3 4
.covers LD EB
