import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { snapshotNumbers } from '../../../store/cache/sharedSnapshot.ts';
import type { Segment } from '../segments/segment.ts';

/** What joins two threads that make the segments of one file: numbers, and a way for the segments. */
export interface Pair {
  readonly shared: Int32Array;
  readonly port: MessagePort;
}

/** The first numbers are those of the common snapshot; then the next segment to be made, how many are written, how many were sent. */
const next = snapshotNumbers;
const written = snapshotNumbers + 1;
const sent = snapshotNumbers + 2;
export const pairNumbers = snapshotNumbers + 3;

/** Segments that may wait for one before them, so that the memory stays flat. */
const mostWaiting = 3;
/** While a thread waits for the other, it looks so often whether to stop. */
const waitMs = 50;

interface Work {
  readonly count: number;
  readonly make: (index: number) => Segment;
  /** Throws where the work was called off. */
  readonly checkStopped: () => void;
}

/** Makes segments and writes them in their order, with those that the other thread makes. `pair` is null where there is no other. */
export function writeInTurn(work: Work, write: (segment: Segment) => void, pair: Pair | null): void {
  const { count, make, checkStopped } = work;
  if (pair === null) {
    for (let index = 0; index < count; index += 1) {
      write(make(index));
      checkStopped();
    }
    return;
  }
  const { shared, port } = pair;
  const waiting = new Map<number, Segment>();
  let done = 0;

  function writeReady(): void {
    for (let come = receiveMessageOnPort(port); come !== undefined; come = receiveMessageOnPort(port)) {
      const sent: unknown = come.message;
      if (!isSent(sent)) throw new Error('The other thread sent no piece.');
      waiting.set(sent.index, sent.segment);
    }
    for (let segment = waiting.get(done); segment !== undefined; segment = waiting.get(done)) {
      waiting.delete(done);
      write(segment);
      done += 1;
    }
    tell(shared, written, done);
    checkStopped();
  }
  function writeUntil(isEnough: () => boolean): void {
    for (;;) {
      const before = Atomics.load(shared, sent);
      writeReady();
      if (isEnough()) return;
      Atomics.wait(shared, sent, before, waitMs);
    }
  }

  for (let index = Atomics.add(shared, next, 1); index < count; index = Atomics.add(shared, next, 1)) {
    waiting.set(index, make(index));
    writeUntil(() => waiting.size < mostWaiting);
  }
  writeUntil(() => done === count);
}

/** The other thread's part: makes segments as long as there are any, and sends them. */
export function sendInTurn({ count, make, checkStopped }: Work, { shared, port }: Pair): void {
  for (let index = Atomics.add(shared, next, 1); index < count; index = Atomics.add(shared, next, 1)) {
    const segment = make(index);
    for (
      let done = Atomics.load(shared, written);
      index - done > mostWaiting;
      done = Atomics.load(shared, written)
    ) {
      Atomics.wait(shared, written, done, waitMs);
      checkStopped();
    }
    const message: Sent = { index, segment };
    port.postMessage(message, [segment.bytes.buffer]);
    Atomics.add(shared, sent, 1);
    Atomics.notify(shared, sent);
    checkStopped();
  }
}

/** What the other thread sends: a piece and its place. */
interface Sent {
  readonly index: number;
  readonly segment: Segment;
}

function isSent(message: unknown): message is Sent {
  return typeof message === 'object' && message !== null && 'index' in message && 'segment' in message;
}

function tell(shared: Int32Array, place: number, value: number): void {
  Atomics.store(shared, place, value);
  Atomics.notify(shared, place);
}
