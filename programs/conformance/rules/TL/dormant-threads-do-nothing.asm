; TL: an instruction is done by the threads of Θ; the others' variables stay undefined.
.threads 4
.active 1 3
        x = tid
        [tid] = 5
        stop
.expect active: 1 3
.expect var x: _ 1 _ 3
.expect memory 0: _ 5 _ 5
.covers TL
