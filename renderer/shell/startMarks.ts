import type { WindowPhase } from '../../preload/contract/startMarks.ts';
import { ask, type Bridge } from '../bridge.ts';

/** A start without rows is reported after this time. */
const tellAfterMs = 3000;

/** Phases of this window's start. They are reported after the first rows are painted. */
export class StartMarks {
  readonly #bridge: Bridge;
  readonly #reached = new Set<WindowPhase>();
  readonly #settled = Promise.withResolvers<undefined>();
  #unreported: { phase: WindowPhase; at: number }[] = [];

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#mark('page begun', 0);
    this.reach('window script running');
    setTimeout(() => {
      this.#tell();
      this.settle();
    }, tellAfterMs);
  }

  /** Resolves after the start. Requests that must not delay rows await it. */
  get settled(): Promise<unknown> {
    return this.#settled.promise;
  }

  /** Call it when no rows are expected. */
  settle(): void {
    this.#settled.resolve(undefined);
  }

  reach(phase: WindowPhase): void {
    this.#mark(phase, performance.now());
  }

  /** Call it when the first rows are in the document. */
  rowsShown(): void {
    if (this.#reached.has('first rows known')) return;
    this.reach('first rows known');
    requestAnimationFrame(() => {
      // A message sent before a frame arrives after it.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        this.reach('first rows painted');
        this.#tell();
        this.settle();
      };
      port2.postMessage(null);
    });
  }

  #mark(phase: WindowPhase, sinceBegin: number): void {
    if (this.#reached.has(phase)) return;
    this.#reached.add(phase);
    this.#unreported.push({ phase, at: performance.timeOrigin + sinceBegin });
  }

  #tell(): void {
    const marks = this.#unreported;
    if (marks.length === 0) return;
    this.#unreported = [];
    void ask(() => this.#bridge.tellStartMarks({ marks }));
  }
}
