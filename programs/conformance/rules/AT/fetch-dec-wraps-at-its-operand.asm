; AT: fetch_dec counts down to 0, and then from its operand again, as CUDA's atomicDec does.
.threads 8
.memory 0: 2
        x = fetch_dec [0], 2
        stop
.expect var x: 2 1 0 2 1 0 2 1
.expect memory 0: 0
.covers AT
