; undefined-variable: a bnz whose variable one thread lacks; the threads that have it do not branch (erratum E18).
.threads 33
        c = tid < 32
        bz c, join          ; 32 waits
        d = 1
join:   sync
        bnz d, end
end:    sync
        stop
.expect trap undefined-variable 7
.expect active: 0-32
.expect stat branches_divergent == 1
.covers undefined-variable BD
