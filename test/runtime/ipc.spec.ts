import { call, events, expect, ready, test } from './runtimeApp.ts';

/** Messages between the page and main. docs/api/ipc-renderer.md, docs/api/ipc-main.md; lib/browser/ipc-dispatch.ts. */

test('a call transfers what a structured clone transfers', async ({ app }) => {
  // docs/tutorial/ipc.md, "Object serialization"; shell/common/v8_util.cc
  await ready(app);
  const seen = await app.window.evaluate(async () => {
    const value: Record<string, unknown> = {
      map: new Map([['a', new Set([1n])]]),
      date: new Date(0),
      bytes: new Uint8Array([1, 2]),
      floats: new Float64Array([0.5]),
      nothing: undefined,
      odd: [NaN, -0, Infinity],
      error: new RangeError('Of the page.'),
    };
    value['self'] = value;
    const echo = (await globalThis.runtime.call('echo', value)) as typeof value;
    const { map, date, bytes, floats, odd, error } = echo;
    return {
      map: map instanceof Map && map.get('a') instanceof Set,
      date: date instanceof Date && date.getTime(),
      bytes: bytes instanceof Uint8Array && [...bytes],
      floats: floats instanceof Float64Array && [...floats],
      nothing: 'nothing' in echo && echo['nothing'] === undefined,
      odd: Array.isArray(odd) && Number.isNaN(odd[0]) && Object.is(odd[1], -0) && odd[2] === Infinity,
      error: error instanceof Error && error.message,
      self: echo['self'] === echo,
    };
  });
  expect(seen).toEqual({
    map: true,
    date: 0,
    bytes: [1, 2],
    floats: [0.5],
    nothing: true,
    odd: true,
    error: 'Of the page.',
    self: true,
  });
});

test('a function, shared memory and a blob are refused alike', async ({ app }) => {
  // shell/common/v8_util.cc, `V8Serializer::Write`: a blob is a host object that it does not write
  await ready(app);
  const messages = await app.window.evaluate(async () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const values = [{ list: [() => 1] }, memory.buffer, new Uint8Array(memory.buffer), new Blob(['x'])];
    return Promise.all(
      values.map(async (value) => {
        try {
          // Shared memory does not even pass the bridge.
          return await globalThis.runtime.call('kind', value);
        } catch (error) {
          return (error as Error).message;
        }
      }),
    );
  });
  for (const message of messages) expect(message).toContain('An object could not be cloned.');
});

test('what goes wrong in main arrives as one sentence', async ({ app }) => {
  // lib/renderer/api/ipc-renderer.ts, `invoke`; lib/browser/ipc-dispatch.ts, `replyWithError`
  await ready(app);
  const failureOf = (name: string): Promise<string> =>
    app.window.evaluate(
      (called) =>
        globalThis.runtime.call(called).then(
          () => 'passed',
          (error: unknown) => String(error),
        ),
      name,
    );
  expect(await failureOf('fail')).toBe("Error: Error invoking remote method 'do': RangeError: Out of range.");
  expect(await failureOf('giveFunction')).toBe(
    "Error: Error invoking remote method 'do': Error: An object could not be cloned.",
  );
  // docs/api/web-contents.md, `contents.send`
  expect(await failureOf('sendFunction')).toBe(
    "Error: Error invoking remote method 'do': Error: Failed to serialize arguments",
  );
  expect(await failureOf('secondHandler')).toBe(
    "Error: Error invoking remote method 'do': Error: Attempted to register a second handler for 'do'",
  );
  const unheard = await app.window.evaluate(() => globalThis.runtime.unheard().catch(String));
  expect(unheard).toBe(
    "Error: Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
  );
});

test('events arrive in their order, until nobody listens', async ({ app }) => {
  // docs/api/ipc-renderer.md, `on` and `removeListener`
  await ready(app);
  const heard = await app.window.evaluate(async () => {
    const { runtime } = globalThis;
    const seen: unknown[] = [];
    const stop = runtime.onNews((value) => seen.push(value));
    for (const value of [1, 2, 3]) await runtime.call('sendNews', value);
    stop();
    await runtime.call('sendNews', 4);
    return seen;
  });
  expect(heard).toEqual([1, 2, 3]);
});

test('what is sent before the page is there is lost, and what is sent after its end harms nobody', async ({
  app,
}) => {
  // docs/api/web-contents.md, `contents.send`; lib/browser/api/web-contents.ts: a destroyed object throws when it is used
  await ready(app);
  expect(await app.window.evaluate(() => globalThis.runtime.news())).toEqual([]);
  const said = await call(app, 'sendAfterClose');
  expect(['sent', 'Object has been destroyed']).toContain(said);
  await app.window.evaluate(() => {
    globalThis.runtime.note('still there');
  });
  await expect.poll(() => events(app)).toContain('still there');
});

test('the sender is the frame that sent the message, and null once it has left', async ({ app }) => {
  // docs/api/structures/ipc-main-invoke-event.md, `senderFrame`
  await ready(app);
  expect(await call(app, 'sender')).toEqual({ url: 'app://runtime/', isTop: true });
  expect(await call(app, 'keepEvent')).toBe(false);
  await app.window.locator('#other').click();
  await expect.poll(() => events(app)).toContain('asked GET /other');
  await ready(app);
  expect(await call(app, 'sender')).toEqual({ url: 'app://runtime/other', isTop: true });
  await expect.poll(() => call(app, 'keptFrameIsGone')).toBe(true);
});
