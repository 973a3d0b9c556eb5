; UN: counted as popc and clz; no memory is used.
.threads 4
        p = popc tid
        p = popc p
        z = clz p
        stop
.expect stat by_instruction.popc == 2
.expect stat by_instruction.clz == 1
.expect stat memory_requests == 0
.expect steps 4
.covers UN
