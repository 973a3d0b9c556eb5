; Of two preloads of one address the later line wins, whatever directives they are, and wherever they are.
.threads 1
.memory 0: 1 1 1 1 1 1
.fill 1 4 2
.iota 2 2 30
        stop
.memory 3: 4
.expect memory 0: 1 2 30 4 2 1 _
.covers STOP
