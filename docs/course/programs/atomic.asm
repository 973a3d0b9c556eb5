; The same with one instruction that loads, adds and stores.
.threads 8
.memory 0: 0
        x = fetch_add [0], 1
        stop
.expect memory 0: 8
.expect var x: 0 1 2 3 4 5 6 7
