; no undefined-variable where a variable is written on the way: each thread writes x before it leaves.
.threads 32
        i = 0
loop:   more = i < tid
        bz more, done
        i = i + 1
        x = i
        jump loop
done:   sync
        bz tid, end         ; thread 0 never was in the loop
        y = x
end:    sync
        stop
.expect stop
.expect var y: _ 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
.covers MV BD
