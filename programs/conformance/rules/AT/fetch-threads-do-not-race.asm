; AT: under .races thread, the threads of one instruction do not race, either.
.threads 40
.races thread
.memory 0: 0
        x = fetch_add [0], 2
        y = fetch_cas [0], 80, 81
        stop
.expect stop
.expect memory 0: 81
.covers AT
