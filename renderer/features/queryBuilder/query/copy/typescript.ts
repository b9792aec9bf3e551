import type { CopiedRequest } from './copyAs.ts';

/** A module for Node 18 and newer, Deno and Bun. */
export function writeFetch({ baseUrl, path, query }: CopiedRequest): string {
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
