; AT: threads that a block has woken take part.
.threads 64
.active 7
.memory 0: 0
        everywhere
        x = fetch_max [0], tid
        end_everywhere
        x = fetch_add [0], 1
        stop
.expect memory 0: 64
.expect var x: 0 0 1 2 3 4 5 63 7
.covers AT EB
