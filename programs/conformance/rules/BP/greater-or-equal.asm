; BP: >= is 1 or 0.
.threads 3
        x = tid >= 1
        stop
.expect var x: 0 1 1
.covers BP
