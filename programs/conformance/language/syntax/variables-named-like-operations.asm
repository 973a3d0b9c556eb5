; Names of operations, functors, directives and rules are no reserved words: they may be variables.
.threads 1
        add = 1
        or = 2
        xor = 3
        shl = 4
        load = 5
        store = 6
        copy = 7
        threads = 8
        wrap = 9
        IT = 10
        bp = add + or
        branch = load - store
        stop
.expect var bp: 3
.expect var branch: -1
.expect var IT: 10
.covers BP
