; Each party votes on its own: do all of its words exceed 9?
.threads 8
.memory 0: 12 15 30 7 10 21 44 13
        x = [tid]
        ; your program
        stop
.expect memory 8: 1 0 1 0 1 0 1 0
