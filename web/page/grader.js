// Grades answers, in a worker of its own: the run that is shown stays where it is.

import { Client, MachineLost } from "./client.js";

export class Grader {
  /** `startWorker` starts a worker with the module. */
  constructor(startWorker) {
    this.startWorker = startWorker;
    this.stopped = false;
  }

  /** Starts the worker, if it does not run: it takes a moment. */
  warmUp() {
    this.client ??= new Client(this.startWorker);
  }

  /** The verdict on the text of a file; null if the grading was stopped. */
  async grade(exercise, text, file) {
    this.warmUp();
    this.stopped = false;
    try {
      const verdict = await this.client.call({ do: "grade", exercise, text, file });
      if (verdict.error !== undefined) throw new Error(verdict.error);
      return verdict;
    } catch (error) {
      if (!(error instanceof MachineLost)) throw error;
      if (this.stopped) return null;
      this.client.restart();
      throw new Error(`the machine ended: ${error.message}`);
    }
  }

  stop() {
    this.stopped = true;
    this.client?.restart();
  }
}
