; BL: a ballot does not access memory, and is counted under its own name.
.threads 4
        v = ballot tid
        v = ballot v
        stop
.expect stat by_instruction.ballot == 2
.expect stat memory_requests == 0
.expect steps 3
.covers BL
