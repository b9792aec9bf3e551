import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../../../support/built.ts';
import type { ServiceProcess } from '../../../support/sampleService.ts';

/** `rwa-explorer` as a script runs it, against a data service. */

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface MirrorCommand {
  /** Runs a command; a signal kills it. */
  cli(
    argv: readonly string[],
    options?: {
      signal?: AbortSignal;
      baseUrl?: string;
      env?: Record<string, string>;
      /** Interrupts it, as Ctrl+C does, once this resolves. */
      interrupt?: () => Promise<unknown>;
    },
  ): Promise<Outcome>;
  /** Mirrors, and returns what it printed. */
  mirror(resource: string, to: string, ...options: string[]): Promise<z.infer<typeof resultSchema>>;
  /** Every record as the service has it, by id. */
  recordsOf(resource: string): Promise<Map<string, unknown>>;
}

export const resultSchema = z.strictObject({
  resource: z.string(),
  records: z.number(),
  inserted: z.number(),
  changed: z.number(),
  gone: z.number(),
  complete: z.boolean(),
});

/** @param environment variables of every command */
export function mirrorCommand(
  service: ServiceProcess,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): MirrorCommand {
  const cli: MirrorCommand['cli'] = (argv, { signal, baseUrl = service.url, env = {}, interrupt } = {}) =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [commandLine, ...argv, '--user-data-dir', folder, '--base-url', baseUrl],
        {
          env: { ...process.env, RWA_API_KEY: service.key, ...environment, ...env },
          maxBuffer: 1 << 28,
          killSignal: 'SIGKILL',
          ...(signal === undefined ? {} : { signal }),
        },
        (error, out, err) => {
          const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
          resolve({ code, out, err });
        },
      );
      void interrupt?.().then(() => child.kill('SIGINT'));
    });
  return {
    cli,
    async mirror(resource, to, ...options) {
      const { code, out, err } = await cli(['mirror', resource, '--to', to, ...options]);
      expect(code, err).toBe(0);
      return resultSchema.parse(JSON.parse(out));
    },
    async recordsOf(resource) {
      const { out } = await cli(['query', resource, '--all']);
      const records = out
        .trim()
        .split('\n')
        .map((line) => z.looseObject({ id: z.union([z.string(), z.number()]) }).parse(JSON.parse(line)));
      return new Map(records.map((record) => [String(record.id), record]));
    },
  };
}
