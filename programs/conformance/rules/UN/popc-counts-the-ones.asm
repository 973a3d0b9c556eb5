; UN: popc counts the bits of the word that are 1.
.threads 8
        v = popc tid
        stop
.expect var v: 0 1 1 2 1 2 2 3
.covers UN
