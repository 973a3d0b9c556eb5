; break and continue in one loop: rounds that three divides are passed over, and a sum above the limit ends it.
.threads 4
        limit = tid * 10        ; 0 10 20 30
        sum = 0
        i = 0
        go = 1
loop:   bz go, done
        i = i + 1
        third = i % 3
        bz third, next          ; continue
        sum = sum + i
        go = sum <= limit       ; break
next:   sync
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-3
.expect var sum: 1 12 27 37
.expect var i: 1 5 8 10
.covers BD SS SP
