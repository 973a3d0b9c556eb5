; AT: threads that wait do nothing and need no operand.
.threads 40
.memory 0: 0
        c = tid % 4
        bz c, join
        one = 1
        x = fetch_add [0], one
join:   sync
        stop
.expect memory 0: 30
.expect var x: _ 0 1 2 _ 3 4 5 _ 6
.covers AT
