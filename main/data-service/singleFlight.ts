import { FailureError } from '../../preload/contract/failures.ts';
import { canceled } from './failures.ts';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  passengers: number;
}

/** Shares identical requests; one is aborted when its last caller leaves. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Joins or starts the request. A caller that leaves gets `canceled`. */
  async join(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted === true) throw new FailureError(canceled(key));
    const flight = this.#flights.get(key) ?? this.#take(key, start);
    flight.passengers += 1;
    if (signal === undefined) return flight.result;
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        flight.passengers -= 1;
        if (flight.passengers === 0) {
          this.#forget(key, flight);
          flight.controller.abort();
        }
        reject(new FailureError(canceled(key)));
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #take(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { result: start(controller.signal), controller, passengers: 0 };
    this.#flights.set(key, flight);
    const forget = (): void => {
      this.#forget(key, flight);
    };
    flight.result.then(forget, forget);
    return flight;
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
