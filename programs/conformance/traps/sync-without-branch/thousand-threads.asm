; 1000 threads have joined, and a word has been counted; the trap changes neither.
.threads 1000
.active 0-499 501-999
.memory 0: 0
        odd = tid & 1
        bz odd, join
        n = atomic_inc [0]
join:   sync
        sync
        stop
.expect trap sync-without-branch 9
.expect active 0-499 501-999
.expect memory 0: 500
.expect steps 5
.covers sync-without-branch
