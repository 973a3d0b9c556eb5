; Sums of rows
.threads 8
.memory 1024: -4 -1 2 5 8 11 -3 0
.memory 1032: -3 3 9 -2 4 10 -1 5
.memory 1040: 0 9 1 10 2 11 3 12
.memory 1048: 5 0 12 7 2 -3 9 4
.memory 1056: 12 10 8 6 4 2 0 -2
.memory 1064: 4 5 6 7 8 9 10 11
.memory 1072: -2 2 6 10 -3 1 5 9
.memory 1080: 11 1 8 -2 5 12 2 9
.fill 4096 8 0
.expect memory 4096: 18 25 48 36 40 60 28 46 _

        r = 0
rows:   more = r < warp_size
        bz more, done

        r = r + 1
        jump rows
done:   sync
        stop
