; AT: under .order random the threads go as those of atomic_inc do: here 1, 7, 6, 0, 4, 2, 3, 5.
.threads 8
.order random 7
.memory 0: 0
        x = fetch_add [0], 1
        stop
.expect var x: 3 0 5 6 4 7 2 1
.expect memory 0: 8
.covers AT
