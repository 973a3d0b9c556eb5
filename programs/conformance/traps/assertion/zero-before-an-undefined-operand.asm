; assertion: threads are examined in ascending order. Thread 0 has 0, before thread 1 lacks the operand.
.threads 4
        bnz tid, end
        x = 0
end:    sync
        assert x
        stop
.expect trap assertion 6 threads: 0
.covers assertion
