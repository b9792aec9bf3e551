import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** A process as Linux shows it at one moment, its times in ticks. */
interface Seen {
  readonly pid: number;
  readonly parent: number;
  /** When it began: another process may have its number later. */
  readonly began: string;
  readonly own: number;
  /** What its children took that have ended and that it has waited for, with all of theirs. */
  readonly waited: number;
}

/** Linux counts in hundredths of a second here, whatever its clock does. */
const ticksPerSecond = 100;

/**
 * Adds up the processor time of a process and of everything that it starts, also of what outlives it.
 * @param interval how often processes are looked at, in ms: what one does after the last look is lost if nobody waits for it
 * @returns a function that ends this, and returns the seconds so far; undefined where the system does not say
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
    // Grows while it is read: the children of those that are found are looked for too.
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
        // It has ended meanwhile.
        return [];
      }
    });
}

/** Reads a line of `/proc/PID/stat`. The program's name may hold spaces and parentheses; the fields after it do not. */
function parse(line: string): Seen {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // Counted from the third field of the manual, the state.
  const ticks = (index: number): number => Number(fields[index]);
  return {
    pid: Number.parseInt(line, 10),
    parent: ticks(1),
    began: fields[19] ?? '',
    own: ticks(11) + ticks(12),
    waited: ticks(13) + ticks(14),
  };
}
