/** The table in CONTRIBUTING.md of files to open for a change. */

export interface Task {
  /** Such as `a resource`. */
  readonly task: string;
  readonly count: number;
  readonly files: readonly string[];
}

export function readTasks(contributing: string): readonly Task[] {
  return contributing.split('\n').flatMap((line) => {
    const [, task, count, files = ''] = /^\| (an? [^|]+) \| (\d+) \| (.+) \|$/.exec(line) ?? [];
    const named = [...files.matchAll(/`([^`]+)`/g)].flatMap(([, file]) => file ?? []);
    return task === undefined ? [] : [{ task, count: Number(count), files: named }];
  });
}
