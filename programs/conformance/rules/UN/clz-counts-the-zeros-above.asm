; UN: clz counts the zeros above the highest 1; of 0 it is the width of the word.
.threads 8
        v = clz tid
        stop
.expect var v: 64 63 62 62 61 61 61 61
.covers UN
