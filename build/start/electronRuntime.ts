import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { memoryFolder, packageProgram } from './project.ts';

/** Electron's program, or the reason why there is none. */
export type ElectronRuntime = { program: string } | { missing: string };

const downloadWithinMs = 60_000;
const memoryFile = path.join(memoryFolder, 'electron-download.json');

/** Electron's program where its runtime is installed. */
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

/** Takes the installed runtime, else downloads it. A download that failed is remembered and not tried again. */
export async function findElectron(): Promise<ElectronRuntime> {
  const installed = installedElectron();
  if (installed !== undefined) return { program: installed };
  const remembered = rememberedFailure();
  if (remembered !== undefined) return { missing: remembered };
  process.stdout.write("Looking for Electron's runtime, once, for at most a minute …\n");
  const failure = await download();
  const program = installedElectron();
  if (program !== undefined) return { program };
  const missing = failure ?? 'Electron was downloaded and is not complete';
  mkdirSync(memoryFolder, { recursive: true });
  writeFileSync(memoryFile, JSON.stringify({ missing }));
  return { missing };
}

/** @returns why the download failed, or undefined. */
async function download(): Promise<string | undefined> {
  const child = spawn(process.execPath, [packageProgram('electron', 'install.js')], { stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), downloadWithinMs);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  if (code === 0) return undefined;
  return signal === null
    ? "Electron's runtime could not be downloaded"
    : "Electron's runtime was not downloaded within a minute";
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
