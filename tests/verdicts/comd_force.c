// The force loop of CoMD on a lattice of 4 × 4 × 4 cells, without the exchange of halos: prints the potential energy.

#include <stdio.h>
#include <stdlib.h>

#include "CoMDTypes.h"
#include "decomposition.h"
#include "initAtoms.h"
#include "linkCells.h"
#include "ljForce.h"
#include "parallel.h"

// Asked for by functions that give atoms a velocity, which are not called here.
void kineticEnergy(SimFlat* sim) {
    (void)sim;
    abort();
}

int main(int argc, char** argv) {
    initParallel(&argc, &argv);
    SimFlat* sim = malloc(sizeof(SimFlat));
    sim->ePotential = 0.0;
    sim->eKinetic = 0.0;
    sim->pot = initLjPot();
    sim->species = malloc(sizeof(SpeciesData));
    sim->species->atomicNo = sim->pot->atomicNo;
    sim->species->mass = sim->pot->mass;
    const real_t lattice = sim->pot->lat;
    real3 extent = {4 * lattice, 4 * lattice, 4 * lattice};
    sim->domain = initDecomposition(1, 1, 1, extent);
    sim->boxes = initLinkCells(sim->domain, sim->pot->cutoff);
    sim->atoms = initAtoms(sim->boxes);
    createFccLattice(4, 4, 4, lattice, sim);
    sim->pot->force(sim);
    printf("%.10e\n", sim->ePotential);
    destroyParallel();
    return 0;
}
