/** The table of CONTRIBUTING.md that says which files a change opens. */

/** A row of it. */
export interface Task {
  /** Such as `a resource`. */
  readonly task: string;
  /** How many files the table says it opens. */
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
