import type { WindowPhase } from '../../preload/contract/startMarks.ts';
import { ask, type Bridge } from '../bridge.ts';

/** A start that shows no rows is reported after so long. */
const tellAfterMs = 3000;

/** When this window reached each phase of its start. Reported to main when the first rows are painted. */
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

  /** Resolves when the start is over: what is requested only then delays no row. */
  get settled(): Promise<unknown> {
    return this.#settled.promise;
  }

  /** To be called where no rows are awaited any more. */
  settle(): void {
    this.#settled.resolve(undefined);
  }

  reach(phase: WindowPhase): void {
    this.#mark(phase, performance.now());
  }

  /** To be called when the first rows are in the page: they are painted with its next frame. */
  rowsShown(): void {
    if (this.#reached.has('first rows known')) return;
    this.reach('first rows known');
    requestAnimationFrame(() => {
      // A message that is sent before a frame is drawn arrives after it.
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
