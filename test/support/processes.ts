import { readdirSync, readFileSync } from 'node:fs';

/** True if the process exists. */
export function isRunning(pid: number): boolean {
  // Rule: kill(2): 0 and negative numbers mean groups; signal 0 only tests.
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Without permission to signal it, it exists.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

export interface Program {
  readonly pid: number;
  readonly command: string;
}

/** Returns running programs whose command line contains a folder. None without /proc, so only on Linux. */
export function programsOf(folder: string): Program[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const [, state] = /\) (\S)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
        const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return command.includes(folder) && state !== 'Z' ? [{ pid: Number(id), command }] : [];
      } catch {
        // It has ended in the meantime.
        return [];
      }
    });
}
