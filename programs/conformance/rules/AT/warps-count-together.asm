; AT: the warps of a grid increment one word; as both are atomic_inc, that is not a race.
.threads 33
.warps 3
.memory 0: 0
        x = atomic_inc [0]
        stop
.expect memory 0: 99
.expect var x: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33
.covers AT
