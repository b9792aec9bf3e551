import { twinMember } from '../../../../preload/contract/twins.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import { runCommandHere } from '../../../support/commandHere.ts';
import { jsonLines, runCommand, type CommandOptions, type Outcome } from '../../../support/runCommand.ts';
import type { ServiceProcess } from '../../../support/sampleService.ts';

/** `rwa-explorer` against a data service. */

export interface MirrorCommand {
  /** Runs a command: in this process, or in its own where a signal kills it. */
  cli(
    argv: readonly string[],
    options?: { baseUrl?: string; env?: Record<string, string> } & Pick<
      CommandOptions,
      'signal' | 'interrupt'
    >,
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
  recordsLeftOut: z.number(),
  valuesLeftOut: z.number(),
  complete: z.boolean(),
  since: z.string().nullable(),
});

/** @param environment variables of every command */
export function mirrorCommand(
  service: ServiceProcess,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): MirrorCommand {
  const records = new Map<string, Promise<Map<string, unknown>>>();
  const cli: MirrorCommand['cli'] = (argv, { baseUrl = service.url, env = {}, ...ends } = {}) => {
    const options = { folder, key: service.key, environment: { ...environment, ...env }, ...ends };
    return (ends.signal === undefined ? runCommandHere : runCommand)(
      [...argv, '--base-url', baseUrl],
      options,
    );
  };
  /** Every record as the service sends it: whether a transaction has a twin is the app's word, not the service's. */
  const readAll = async (resource: string): Promise<Map<string, unknown>> => {
    const { out } = await cli(['query', resource, '--all']);
    const schema = z.looseObject({ id: z.union([z.string(), z.number()]) });
    return new Map(
      jsonLines(out)
        .map((line) => schema.parse(line))
        .map(({ [twinMember]: _, ...record }) => [String(record.id), record]),
    );
  };
  return {
    cli,
    async mirror(resource, to, ...options) {
      const { code, out, err } = await cli(['mirror', resource, '--to', to, ...options]);
      expect(code, err).toBe(0);
      return resultSchema.parse(JSON.parse(out));
    },
    recordsOf(resource) {
      const read = records.get(resource) ?? readAll(resource);
      records.set(resource, read);
      return read;
    },
  };
}
