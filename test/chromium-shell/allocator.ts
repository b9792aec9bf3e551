/**
 * Settings of glibc's allocator, which reads them from the environment when a process starts: one arena for all threads. With an arena for each, what
 * they have freed stays resident, 60 to 70 MB after browsing. Electron has Chromium's allocator instead.
 */
export const allocatorSettings: Readonly<Record<string, string>> =
  process.platform === 'linux' ? { MALLOC_ARENA_MAX: '1' } : {};

/**
 * Replaces this process by a Node with these arguments and the settings, under the same id. Returns if there are no settings, or the allocator has read
 * them already.
 * @param environment further variables of the new process
 */
export function beginWithSettings(args: readonly string[], environment: Record<string, string> = {}): void {
  if (Object.keys(allocatorSettings).every((name) => name in process.env)) return;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...args], {
    ...allocatorSettings,
    ...environment,
    ...process.env,
  });
}
