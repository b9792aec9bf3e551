import { describe, expect, it } from 'vitest';
import { methodAt } from '../../../../../main/platform/threads/answerCalls.ts';
import { makeRemote, shapeOf } from '../../../../../main/store/thread/remote.ts';

const reader = {
  version: 3,
  readText: (text: string) => `read ${text}`,
  readList: () => ({ count: 1, recordsText: '[{"id":7}]', recordCount: 1 }),
  watch: { readStates: () => ['state'] },
};

/** The reader as another thread sees it: paths and arguments cross, nothing else. */
const remote = makeRemote<Omit<typeof reader, 'version'>>(shapeOf(reader), (path, args) =>
  Promise.resolve(Reflect.apply(methodAt(reader, path), undefined, structuredClone([...args]))),
);

describe('an object on another thread', () => {
  it('has the methods of the object and of the objects in it', async () => {
    expect(await remote.readText('a')).toBe('read a');
    expect(await remote.watch.readStates()).toEqual(['state']);
    expect(Object.keys(remote)).toEqual(['readText', 'readList', 'watch']);
  });

  it('returns records as text, which is parsed where it is read and crosses further as it is', async () => {
    const list = await remote.readList();
    expect(structuredClone(list)).toEqual({ count: 1, recordsText: '[{"id":7}]', recordCount: 1 });
    expect(list.records).toEqual([{ id: 7 }]);
    expect(list.records).toBe(list.records);
  });

  it('refuses a text of what is no list of records', async () => {
    const broken = makeRemote<typeof reader>(shapeOf(reader), () =>
      Promise.resolve({ recordsText: '[{"name":"no id"}]', recordCount: 1 }),
    );
    const list = await broken.readList();
    expect(() => list.records).toThrow('Each record needs an id');
  });

  it.each([
    [['toString']],
    [['constructor', 'constructor']],
    [['watch', '__proto__', 'toString']],
    [['version']],
    [['watch']],
    [['readText', 'call']],
    [[]],
  ])('refuses %j, which is no method of its own', (path) => {
    expect(() => methodAt(reader, path)).toThrow(`The thread has no call “${path.join('.')}”.`);
  });
});
