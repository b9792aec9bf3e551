import { spawnSync } from 'node:child_process';
import { fchmodSync, lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import { FailureError, errorCode } from '../../../preload/contract/failures.ts';
import { once } from '../once.ts';

/** True for files of this user. Windows has access lists instead. */
export function isMine({ uid }: Pick<Stats, 'uid'>): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

export function isOfOthers(found: Pick<Stats, 'uid'>): boolean {
  return !isMine(found) && found.uid !== 0;
}

/** Errors of file systems without modes, or that let only the owner set them: network homes, FAT, FUSE. */
const withoutRights = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'];

export function setRights(file: number, mode: number): void {
  try {
    fchmodSync(file, mode);
  } catch (error) {
    if (!withoutRights.includes(errorCode(error))) throw error;
  }
}

const stickyBit = 0o1000;
/** Rule: Linux, `MAXSYMLINKS`. */
const maxLinks = 40;

interface Step {
  readonly above: string;
  readonly path: string;
  readonly found: Stats | undefined;
  readonly isLast: boolean;
}

/** Yields the existing steps of a path and of its links. Ends after too many links, like the system. */
function* wayTo(path: string): Generator<Step> {
  const { root } = parse(resolve(path));
  const parts = (of: string): string[] => of.slice(parse(of).root.length).split(sep).filter(Boolean);
  const rest = parts(resolve(path));
  let above = root;
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = join(above, name);
    const found = lstatSync(next, { throwIfNoEntry: false });
    yield { above, path: next, found, isLast: rest.length === 0 };
    if (found === undefined) return;
    if (found.isSymbolicLink()) {
      links += 1;
      if (links > maxLinks) return;
      rest.unshift(...parts(resolve(above, readlinkSync(next))));
      above = root;
    } else above = next;
  }
}

/** Returns a link that neither this user nor the system made: it may lead to any folder of this user. */
export function linkOfOthersIn(path: string): string | null {
  if (process.getuid === undefined) return null;
  for (const { path: at, found } of wayTo(path))
    if (found?.isSymbolicLink() === true && isForeign(found)) return at;
  return null;
}

/**
 * Rejects a folder for the app's data or code unless it is this user's, no link, and not replaceable by
 * others through a folder above it, who could then replace its contents and code. A missing folder is judged
 * by its parent. Windows has access lists instead.
 * @throws FailureError `storage`, with what to do
 */
export function refuseForeignFolder(folder: string): void {
  if (process.getuid === undefined) return;
  let last = parse(resolve(folder)).root;
  for (const { above, path, found, isLast } of wayTo(folder)) {
    refuseExchangeable(above);
    if (found === undefined) return;
    if (isForeign(found)) refuseFolder(`${path} belongs to another user.`);
    if (found.isSymbolicLink()) {
      if (isLast) refuseFolder(`${path} is a link.`);
    } else if (!found.isDirectory()) refuseFolder(`${path} is not a folder.`);
    last = path;
  }
  if (!isMine(lstatSync(last))) refuseFolder(`${last} belongs to another user.`);
}

/** Rule: chmod(1), "restricted deletion flag": in a sticky folder, others cannot rename files. */
function refuseExchangeable(folder: string): void {
  const { mode, gid } = lstatSync(folder);
  if ((mode & stickyBit) !== 0) return;
  if ((mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup(gid)))
    refuseFolder(`Other users can exchange what is in ${folder}.`);
}

export function refuseFolder(why: string): never {
  throw new FailureError({
    code: 'storage',
    message: `${why} The app stores its data only where nobody else can change them. Name a folder of your own with --user-data-dir, or start the app as the user who owns the folder.`,
  });
}

/** In a user namespace, system folders may show an unmapped owner, which nobody inside can become. */
function isForeign(found: Stats): boolean {
  return isOfOthers(found) && !(found.uid === unmappedUser && isNamespace());
}

/** Rule: user_namespaces(7), "Unmapped user and group IDs". */
const unmappedUser = 65_534;

const isNamespace = once(
  () => !/^\s*0\s+0\s+4294967295\s*$/.test(textOf('/proc/self/uid_map') || '0 0 4294967295'),
);

/**
 * True for root's group, and for a group with only this user, as many systems create for each. False if its
 * members are not all known: a system that asks a server for its users may list only some. Rule: group(5),
 * passwd(5).
 */
function isOwnGroup(gid: number): boolean {
  if (gid === 0) return true;
  const users = listedUsers().map(([name = '', , uid, first]) => ({ name, uid: Number(uid), first }));
  const groups = listedGroups().filter(([, , id]) => id === gid.toString());
  const members = [
    ...groups.flatMap(([, , , names = '']) => names.split(',').filter(Boolean)),
    ...users.flatMap(({ name, first }) => (first === gid.toString() ? name : [])),
  ];
  const own = users.filter((one) => one.uid === 0 || isMine(one)).map(({ name }) => name);
  return groups.length > 0 && users.some(isMine) && members.every((name) => own.includes(name));
}

const listedUsers = once(() => listed('passwd'));
const listedGroups = once(() => listed('group'));

function listed(what: 'passwd' | 'group'): string[][] {
  const { error, stdout } = spawnSync('getent', [what], {
    encoding: 'utf8',
    timeout: listMs,
    maxBuffer: maxListBytes,
  });
  const code = errorCode(error);
  if (error !== undefined && code !== 'ENOENT')
    refuseFolder(`The system did not list its users and groups (getent ${what}: ${code}).`);
  // Without the program, reads its files. On macOS they name no person, so no group counts as the user's own.
  const text = code === 'ENOENT' ? textOf(`/etc/${what}`) : stdout;
  return text.split('\n').map((line) => line.split(':'));
}

const listMs = 5000;
const maxListBytes = 100_000_000;

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
