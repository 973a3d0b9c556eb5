; A copy is weak: it races with an atomic of its own thread.
.threads 1
.memory 0: 5 0
        copy.async [1], [0]
        v = fetch_add [1], 1
        stop
.expect trap race 5
.covers race AC
