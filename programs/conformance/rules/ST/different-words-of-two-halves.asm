; ST: the two halves of a conditional store at different times; the later one wins, and nothing races.
.threads 4
        c = tid < 2
        bz c, second
        [0] = 1
        jump join
second: [0] = 2
join:   sync
        stop
.expect memory 0: 2
.covers ST
