import type { Query } from '../../../../../preload/contract/query.ts';
import { writeCurl, writeUrl } from './shell.ts';
import { writePandas, writeRequests } from './python.ts';
import { writeFetch } from './typescript.ts';

/** A request as it is copied into other programs. */
export interface CopiedRequest {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Of the endpoint: `/v4/assets`. */
  readonly path: string;
  readonly query: Query;
}

/** The environment variable that the copied programs read the key from. The key itself is never copied. */
export const keyVariable = 'RWA_API_KEY';

export interface CopyForm {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  write(request: CopiedRequest): string;
}

export const copyForms: readonly CopyForm[] = [
  { key: 'url', label: 'URL', detail: 'The address with the query in it.', write: writeUrl },
  {
    key: 'curl',
    label: 'cURL',
    detail: `Prints the answer as JSON. Key: $${keyVariable}.`,
    write: writeCurl,
  },
  {
    key: 'requests',
    label: 'Python, requests',
    detail: `One page as a list of records. Key: ${keyVariable} in the environment.`,
    write: writeRequests,
  },
  {
    key: 'pandas',
    label: 'Python, pandas',
    detail: `All pages as a data frame. Key: ${keyVariable} in the environment.`,
    write: writePandas,
  },
  {
    key: 'fetch',
    label: 'TypeScript, fetch',
    detail: `One page, without packages. Key: ${keyVariable} in the environment.`,
    write: writeFetch,
  },
];
