import { readdirSync, readFileSync } from 'node:fs';

/** True where a process of this computer has this id. What a killed process has left behind names one that has not. */
export function isRunning(pid: number): boolean {
  // Rule: kill(2): 0 and negative numbers mean groups of processes; signal 0 only asks whether the process is there.
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // No permission to signal it means that it is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** A running program: its process, and how it was called. */
export interface Program {
  readonly pid: number;
  readonly command: string;
}

/** The living programs whose command line names a folder. None where the system has no /proc, which only Linux has. */
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
        // Gone between the listing and the reading.
        return [];
      }
    });
}
