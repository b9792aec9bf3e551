export interface StartMarks {
  /** Marks a phase reached now, or at a time in milliseconds since 1970 UTC. Each counts once. */
  reach(phase: string, at?: number): void;
}

interface StartMarksOptions {
  /** Start of the process, in milliseconds since 1970 UTC. */
  readonly processStart: number;
  /** Milliseconds since 1970 UTC, with fractions. */
  readonly now: () => number;
  readonly write?: (line: string) => void;
}

/** Writes a line per phase: name, and milliseconds since the process began, which is the first phase. */
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
