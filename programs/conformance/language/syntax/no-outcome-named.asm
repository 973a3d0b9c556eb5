; A program is a test if it has any .expect line; one that names no outcome expects stop.
.threads 1
        stop
.expect steps 1
.covers STOP
