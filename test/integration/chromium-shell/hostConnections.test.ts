import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { HostConnections, type Login } from '../../chromium-shell/hostConnections.ts';
import { listen } from '../../support/httpServer.ts';

it('an aborted request frees its connection, also after garbage was collected while nobody read its body', async () => {
  await using server = await listen((_request, response) => {
    response.writeHead(200).write('the beginning');
  });
  const connections = new HostConnections();
  const cancel: Login = (_auth, answer) => {
    answer();
  };
  const controllers = Array.from({ length: 6 }, () => new AbortController());
  for (const { signal } of controllers)
    expect((await connections.open(new Request(server.url, { signal }), cancel)).response.status).toBe(200);
  const seventh = connections.open(new Request(server.url), cancel);
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  controllers[0]?.abort();
  expect((await seventh).response.status).toBe(200);
});
