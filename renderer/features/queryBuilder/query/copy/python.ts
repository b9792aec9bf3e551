import type { Json } from '../../../../../preload/contract/json.ts';
import { isJsonObject } from '../../../../../preload/contract/json.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import type { CopiedRequest } from './copyAs.ts';

export function writeRequests({ baseUrl, path, query }: CopiedRequest): string {
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

/** All pages: who takes a query into a notebook wants the whole of it. */
export function writePandas({ baseUrl, path, query }: CopiedRequest): string {
  const { pagination, ...rest } = query;
  return `import json
import os

import pandas as pd
import requests

url = ${text(`${baseUrl}${path}`)}
headers = {"Authorization": "Bearer " + os.environ["RWA_API_KEY"]}
query = ${literalOf(rest)}

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

/** A query as Python writes it. */
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

/** JSON's escapes mean the same in Python. */
function text(value: string): string {
  return JSON.stringify(value.toWellFormed());
}
