import { compareTexts } from '../../../preload/contract/textOrder.ts';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Failure } from '../../../preload/contract/failures.ts';
import type { ShownMirror } from '../../../preload/contract/mirrors.ts';
import { latestRead } from '../../shell/latestRead.ts';
import { ask, type Bridge } from '../../bridge.ts';

type MirrorBridge = Pick<Bridge, 'listMirrors' | 'onMirrorChanged'>;

export class MirrorsState {
  readonly #bridge: MirrorBridge;
  readonly #beginRead = latestRead();
  readonly #mirrors = new SvelteMap<string, ShownMirror>();
  notices = $state.raw<readonly string[]>([]);
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: MirrorBridge) {
    this.#bridge = bridge;
  }

  readonly all = $derived.by(() =>
    [...this.#mirrors.values()].sort((a, b) => compareTexts(a.mirror.name, b.mirror.name)),
  );
  readonly jobIds = $derived.by(() => new SvelteSet(this.all.flatMap(({ jobId }) => jobId ?? [])));

  start(): () => void {
    void this.read();
    return this.#bridge.onMirrorChanged(({ id, shown }) => {
      if (shown === null) this.#mirrors.delete(id);
      else this.#mirrors.set(id, shown);
    });
  }

  async read(): Promise<void> {
    const isLatest = this.#beginRead();
    const result = await ask(() => this.#bridge.listMirrors());
    if (!isLatest()) return;
    this.failure = result.ok ? null : result.failure;
    if (!result.ok) return;
    this.notices = result.value.notices;
    for (const shown of result.value.mirrors) this.#mirrors.set(shown.mirror.id, shown);
  }
}
