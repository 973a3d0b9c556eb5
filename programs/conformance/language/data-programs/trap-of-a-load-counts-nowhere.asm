; A load that traps does not count as a request, a transaction or a step.
.threads 32
.iota 0 31
        x = tid
        y = [tid]
        stop
.expect trap undefined-memory 5
.expect steps 1
.expect stat memory_requests == 0
.expect stat memory_transactions == 0
.expect stat by_instruction.ld == 0
.expect stat active_lane_instructions == 32
.covers undefined-memory AS
