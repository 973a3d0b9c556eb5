; AT, under .races thread: thread 0 has loaded; thread 1 replaces the word, which races; where it fails, it does not.
.threads 2
.races thread
.memory 0: 7 7
        c = tid & 1
        bnz c, odd
        x = [0]
        x = [1]
        jump end
odd:    x = fetch_cas [0], 1, 2
        x = fetch_cas [1], 7, 8
end:    sync
        stop
.expect trap race 11 threads: 1
.covers race
