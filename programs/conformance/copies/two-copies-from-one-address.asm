; Copies that read one address do not race, and a copy to its own source is one event.
.threads 1
.memory 0: 5 6
        copy.async [2], [0]
        copy.async [3], [0]
        copy.async [1], [1]
        stop
.expect stop
.expect memory 0: 5 6 5 5
.covers AC
