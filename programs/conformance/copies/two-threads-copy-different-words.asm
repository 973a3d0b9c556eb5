; Two threads of one instruction copy different words to one address, as with a store.
.threads 2
.memory 0: 5 6
        copy.async [2], [tid]
        stop
.expect trap race 4
.covers race
