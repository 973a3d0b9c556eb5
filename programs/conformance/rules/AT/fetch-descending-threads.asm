; AT: under .order descending the highest thread comes first.
.threads 4
.order descending
.memory 0: 0 -1 7
        one = tid + 1
        a = fetch_add [0], one
        b = fetch_exch [1], tid
        c = fetch_cas [2], 7, tid
        stop
.expect var a: 9 7 4 0
.expect var b: 1 2 3 -1
.expect var c: 3 3 3 7
.expect memory 0: 10 0 3
.covers AT
