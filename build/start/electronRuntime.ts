import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installationFolder, packageProgram } from './project.ts';

/** Electron's program, or why it is missing. */
type ElectronRuntime = { program: string } | { missing: string };

/** A slow connection takes minutes for 110 MB. A stalled one is aborted sooner. */
const downloadWithinMs = 10 * 60_000;
const downloadStalledMs = 60_000;
const memoryFile = path.join(installationFolder, 'electron-download.json');

export function installedElectron(): string | undefined {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? packageProgram('electron', 'dist');
  try {
    const name = readFileSync(packageProgram('electron', 'path.txt'), 'utf8');
    const program = path.join(folder, name);
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the installed runtime, else downloads it. A refused download is remembered and not repeated. One
 * that took too long is repeated at the next start, since another network may be faster.
 */
export async function findElectron(): Promise<ElectronRuntime> {
  const installed = installedElectron();
  if (installed !== undefined) return { program: installed };
  const remembered = rememberedFailure();
  if (remembered !== undefined) return { missing: remembered };
  process.stdout.write("Downloading Electron's runtime, once, about 110 MB. Ctrl+C ends the start. …\n");
  const outcome = await downloadRuntime({
    command: [process.execPath, packageProgram('electron', 'install.js')],
    folder: path.join(installationFolder, 'download'),
    withinMs: downloadWithinMs,
    stalledMs: downloadStalledMs,
    onProgress: (bytes) => process.stdout.write(`  ${(bytes / 1e6).toFixed(0)} MB\n`),
  });
  const program = installedElectron();
  if (program !== undefined) return { program };
  if (outcome === 'slow')
    return { missing: "Electron's runtime did not arrive in time; the next start tries again" };
  const missing =
    outcome === 'refused'
      ? "Electron's runtime could not be downloaded"
      : 'Electron was downloaded and is not complete';
  mkdirSync(installationFolder, { recursive: true });
  writeFileSync(memoryFile, JSON.stringify({ missing }));
  return { missing };
}

export interface Download {
  /** The downloader, which writes into the folder of temporary files. */
  command: readonly [program: string, ...args: string[]];
  /** Used as that folder. It is emptied before and after. */
  folder: string;
  withinMs: number;
  /** The download ends after this time without a new byte. */
  stalledMs: number;
  /** Called every few seconds with the bytes so far. */
  onProgress: (bytes: number) => void;
}

/** Runs a download, and ends it if it takes too long or stalls. */
export async function downloadRuntime(download: Download): Promise<'done' | 'refused' | 'slow'> {
  const { command, folder, withinMs, stalledMs, onProgress } = download;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [program, ...args] = command;
  const temporary = { TMPDIR: folder, TEMP: folder, TMP: folder };
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...temporary } });
  const startedAt = Date.now();
  let arrived = { bytes: 0, at: startedAt };
  const watch = setInterval(
    () => {
      const bytes = bytesIn(folder);
      if (bytes > arrived.bytes) {
        arrived = { bytes, at: Date.now() };
        onProgress(bytes);
      }
      if (Date.now() - startedAt > withinMs || Date.now() - arrived.at > stalledMs) child.kill('SIGKILL');
    },
    Math.min(3000, stalledMs / 3),
  );
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearInterval(watch);
  rmSync(folder, { recursive: true, force: true });
  if (code === 0) return 'done';
  return signal === null ? 'refused' : 'slow';
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, file) =>
        sum + (statSync(path.join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

function rememberedFailure(): string | undefined {
  try {
    const memory: unknown = JSON.parse(readFileSync(memoryFile, 'utf8'));
    return typeof memory === 'object' && memory !== null && 'missing' in memory
      ? String(memory.missing)
      : undefined;
  } catch {
    return undefined;
  }
}
