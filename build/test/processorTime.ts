import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** A process in Linux's `/proc`; times in ticks. */
interface Seen {
  readonly pid: number;
  readonly parent: number;
  /** Start time, since a later process may reuse the number. */
  readonly began: string;
  readonly own: number;
  /** Time of ended and awaited children, including theirs. */
  readonly waited: number;
}

/** Linux reports hundredths of a second here, whatever its clock rate. */
const ticksPerSecond = 100;

/**
 * Sums up the processor time of a process and its descendants, including those that outlive it.
 * @param interval milliseconds between samples; time after the last sample is lost for processes that nobody
 * awaits
 * @returns a function that stops and returns seconds; undefined if the system does not tell
 */
export function watchProcessorTime(pid: number, interval = 1000): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined;
  const tree = new ProcessTree(pid);
  tree.look(processes());
  const timer = setInterval(() => {
    tree.look(processes());
  }, interval);
  return () => {
    clearInterval(timer);
    tree.look(processes());
    return tree.ticks() / ticksPerSecond;
  };
}

interface Known {
  seen: Seen;
  alive: boolean;
  readonly children: Known[];
}

class ProcessTree {
  private readonly root: number;
  private readonly known: Known[] = [];

  constructor(root: number) {
    this.root = root;
  }

  look(all: readonly Seen[]): void {
    const byPid = new Map(all.map((seen) => [seen.pid, seen]));
    const living = this.known.filter((one) => one.alive);
    for (const one of living) {
      const seen = byPid.get(one.seen.pid);
      one.alive = seen?.began === one.seen.began;
      if (seen !== undefined && one.alive) one.seen = seen;
      byPid.delete(one.seen.pid);
    }
    const root = this.known.length === 0 ? byPid.get(this.root) : undefined;
    const found = living.filter(({ alive }) => alive);
    if (root !== undefined) found.push(this.add(root));
    const byParent = Map.groupBy(byPid.values(), ({ parent }) => parent);
    // Grows while iterating: children of found processes are searched too.
    for (const one of found) {
      const children = (byParent.get(one.seen.pid) ?? []).map((seen) => this.add(seen));
      one.children.push(...children);
      found.push(...children);
    }
  }

  ticks(of: Known | undefined = this.known[0]): number {
    if (of === undefined) return 0;
    let living = 0;
    let ended = 0;
    for (const child of of.children) {
      if (child.alive) living += this.ticks(child);
      else ended += this.ticks(child);
    }
    return of.seen.own + living + Math.max(of.seen.waited, ended);
  }

  private add(seen: Seen): Known {
    const one = { seen, alive: true, children: [] };
    this.known.push(one);
    return one;
  }
}

function processes(): Seen[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parse(readFileSync(`/proc/${name}/stat`, 'utf8'))];
      } catch {
        // The process has ended.
        return [];
      }
    });
}

/** Parses a line of `/proc/PID/stat`. Only the program's name may contain spaces and parentheses. */
function parse(line: string): Seen {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // From the third field of the manual, the state.
  const ticks = (index: number): number => Number(fields[index]);
  return {
    pid: Number.parseInt(line, 10),
    parent: ticks(1),
    began: fields[19] ?? '',
    own: ticks(11) + ticks(12),
    waited: ticks(13) + ticks(14),
  };
}
