; AT: words are signed: -1 is less than 0.
.threads 1
.memory 0: 0 0
        x = fetch_min [0], -1
        y = fetch_max [1], -1
        stop
.expect memory 0: -1 0
.covers AT
