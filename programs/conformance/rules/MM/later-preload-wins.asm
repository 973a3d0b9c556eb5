; MM: of two preloads of one address the later line wins.
.threads 4
.fill 0 4 1
.memory 1: 2 2
.iota 2 2 30
        x = [tid]
        stop
.expect var x: 1 2 30 31
.covers MM
