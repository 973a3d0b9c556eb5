; AT: threads that a block has woken increment too.
.threads 64
.active 7
.memory 0: 0
        x = atomic_inc [0]
        everywhere
        x = atomic_inc [0]
        end_everywhere
        stop
.expect memory 0: 65
.expect var x: 2 3 4 5 6 7 8 9 10
.covers AT EB
