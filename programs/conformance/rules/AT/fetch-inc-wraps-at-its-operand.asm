; AT: fetch_inc counts 0, 1, … up to its operand, and then from 0 again, as CUDA's atomicInc does.
.threads 8
.memory 0: 0
        x = fetch_inc [0], 2
        stop
.expect var x: 0 1 2 0 1 2 0 1
.expect memory 0: 2
.covers AT
