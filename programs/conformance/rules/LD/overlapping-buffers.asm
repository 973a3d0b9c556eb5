; LD: buffers may overlap; each address need lie in one.
.threads 6
.buffer LOW 0 4
.buffer HIGH 2 4
.iota 0 6
        x = [tid]
        stop
.expect var x: 0 1 2 3 4 5
.covers LD
