; AT: each thread compares with a word of its own: here every one finds what the one before it has put there.
.threads 5
.memory 0: 0
        next = tid + 1
        x = fetch_cas [0], tid, next
        stop
.expect var x: 0 1 2 3 4
.expect memory 0: 5
.covers AT
