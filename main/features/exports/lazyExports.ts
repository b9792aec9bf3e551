import type { Exports, ExportsOptions } from './exports.ts';

/** The exports; their code loads with the first call, because a start needs none. */
export function lazyExports(options: ExportsOptions): Exports {
  let opening: Promise<Exports> | undefined;

  function open(): Promise<Exports> {
    opening ??= import('./exports.ts').then(({ createExports }) => createExports(options));
    return opening;
  }

  return {
    start: async (request, path, mayReplace) => (await open()).start(request, path, mayReplace),
    run: async (...run) => (await open()).run(...run),
    asText: async (...asText) => (await open()).asText(...asText),
    text: async (request) => (await open()).text(request),
    preview: async (request, knownTotal) => (await open()).preview(request, knownTotal),
    past: async () => (await open()).past(),
    repeat: async (exportId, mayReplace) => (await open()).repeat(exportId, mayReplace),
    isOneOf: async (path, hashes) => (await open()).isOneOf(path, hashes),
    verify: async (path, control) => (await open()).verify(path, control),
    titleOf: async (request) => (await open()).titleOf(request),
  };
}
