; AT: every fetch_OP is counted as fetch, and is a memory request.
.threads 2
.memory 0: 0
        x = fetch_add [0], 1
        x = fetch_cas [0], 2, 3
        x = fetch_exch.i32 [0], 4
        x = atomic_inc [0]
        stop
.expect stat by_instruction.fetch == 3
.expect stat by_instruction.atomic_inc == 1
.expect stat by_instruction.ld == 0
.expect stat memory_requests == 4
.expect stat memory_transactions == 4
.expect memory 0: 6
.covers AT
