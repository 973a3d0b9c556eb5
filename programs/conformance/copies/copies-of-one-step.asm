; Copies of one step to one address: threads race, what a warp does in one step does not.
.threads 2
.races thread
.memory 0: 5
        copy.async [1], [0]
        stop
.expect trap race
.covers race
