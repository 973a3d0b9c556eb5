; ST: each thread stores at its own address.
.threads 33
        a = tid * 2
        x = tid + 1
        [a] = x
        stop
.expect memory 0: 1 _ 2 _ 3 _ 4 _ 5 _ 6 _ 7 _ 8 _ 9 _ 10 _ 11 _ 12 _ 13 _ 14 _ 15 _ 16 _ 17 _ 18 _ 19 _ 20 _ 21 _ 22 _ 23 _ 24 _ 25 _ 26 _ 27 _ 28 _ 29 _ 30 _ 31 _ 32 _ 33 _
.covers ST
