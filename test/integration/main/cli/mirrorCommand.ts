import { expect } from 'vitest';
import { z } from 'zod';
import { jsonLines, runCommand, type Outcome } from '../../../support/runCommand.ts';
import type { ServiceProcess } from '../../../support/sampleService.ts';

/** `rwa-explorer` as a script runs it, against a data service. */

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
  const cli: MirrorCommand['cli'] = (argv, { baseUrl = service.url, env = {}, ...ends } = {}) =>
    runCommand([...argv, '--base-url', baseUrl], {
      folder,
      key: service.key,
      environment: { ...environment, ...env },
      ...ends,
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
      const schema = z.looseObject({ id: z.union([z.string(), z.number()]) });
      const records = jsonLines(out).map((line) => schema.parse(line));
      return new Map(records.map((record) => [String(record.id), record]));
    },
  };
}
