; MM: a word that a store put there is read.
.threads 2
        [100] = 8
        x = [100]
        stop
.expect var x: 8 8
.covers MM ST
