import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import type { Query } from '../../preload/contract/query.ts';

interface CopiedRequest {
  readonly baseUrl: string;
  /** Such as `/v4/assets`. */
  readonly path: string;
  readonly query: Query;
}

/** Copied programs read the key from here; the key itself is never copied. */
export const keyVariable = 'RWA_API_KEY';

interface CopyForm {
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

function writeUrl({ baseUrl, path, query }: CopiedRequest): string {
  const text = JSON.stringify(query);
  return text === '{}' ? `${baseUrl}${path}` : `${baseUrl}${path}?query=${escapeQuery(text)}`;
}

/** POSIX shell. */
function writeCurl({ baseUrl, path, query }: CopiedRequest): string {
  const lines = [
    `curl --fail-with-body --get ${quote(`${baseUrl}${path}`)}`,
    '--header "Authorization: Bearer $RWA_API_KEY"',
    ...(Object.keys(query).length === 0
      ? []
      : [`--data-urlencode ${quote(`query=${JSON.stringify(query)}`)}`]),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** URLs cannot hold lone surrogates. */
function escapeQuery(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27');
}

function writeRequests({ baseUrl, path, query }: CopiedRequest): string {
  return `import json
import os

import requests

query = ${literalOf(query)}

response = requests.get(
    ${text(`${baseUrl}${path}`)},
    params={"query": json.dumps(query)},
    headers={"Authorization": "Bearer " + os.environ["RWA_API_KEY"]},
    timeout=90,
)
response.raise_for_status()
answer = response.json()
print(json.dumps(answer["results"], indent=2))
`;
}

/** Reads all pages, as a notebook needs. */
function writePandas({ baseUrl, path, query }: CopiedRequest): string {
  const { pagination, ...rest } = query;
  return `import json
import os

import pandas as pd
import requests

url = ${text(`${baseUrl}${path}`)}
headers = {"Authorization": "Bearer " + os.environ["RWA_API_KEY"]}
query = ${literalOf(rest)}

# Records that are added or deleted while the pages are read may be missing or come twice.
records = []
page = 1
while True:
    query["pagination"] = {"page": page, "perPage": ${(pagination?.perPage ?? 100).toString()}}
    response = requests.get(url, params={"query": json.dumps(query)}, headers=headers, timeout=90)
    response.raise_for_status()
    answer = response.json()
    records.extend(answer["results"])
    if page >= answer["pagination"]["pageCount"]:
        break
    page += 1

frame = pd.json_normalize(records)
print(frame)
`;
}

function literalOf(query: Query): string {
  const value: unknown = JSON.parse(JSON.stringify(query));
  return literal(value as Json, '');
}

function literal(value: Json, indent: string): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) {
    const parts = (value as Json[]).map((part) => `${inner}${literal(part, inner)},\n`);
    return parts.length === 0 ? '[]' : `[\n${parts.join('')}${indent}]`;
  }
  if (!isJsonObject(value)) return 'None';
  const members = Object.entries(value).map(
    ([name, part]) => `${inner}${text(name)}: ${literal(part, inner)},\n`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
}

/** Python understands JSON's escapes. */
function text(value: string): string {
  return JSON.stringify(value.toWellFormed());
}

/** For Node 18, Deno and Bun. */
function writeFetch({ baseUrl, path, query }: CopiedRequest): string {
  return `const query = ${JSON.stringify(query, null, 2)};

const url = new URL(${JSON.stringify(`${baseUrl}${path}`)});
url.searchParams.set("query", JSON.stringify(query));
const response = await fetch(url, {
  headers: { Authorization: \`Bearer \${process.env["RWA_API_KEY"]}\` },
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
const answer = (await response.json()) as { results: Record<string, unknown>[] };
console.log(JSON.stringify(answer.results, null, 2));

export {};
`;
}
