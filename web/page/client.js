// The machine runs in a worker, so that the page answers whatever it does.

/** The worker ended: the machine was stopped in the middle of a call, or the call failed inside the module. */
export class MachineLost extends Error {}

export class Client {
  /** `start` starts a worker. */
  constructor(start) {
    this.start = start;
    this.waiting = new Map();
    this.number = 0;
    this.restart();
  }

  restart() {
    this.worker?.terminate();
    for (const { reject } of this.waiting.values()) reject(new MachineLost("the machine was restarted"));
    this.waiting.clear();
    this.worker = this.start();
    this.worker.onmessage = ({ data }) => {
      const call = this.waiting.get(data.number);
      if (call === undefined) return;
      this.waiting.delete(data.number);
      if (data.lost) call.reject(new MachineLost(data.lost));
      else call.resolve(data.answers);
    };
    this.worker.onerror = (event) => {
      event.preventDefault?.();
      for (const { reject } of this.waiting.values())
        reject(new MachineLost(event.message || "the worker cannot be started"));
      this.waiting.clear();
    };
  }

  /** The answers of a machine to requests, which are sent in one message; rejects with MachineLost. */
  calls(requests, machine = "") {
    return new Promise((resolve, reject) => {
      const number = ++this.number;
      this.waiting.set(number, { resolve, reject });
      this.worker.postMessage({ number, requests, machine });
    });
  }

  async call(request) {
    return (await this.calls([request]))[0];
  }
}
