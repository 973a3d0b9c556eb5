; no race where no access writes: 33 warps load one word.
.threads 2
.warps 33
.memory 0: 5
        x = [0]
        stop
.expect stop
.expect var x: 5 5
.expect stat memory_requests == 33
.covers LD
