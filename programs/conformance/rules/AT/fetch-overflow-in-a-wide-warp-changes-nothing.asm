; AT, overflow: thread 99 of 100 does not fit, and everything that came before it is taken back.
.threads 100
.word 16
.fill 0 10 32757
        a = tid / 10
        x = tid == 99
        x = x * 5
        x = x + 1
        y = fetch_add [a], x
        stop
.expect trap overflow 9 threads: 99
.expect memory 0: 32757 32757 32757 32757 32757 32757 32757 32757 32757 32757
.expect stat by_instruction.fetch == 0
.covers overflow
