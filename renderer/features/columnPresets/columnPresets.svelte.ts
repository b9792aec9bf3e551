import type { CallInput } from '../../../preload/contract/bridge.ts';
import type { ColumnPreset, columnPresetCalls } from '../../../preload/contract/columnPresets.ts';
import type { Failure } from '../../../preload/contract/failures.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { latestRead } from '../../app/latestRead.ts';
import { ask, failureOf, type Bridge } from '../../bridge.ts';

type PresetBridge = Pick<Bridge, keyof typeof columnPresetCalls | 'onColumnPresetsChanged'>;

/** The user's column presets, as main stores them. */
export class ColumnPresetsState {
  readonly #bridge: PresetBridge;
  readonly #beginRead = latestRead();
  /** By name. */
  presets = $state.raw<readonly ColumnPreset[]>([]);
  notices = $state.raw<readonly string[]>([]);
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: PresetBridge) {
    this.#bridge = bridge;
  }

  /** Reads them and follows their changes. Returns how to stop. */
  start(): () => void {
    void this.read();
    return this.#bridge.onColumnPresetsChanged(() => void this.read());
  }

  async read(): Promise<void> {
    const isLatest = this.#beginRead();
    const result = await ask(() => this.#bridge.listColumnPresets());
    if (!isLatest()) return;
    this.failure = result.ok ? null : result.failure;
    if (result.ok) ({ presets: this.presets, notices: this.notices } = result.value);
  }

  of(resource: ResourceName): readonly ColumnPreset[] {
    return this.presets.filter((preset) => preset.resource === resource);
  }

  /** Stores a preset, a new one without `id`. Returns why that failed, or null. */
  save(content: CallInput<'saveColumnPreset'>['content'], id?: string): Promise<Failure | null> {
    return failureOf(() => this.#bridge.saveColumnPreset({ content, ...(id === undefined ? {} : { id }) }));
  }

  remove(id: string): Promise<Failure | null> {
    return failureOf(() => this.#bridge.removeColumnPreset({ id }));
  }
}
