; assertion: threads are examined in ascending order. Thread 0 lacks the operand, before thread 1 has 0.
.threads 4
        bz tid, end
        x = 0
end:    sync
        assert x
        stop
.expect trap undefined-variable 6 threads: 0
.covers undefined-variable
