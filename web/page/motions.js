// Moves that take several steps: watching a run, and the slider.

import { byId } from "./dom.js";

const kWatchPause = 500;

/** Steps again and again, two times a second, until it is stopped or the run has ended. */
export class Watch {
  /** `step` makes a step; the promise of whether another one can follow. */
  constructor(step) {
    this.step = step;
    this.on = false;
  }

  set(on) {
    this.on = on;
    byId("play").setAttribute("aria-pressed", on);
    clearTimeout(this.timer);
    if (on) this.next();
  }

  async next() {
    const goesOn = await this.step();
    if (!this.on) return;
    if (goesOn) this.timer = setTimeout(() => this.next(), kWatchPause);
    else this.set(false);
  }
}

/** Positions that are wanted faster than they can be reached: those in between are left out. */
export class Follower {
  /** `goTo(step)` moves to a step. */
  constructor(goTo) {
    this.goTo = goTo;
    this.wanted = undefined;
    this.moving = false;
  }

  async follow(step) {
    this.wanted = step;
    if (this.moving) return;
    this.moving = true;
    try {
      while (this.wanted !== undefined) {
        const next = this.wanted;
        this.wanted = undefined;
        await this.goTo(next);
      }
    } finally {
      this.moving = false;
    }
  }
}
