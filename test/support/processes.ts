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
