/** When the start came how far. */
export interface StartMarks {
  /** Marks a phase reached now, or at a time in milliseconds since 1970 UTC. Each counts once. */
  reach(phase: string, at?: number): void;
}

export interface StartMarksOptions {
  /** When the process began, in milliseconds since 1970 UTC. */
  readonly processStart: number;
  /** The time now, likewise; with parts of a millisecond. */
  readonly now: () => number;
  /** Takes a line of the trace. Left out where nobody wants one. */
  readonly write?: (line: string) => void;
}

/** Writes a line for each phase: name, and milliseconds since the process began, the first phase. */
export function createStartMarks({ processStart, now, write }: StartMarksOptions): StartMarks {
  const reached = new Set<string>();
  write?.(line('process start', 0));
  return {
    reach(phase, at = now()) {
      if (write === undefined || reached.has(phase)) return;
      reached.add(phase);
      write(line(phase, at - processStart));
    },
  };
}

function line(phase: string, ms: number): string {
  return `start ${ms.toFixed(1).padStart(8)} ms  ${phase}\n`;
}
