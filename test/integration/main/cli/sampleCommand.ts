import { afterAll, beforeAll } from 'vitest';
import type { SampleProcessOptions } from '../../../../main/sample-service/sampleProcess.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import type { Outcome } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { startService, type TestClient } from '../sample-service/serviceClient.ts';

/** `rwa-explorer` against a sample data service that runs during the tests of a file. */
export interface SampleCommand {
  readonly folder: string;
  /** Once the tests run. */
  readonly service: Pick<TestClient, 'url' | 'key'>;
  cli(
    argv: readonly string[],
    options?: { readonly url?: string; readonly key?: string; readonly folder?: string },
  ): Promise<Outcome>;
}

export function sampleCommand(options: Partial<SampleProcessOptions> = {}): SampleCommand {
  const folder = makeTemporaryFolder('cli');
  let service: TestClient;
  beforeAll(async () => {
    service = await startService({ assets: 60, transactions: 500, seed: 7, ...options });
  });
  afterAll(() => service[Symbol.asyncDispose]());
  return {
    folder,
    get service() {
      return service;
    },
    async cli(argv, { url = service.url, ...rest } = {}) {
      const outcome = await runCommandHere([...argv, '--base-url', url], {
        key: service.key,
        folder,
        ...rest,
      });
      // Said whenever the key of the environment is used: test/security/05-key-of-the-environment.test.ts.
      return { ...outcome, err: outcome.err.replace(/^The key in RWA_API_KEY is sent to .*\n/m, '') };
    },
  };
}

/** The value of assets by class: now, or at the end of each month. */
export const figures = {
  filter: { operator: 'equals', field: 'measure_slug', value: 'total_asset_value_dollar' },
  aggregate: { groupBy: 'asset_class_id', aggregateFunction: 'sum', interval: 'month', mode: 'stock' },
};
