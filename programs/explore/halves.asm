; The halves of a warp run in any order: under maximal, the last one leaves its number in word 0.
.model maximal
.threads 2
.memory 0: 0
        bz tid, e
        u = fetch_exch [0], 1
        jump j
e:      u = fetch_exch [0], 2
j:      sync
        stop
.expect stop
.expect memory 0: 2
.expect warning side
